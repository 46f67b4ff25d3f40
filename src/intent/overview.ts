const REPOSITORY = "(?:repo(?:sitory)?|project|code ?base|app(?:lication)?|program)";
const THIS = `(?:this|the|our|my) (?:whole |entire )?${REPOSITORY}`;
const HERE = "(?:这个?|该|本|我们的?|当前|整个)*(?:项目|仓库|代码库|工程|程序)";

const RUN = "(?:build|compile|install|set up|run|start|launch|use|test|debug)";
const TESTS = `(?: (?:it|this|${THIS}|the (?:tests?|test suite|code|examples?)|them|tests?))?(?: locally)?`;

/** Whole questions; what names anything else is a question about that. */
const ENGLISH = whole([
  `(?:explain|describe|summari[sz]e|introduce|walk me through|tell me about|understand|explore) ${THIS}(?: to me| for me)?`,
  `what(?:'s| is) ${THIS}(?: all)?(?: about| for)?`,
  `what does ${THIS} do`,
  `(?:give me |show me |i need |i want )?(?:an? )?(?:short |brief |quick |high[- ]level )?(?:overview|summary|tour) of ${THIS}`,
  `how (?:is|does) ${THIS} (?:structured|organi[sz]ed|work)`,
  `how (?:do|can|would|should) (?:i|we|you) (?:build and |install and )?(?:run|start|launch) (?:it|this|${THIS})(?: locally)?`,
  `what(?:'s| is) in ${THIS}`,
  `(?:how (?:do|can|would|should) (?:i|we|you)|how to|show me how to) ${RUN}(?: and ${RUN})?${TESTS}`,
]);
const CHINESE = whole([
  `(?:${HERE})?(?:应该)?(?:怎么|如何|怎样)(?:在本地|本地)?(?:(?:编译|构建|安装|运行|启动|调试|跑)(?:和|并|、)?)+(?:起来)?(?:测试|单元测试|代码)?`,
  `(?:各个?|每个)?(?:模块|目录|文件夹)(?:分别)?(?:是|负责)?(?:做什么|干什么|干嘛|什么)(?:的|用的)?`,
  `${HERE}(?:是|主要)?(?:是?做什么|干什么|干嘛|什么|做啥|干啥)(?:的|用的)?`,
  `${HERE}(?:有什么用|的?(?:整体)?(?:结构|架构)(?:是什么|是怎样的|是怎么样的|怎么样)?|概览|概述)`,
  `(?:请|帮我)*(?:介绍|解释|说明|概述|总结|讲解|讲)(?:一下|下)?${HERE}`,
  `(?:${HERE})?(?:怎么|如何|怎样)(?:运行|启动|跑起来|跑)(?:${HERE})?`,
]);

/** How each of them begins, and what each Chinese one holds: compiling them all takes longer than most prompts may cost. */
const ENGLISH_OPENING =
  /^(?:explain|describe|summari|introduce|walk|tell|understand|explore|what|give|show|i |an? |short|brief|quick|high|over|summary|tour|how)/;
const CHINESE_SIGN = /什么|干嘛|啥|怎么|如何|怎样|结构|架构|概|介绍|解释|说明|总结|讲/;

/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 120;
const COURTESY =
  /^(?:(?:hi|hello|hey|please|pls|can you|could you|so|ok|okay)[, ]+)+|[, ]+(?:please|thanks?|thank you)$/g;

/** Between two questions. */
const BETWEEN = /[?？!！.。，,;；~]+\s*(?:and |then )?| (?:and|then) (?=how|what|show|where)|以及|并且|还有/;

/** Whether the prompt asks what the repository as a whole is, or how to run it or its tests, and nothing else. */
export function asksForOverview(prompt: string): boolean {
  if (prompt.length > LONGEST) return false;
  const text = prompt.trim().toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
  const questions = text.replace(COURTESY, "").split(BETWEEN).map((one) => one.trim().replace(/[吗呢]$/, ""))
    .filter((one) => one !== "");
  return questions.length > 0 && questions.every(isOverview);
}

function isOverview(question: string): boolean {
  return (ENGLISH_OPENING.test(question) && ENGLISH.test(question)) ||
    (CHINESE_SIGN.test(question) && CHINESE.test(question));
}

function whole(questions: readonly string[]): RegExp {
  return new RegExp(`^(?:${questions.join("|")})$`);
}
