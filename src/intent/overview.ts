const REPOSITORY = "(?:repo(?:sitory)?|project|code ?base|app(?:lication)?|program)";
const THIS = `(?:this|the|our|my) (?:whole |entire )?${REPOSITORY}`;
const HERE = "(?:这个?|该|本|我们的?|当前|整个)*(?:项目|仓库|代码库|工程|程序)";

const RUN = "(?:build|compile|install|set up|setup|run|start|launch|use|test|debug|execute|deploy)";
const SUITE = "(?:(?:unit |integration |whole |full )?(?:tests?|specs?|test ?suites?|test cases))";
const OBJECT =
  `(?:it|this|them|everything|${THIS}|the (?:code|examples?)|(?:(?:all )?(?:the|its|my|our|all|${THIS}'s) )?${SUITE}|(?:(?:the|a) )?(?:dev(?:elopment)? )?(?:server|environment))`;
const TASK =
  `${RUN}(?: ${OBJECT})?(?:(?:, | and |, and )${RUN}(?: ${OBJECT})?){0,3}(?: (?:of|in|for|from) ${THIS})?(?: locally| here| from source| on my machine)?`;
const PARTS =
  "(?:modules?|folders?|director(?:y|ies)|packages?|parts?|components?|layers?|crates?|subprojects?)";
const FOR_WHOM =
  "(?: (?:to|for) (?:me|us|a newcomer|newcomers|a beginner|a new (?:developer|contributor|colleague|hire)|someone new))?";
const ASPECT =
  `(?:and )?(?:the |its )?(?:(?:main |different )?${PARTS}|(?:main )?entry points?|(?:code )?(?:structure|architecture|layout)|purpose|(?:how to|commands to) ${TASK}|(?:where|what) (?:is|are) (?:the|its) (?:core|heart|centre|center|main (?:code|logic|class(?:es)?|files?)|entry points?))`;

/** Questions of one kind. */
interface Questions {
  /** Stands in each of them; no other question is compared with `whole`. */
  readonly sign: RegExp;
  /** Whole questions; what names anything else is a question about that. */
  readonly whole: RegExp;
}

/** Each group compiles only for questions with its sign: as one expression they take 20 ms, in a process for each prompt. */
const ENGLISH: readonly Questions[] = [
  {
    sign: /^where /,
    whole: whole([`where (?:do|should|can) i (?:start|begin)(?: reading)?(?: in ${THIS})?`]),
  },
  {
    sign: /^what/,
    whole: whole([
      `what(?:'s| is) ${THIS}(?: all)?(?: about| for)?`,
      `what(?:'s| is) the (?:structure|architecture|layout|purpose) of ${THIS}`,
      `what(?:'s| is) the (?:project|repo(?:sitory)?|code|folder) (?:structure|architecture|layout)`,
      `what(?:'s| is) in ${THIS}`,
      `what does ${THIS} do`,
      `what (?:are|do) (?:the|its) (?:main |different |individual )?${PARTS}(?: of ${THIS})?(?: do| for)?`,
    ]),
  },
  {
    sign: /^how (?:is|does) (?:all|the|this|our|my) /,
    whole: whole([
      `how (?:is|does) ${THIS} (?:structured|organi[sz]ed|laid out|built up|work)`,
      `how is (?:the|this|all the|all this) (?:source )?code (?:structured|organi[sz]ed|laid out)`,
    ]),
  },
  {
    sign: new RegExp(`^(?:how |show me how to )(?:\\w+ (?:i|we|you) |to )?${RUN}`),
    whole: whole([`(?:how (?:do|can|would|should) (?:i|we|you)|how to|show me how to) ${TASK}`]),
  },
  {
    sign: /^(?:explain|describe|summari|introduce|walk|tell|understand|explore|show me the )/,
    whole: whole([
      `(?:explain|describe|summari[sz]e|introduce|walk me through|tell me about|understand|explore) ${THIS}${FOR_WHOM}`,
      `(?:explain|describe|show me) the (?:structure|architecture|layout) of ${THIS}`,
    ]),
  },
  {
    sign: /(?:overview|summary|tour) of (?:this|the|our|my) /,
    whole: whole([
      `(?:give me |show me |i need |i want )?(?:an? )?(?:short |brief |quick |high[- ]level )?(?:overview|summary|tour) of ${THIS}`,
    ]),
  },
];
const GO = "(?:编译|构建|安装|部署|搭建|运行|启动|调试|执行|跑)(?:起来|一下)?";
const GOAL =
  `(?:${HERE}|它|(?:${HERE}的?)?(?:代码|(?:开发)?环境|(?:全部|所有|单元|集成)?(?:的)?(?:测试|用例)(?:用例)?))`;
const LOCAL = "(?:在?本地|在?本机)?";
const CHINESE = whole([
  `(?:${HERE}|${GOAL})?${LOCAL}(?:应该|要)?(?:怎么|如何|怎样)${LOCAL}(?:${GO}(?:${GOAL})?(?:和|并|、|及|与)?)+`,
  `(?:怎么|如何|怎样)把(?:${HERE}|它)(?:${GO})`,
  `(?:${HERE}(?:里|中|的)?)?(?:有)?(?:各个?|每个|哪些)?(?:模块|目录|文件夹|子项目|部分)(?:分别|各自)?(?:是|负责|有)?(?:做什么|干什么|干嘛|什么|哪些|什么用)?(?:的|用的)?(?:功能|作用|职责)?(?:是什么)?`,
  `${HERE}(?:是|主要)?(?:是?做什么|干什么|干嘛|什么|做啥|干啥)(?:的|用的)?`,
  `${HERE}(?:有什么用|的?(?:整体|代码|目录)?(?:结构|架构)(?:是什么|是怎样的|是怎么样的|怎么样|如何)?|概览|概述)`,
  `(?:请|帮我)*(?:介绍|解释|说明|概述|总结|讲解|讲)(?:一下|下)?${HERE}(?:的?(?:整体)?(?:结构|架构))?`,
  `(?:${HERE}|代码)?我?(?:应该|要)?从(?:哪里|哪儿)(?:开始)?(?:看|读)(?:起|代码)?`,
]);

/** What an overview has, named behind it: `main parts, entry points and how to run the tests`. */
const ASPECTS = whole([`${ASPECT}(?:(?:, | and |, and )${ASPECT}){0,4}`]);

/** What each of the Chinese ones holds: compiling them takes longer than most prompts may cost. */
const CHINESE_SIGN = /什么|干嘛|啥|怎么|如何|怎样|结构|架构|概|介绍|解释|说明|总结|讲|哪/;

/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 120;
const COURTESY =
  /^(?:(?:hi|hello|hey|please|pls|can you|could you|so|ok|okay|i'm new (?:here|to (?:this|the) (?:project|repo(?:sitory)?|code ?base)))[,.: ]+)+|[, ]+(?:please|thanks?|thank you)$/g;

/** What separates two questions in a prompt. */
const BETWEEN =
  /[?？!！.。，;；:：~]+\s*(?:and |then )?|,\s*(?:and |then )?(?=how|what|show|where|explain|describe|\p{Script=Han})| (?:and|then) (?=how|what|show|where|explain|describe)|以及|并且|还有|、(?=怎么|如何|怎样)/u;

/** Whether the prompt asks what the repository as a whole is, or how to run it or its tests, and nothing else. */
export function asksForOverview(prompt: string): boolean {
  if (prompt.length > LONGEST) return false;
  const text = prompt.trim().toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
  const questions = text.replace(COURTESY, "").split(BETWEEN).map((one) => one.trim().replace(/[吗呢]$/, ""))
    .filter((one) => one !== "");
  return questions.some(isOverview) && questions.every((one) => isOverview(one) || ASPECTS.test(one));
}

function isOverview(question: string): boolean {
  return ENGLISH.some(({ sign, whole }) => sign.test(question) && whole.test(question)) ||
    (CHINESE_SIGN.test(question) && CHINESE.test(question));
}

function whole(questions: readonly string[]): RegExp {
  return new RegExp(`^(?:${questions.join("|")})$`);
}
