const REPOSITORY = "(?:repo(?:sitory)?|project|code ?base|app(?:lication)?|program)";
const THIS = `(?:this|the|our|my) (?:whole |entire )?${REPOSITORY}`;
const HERE = "(?:这个?|该|本|我们的?|当前|整个)*(?:项目|仓库|代码库|工程|程序)";

/** Whole questions; what names anything else is a question about that. */
const QUESTIONS = [
  `(?:explain|describe|summari[sz]e|introduce|walk me through|tell me about|understand|explore) ${THIS}(?: to me| for me)?`,
  `what(?:'s| is) ${THIS}(?: all)?(?: about| for)?`,
  `what does ${THIS} do`,
  `(?:give me |show me |i need |i want )?(?:an? )?(?:short |brief |quick |high[- ]level )?(?:overview|summary|tour) of ${THIS}`,
  `how (?:is|does) ${THIS} (?:structured|organi[sz]ed|work)`,
  `how (?:do|can|would|should) (?:i|we|you) (?:build and |install and )?(?:run|start|launch) (?:it|this|${THIS})(?: locally)?`,
  `${HERE}(?:是|主要)?(?:是?做什么|干什么|干嘛|什么|做啥|干啥)(?:的|用的)?`,
  `${HERE}(?:有什么用|的?(?:整体)?(?:结构|架构)(?:是什么|是怎样的|是怎么样的|怎么样)?|概览|概述)`,
  `(?:请|帮我)*(?:介绍|解释|说明|概述|总结|讲解|讲)(?:一下|下)?${HERE}`,
  `(?:${HERE})?(?:怎么|如何|怎样)(?:运行|启动|跑起来|跑)(?:${HERE})?`,
];
const QUESTION = new RegExp(`^(?:${QUESTIONS.join("|")})$`);
/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 120;
const COURTESY =
  /^(?:(?:hi|hello|hey|please|pls|can you|could you|so|ok|okay)[, ]+)+|[, ]+(?:please|thanks?|thank you)$/g;

/** Whether the prompt asks what the repository as a whole is, or how to run it, and nothing else. */
export function asksForOverview(prompt: string): boolean {
  if (prompt.length > LONGEST) return false;
  const text = prompt.trim().toLowerCase().replaceAll("’", "'").replace(/[\s?？!！.。，,~吗呢]+$/, "")
    .replace(/\s+/g, " ");
  return QUESTION.test(text.replace(COURTESY, ""));
}
