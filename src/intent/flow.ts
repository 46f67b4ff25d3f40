/** Longer prompts tell more than a question does. UTF-16 units. */
const LONGEST = 500;

const GO =
  "(?:get|gets|go|goes|travel|travels|flow|flows|move|moves|pass|passes|reach|reaches|arrive|arrives|end|ends|land|lands|make|makes|find|finds|turn|turns|propagate|propagates|come|comes|got)";
const ENGLISH = [
  /\bend[- ]to[- ]end\b|\bstep[- ]by[- ]step\b|\bfrom start to (?:end|finish)\b/,
  /\b(?:walk|take|guide|lead) me (?:through|from)\b/,
  /\btrace (?:(?:the|a|an|this|how|what|through|its?) )?(?:\w+[ -]){0,4}?(?:path|way|flow|route|life|journey|call|request|execution|from|through|it)\b/,
  /\b(?:trace|follow) .+ from .+ (?:to|into|until|till)\b/,
  /\b(?:trace|follow|(?:walk|go|step) (?:me )?through) .+ (?:until|till|up to|all the way|from .+ to)\b/,
  /(?:^|[:;.!?] )from \S.+ (?:through|to|until|into|back to) /,
  /\bwhat (?:happens|is done|goes on|gets called|is called)\b.*\b(?:when|after|between|from|once|until|inside|on)\b/,
  /\b(?:which|what)\b.* (?:runs?|executes?|(?:is|are|gets?) (?:run|called|executed)) between\b/,
  /\b(?:call|code|execution|control|data|request|message|event) ?(?:path|flow|chain|sequence)\b/,
  /\blife ?cycle of\b|\bjourney of\b|\b(?:the )?(?:path|way|route) (?:of|from|that) .+\b(?:to|until|through)\b/,
  new RegExp(
    `\\bhow (?:does|do|did|is|are|can|will|would) (?:\\S+ ){1,12}?${GO}\\b.* ?\\b(?:to|into|onto|through|up|out|until|from|there)\\b`,
  ),
  /\bhow (?:does|do|did|is|are|will|would) .+ (?:become|turned into|reach)\b/,
  /\bfrom .+\b(?:to|until|till|into|all the way)\b.+\b(?:which|what|how)\b|\b(?:which|what|how)\b.+\bfrom .+\b(?:to|until|till|into|all the way)\b/,
];
const CHINESE = [
  /(?:怎么|怎样|如何)(?:一步步|一路)?从.{1,60}(?:到|直至|变成|进入|传给|走)/,
  /从.{1,60}(?:到|直到|直至|至|变成|进入).{0,60}(?:经过|流程|过程|路径|链路|步骤|发生|怎么|怎样|如何|哪些|调用)/,
  /(?:完整|整个|整体|具体|全部|全|内部|调用|执行|处理|请求|数据|生命)的?(?:调用|执行|处理)?(?:流程|过程|链路|周期)|(?:整条|调用|执行|代码|完整)的?路径/,
  /一步(?:一)?步|端到端|来龙去脉|(?:经过|经历)了?(?:哪些|什么)|(?:怎么|怎样|如何|是怎么|是怎样|是如何)(?:一路)?(?:走到|到达|传到|传递|流转|流到|经过|进入|变成|送到)|发生了?(?:什么|哪些)/,
  /跟(?:踪|着)?(?:走)?一(?:下|遍|次|个|条)|(?:完整|详细)?(?:讲|说)一遍/,
  /从.{1,80}[，,、].{0,100}(?:再到|直到|一直到|直至|回到|[，,、]到|存进|进入)|(?:^|[：:。？?]\s?)从.{2,60}(?<![收得拿等遇受])到.{2,}[：:]/,
  /(?:怎么|怎样|如何).{0,10}从.{1,40}(?:走|到|传|变|送|流|进)|(?:走|过|捋)一遍.{2,}/,
];
/** What a change would do is another question. */
const CHANGE =
  /\b(?:if|when|once) (?:i|we|you|somebody|someone) (?:change|rename|remove|delete|move|drop|edit|modify|replace|refactor)|\bbreaks?\b|(?:如果|要是|假如).{0,12}(?:修改|改掉|改了|改成|改动|删除|删掉|重命名|去掉)/i;

/** Words of daily life that say in such a question how something moves. */
const MOVES = /^(?:travel(?:s|l?ing)?|journey|trip|run|route|walk)$/i;

/** Whether a word that speaks against a prompt being about code is but the verb of such a question. */
export function isMovement(prompt: string, word: string): boolean {
  return MOVES.test(word) && asksForFlow(prompt);
}

/** The two ends of a way, as a prompt says them. */
export interface Ends {
  readonly first: string;
  /** Absent where it says only what happens after the first. */
  readonly last?: string;
}

const VERB = "(?:get|go|travel|flow|move|pass|turn|make it|come)\\w*";
const HAPPENS = "happens|is done|goes on|gets called|is called|runs|is run|executes|is executed";
/** Before what a way ends with. */
const TO = "(?:all the way |right )?(?:(?:up|down) )?(?:to|until|till|into)";
const BETWEEN = [
  new RegExp(
    `\\bhow (?:does|do|did|is|are|will|would|can) (?<what>.+?) ${VERB} from (.+?) ${TO} (.+)`,
    "i",
  ),
  new RegExp(
    `\\b(?:trace|follow|walk me through|(?:path|way|route|journey) of) (?<what>(?!what |how |(?:the |a )?(?:path|way|route|flow|journey|calls?)\\b).+?)[,:]? from (.+?) ${TO} (.+)`,
    "i",
  ),
  /\b(?:trace|follow|walk me (?:through|from)) (?!.*\bfrom )(.+?),? (?:until|till|down to|up to|all the way (?:down |up )?to) (.+)/i,
  new RegExp(`\\bfrom (.+?) ${TO} (.+)`, "i"),
  /\bbetween (.+?) and (.+)/i,
  new RegExp(
    `\\bhow (?:does|do|did|is|are|will|would|can) (.+?) ${VERB} (?:through|along|over|via|across|past) .+? (?:until|till|before|into|to) (.+)`,
    "i",
  ),
  /\bhow (?:does|do|did|is|are|will|would|can) (.+?) (?:get|go|travel|flow|move|pass|end up|turn|make it|arrive|become|find (?:its|their) way|reach)\w*(?: up| way)? ?(?:to|into|onto|on|through|in|at|as)? (.+)/i,
  new RegExp(
    `\\bwhat (?:${HAPPENS})(?: [\\w-]+){0,4}? (?:when|after|once) (.+?),? (?:until|till|before|(?:up|down) to) (.+)`,
    "i",
  ),
  /^(.+?)(?:之后|以后|后)[，,]\s*(?:一?直)?到(?!底)(.+?)(?:[，,。？?]|$)/,
  /^(.+?)(?:之后|以后|后)[，,](.+?是?(?:怎么|怎样|如何)被.+?)到?的?$/,
  /^(?<what>.*?)(?:是?(?:怎么|怎样|如何)(?:一步步|一路)?)?从(.+?)(?:一路)?(?:直到|(?<![收得拿等遇受])到达?|直至|变成|进入|传给)(.+?)(?:，|,|。|？|的?(?:完整|整个|流程|过程|中间)|的?$)/,
  /^(.+?)(?:调用|执行)?(?:之后|以后|后)[，,]?.*?(?:走到|到达|写到|写进|写入|进入|传到|送到|变成|落到|流到|交给)(.+?)(?:里面?|中|的|上)?(?:[，。？?,]|$)/,
  /^(.+?)(?:调用|执行)?(?:之后|以后|后)[，,].*?(?:最后|最终)(?:是?在哪[里儿]?|由谁|被谁)?(.+?)的?$/,
];

/** Where a question ends and another one or a remark begins. */
const CLAUSE =
  /[?？；]\s*|;\s+|\.\s+(?=\p{Lu})|:?\s(?:and\s)?(?=(?:how|where|which|what) (?:is|are|does|do|functions?|steps?)\b)/u;

/** What sets something off. */
const START = [
  new RegExp(
    `\\bwhat (?:${HAPPENS})(?: [\\w-]+){0,4}? (?:when|after|once|if|on|inside|in|during) (.+?)(?:[,;:?]|$)`,
    "i",
  ),
  /\b(?:trace|follow|walk me through) (?:what happens when )?(.+?)(?:[,;:?]|$)/i,
  /^(?:当)?(.+?)(?:时|之后|以后|的时候|后)(?:[，,]|(?=里面|内部|会|都|究竟|到底|发生|经过))/,
];

/** Whether the prompt asks by which steps something gets from one place to another: for an ordered path through the code. */
export function asksForFlow(prompt: string): boolean {
  if (prompt.length > LONGEST || CHANGE.test(prompt)) return false;
  const text = prompt.toLowerCase().replace(/\s+/g, " ");
  return ENGLISH.some((shape) => shape.test(text)) || CHINESE.some((shape) => shape.test(text));
}

/** What the prompt says the path begins and ends with; undefined where it names neither. */
export function endsOf(prompt: string): Ends | undefined {
  const clauses = prompt.split(CLAUSE);
  for (const shape of BETWEEN) {
    for (const clause of clauses) {
      const found = shape.exec(clause);
      if (!found) continue;
      const what = found.groups?.["what"];
      const [first = "", last = ""] = found.slice(what === undefined ? 1 : 2);
      return { first: `${what ?? ""} ${first}`.trim(), last: last.replace(/[\s.,;:。，；：]+$/, "") };
    }
  }
  for (const shape of START) {
    const first = shape.exec(prompt)?.[1];
    if (first !== undefined) return { first };
  }
  return undefined;
}
