/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 400;
const MOST_WORDS = 3;

/** What a part of a repository is called. */
const PART =
  "(?:crates?|packages?|modules?|folders?|director(?:y|ies)|dirs?|subsystems?|systems?|components?|librar(?:y|ies)|layers?|subprojects?|services?|plugins?|engine|framework|namespace|files|part|code)";
const NAME = "([\\w./*@-]+(?: [\\w./*@-]+){0,2}?)";
const ARTICLE = "(?:the |this |our |its |that |your )?";
const TELL =
  "(?:explain|describe|summari[sz]e|introduce|understand(?:ing)?|(?:walk|take|talk) (?:me|us) through|tell (?:me|us) about|introduction to|(?:overview|summary|tour|explanation|architecture|structure|layout|organi[sz]ation|design) of)(?: (?:to|for) (?:me|us))?";
const ENDS = "(?=\\s*(?:$|[?.,;:(!\\n]| in | and (?:how|what|which|where)\\b))";
const STANDS = "(?:structured|organi[sz]ed|laid out|built up|put together|split)";

const ENGLISH: readonly RegExp[] = [
  `\\b${TELL} ${ARTICLE}${NAME} ${PART}(?![-'’\\w])`,
  `\\b${TELL} how ${ARTICLE}${NAME} ${PART} (?:works?\\b|is ${STANDS}|fits?\\b|hangs?\\b)`,
  `\\bwhat(?:'s| is| are| does| do) ${ARTICLE}${NAME} ${PART} (?:good )?(?:for|do|does|about|responsible|used)\\b`,
  `\\bhow (?:is|are) ${ARTICLE}${NAME}(?: ${PART})? ${STANDS}`,
  `\\bwhat(?:'s| is) in(?:side)? ${ARTICLE}${NAME}(?: ${PART})?(?=\\s*(?:$|[?.,]))`,
  `\\bwhich files (?:make up|belong to|are in) ${ARTICLE}${NAME}(?: ${PART})?(?=\\s*(?:$|[?.,]))`,
  `\\b${TELL} ${ARTICLE}${NAME}${ENDS}`,
].map((text) => new RegExp(text, "i"));

const HAN_NAME = "([\\w./*@-]+|\\p{Script=Han}{2,6}?)";
const HAN_PART =
  "(?:这?一?部分|这?一?块|模块|目录|文件夹|包|子系统|系统|组件|层|库|插件|服务|引擎|框架|crate|文件)";
const HAN_ASK =
  "(?:做什么|干什么|干嘛|负责什么|有什么用|(?:整体|总体|大致|代码|目录)*(?:结构|架构|设计|组成|作用|职责|概况)|(?:怎么|如何)组织|有哪些文件)";
const HAN_TELL =
  "(?:讲讲|讲一?下|讲解|介绍|解释|说明|概述|总结|梳理|说说|说一下|了解|分析)(?:一下|下)?(?:这个)?";
const CHINESE: readonly RegExp[] = [
  `${HAN_TELL}\\s*${HAN_NAME}\\s*${HAN_PART}?(?:代码)?(?:的|是|里)?(?:整体|总体|大致|主要)*${HAN_ASK}`,
  `${HAN_TELL}\\s*${HAN_NAME}\\s*${HAN_PART}(?=\\s*(?:$|[。？！，,.?!]))`,
  `${HAN_NAME}\\s*${HAN_PART}(?:代码)?(?:的|是|里|主要|分别|都)*${HAN_ASK}`,
].map((text) => new RegExp(text, "u"));

/** Words that make of a name something else: a question about a detail, or the repository as a whole. */
const NO_NAME =
  /^(?:how|what|why|when|where|which|who|if|whether|of|in|on|at|to|for|from|with|between|and|or|by|a|an|this|that|it|me|us|is|are|does|do|differences?|errors?|bugs?|code|functions?|methods?|class(?:es)?|tests?|issues?|problems?|failures?|crash(?:es)?|messages?|output|logic|flow|lines?|changes?|commits?|diff|results?|repo(?:sitory)?|project|code ?base|app(?:lication)?|program|whole|entire|overall|main|purpose|file|following|above|below)$/i;
const HAN_NO_NAME = /项目|仓库|代码|工程|程序|这个|哪些|什么|怎么|如何|为什么|函数|方法|一下/;
/** The name of a definition, which is found by itself. */
const IDENTIFIER = /^[a-z]+[A-Z]|^[A-Z]\w*[a-z][A-Z]|\(|::/;
/** What only says how much is wanted. */
const REQUEST =
  /\b(?:(?:an? )?(?:short |brief |quick |rough |high[- ]level )*(?:overview|summary|tour))\b(?: (?:only|of|please))?/gi;

/**
 * The part of the repository that a prompt wants explained as a whole, as it is written: "explain the event crate" gives
 * "event", 介绍 proxy 模块的结构 "proxy". Undefined where the prompt asks for anything else.
 */
export function scopeIn(prompt: string): string | undefined {
  if (prompt.length > LONGEST) return undefined;
  const text = prompt.replace(/[`"“”]/g, "").replace(/\s+/g, " ");
  for (const shape of ENGLISH) {
    const name = shape.exec(text)?.[1];
    if (name !== undefined && isName(name)) return name.replace(/[.,/]+$/, "");
  }
  for (const shape of CHINESE) {
    const name = shape.exec(text)?.[1];
    if (name !== undefined && !HAN_NO_NAME.test(name) && isName(name)) return name;
  }
  return undefined;
}

/** A prompt without the words that only ask for an overview: nothing called so is meant. */
export function withoutRequest(prompt: string): string {
  return prompt.replace(REQUEST, " ");
}

function isName(name: string): boolean {
  const words = name.split(" ");
  return words.length <= MOST_WORDS && !words.some((word) => NO_NAME.test(word)) && !IDENTIFIER.test(name);
}
