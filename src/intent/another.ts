/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 400;
const ENGLISH =
  /\b(?:add|implement|create|write|introduce|provide)(?:ing)? (?:(?:support for|another|one more|an additional|a (?:brand )?new|new) (.+))/i;
/** "I'd like a new swipe action", and the kind before a name in the code's own spelling: "add a gutter type 'marks'". */
const WISH =
  /\b(?:(?:i|we)(?:['’]d| would) like|(?:i|we) (?:want|need))(?: to have)? (?:another|one more|an additional|a (?:brand )?new) (.+)|\badd \S.{0,40}? as (?:another|one more|an additional|a new) (.+)/i;
const NAMED = /\badd an? ((?:[a-z][a-z-]*\s){1,4})(?=["'`:%~@#][\w%@.-])/i;
/** Behind these stands where it goes or what it is called, not what it is. */
const WHERE =
  /(?<![-\w])(?:to|into|in|on|inside|that|which|so|when|because|with|where)(?![-\w])|[,;:.?!](?:\s|$)|\s(?=["'`#%~@][\w{])/i;
const CHINESE =
  /(?:新增|增加|添加|再加|实现|加)(?:一个|一种|对)?(?:新的?|另一[个种])?(.{1,30}?)(?:的?支持|[，。？！]|$)/;
const ASKS_CHINESE = /支持|一[个种]新|另一[个种]|再加一[个种]|新增一?[个种]/;
/** Parts of a definition, and tests, are no kind that a repository has files of. */
const PART =
  /\b(?:method|function|field|parameter|param|argument|flag|property|attribute|column|test|tests|line|comment|log|check)\b|方法|函数|字段|参数|属性|测试|日志|注释/i;

/** What a prompt wants one more of, as it says it: "CBOR beside JSON and XML"; undefined when it wants nothing of the sort. */
export function wantedKind(prompt: string): string | undefined {
  if (prompt.length > LONGEST) return undefined;
  const english = ENGLISH.exec(prompt) ?? WISH.exec(prompt) ?? NAMED.exec(prompt);
  const behind = english?.[1] ?? english?.[2];
  const isSupport = /\bsupport for\b/i.test(english?.[0] ?? "");
  const wanted = english
    ? isSupport ? behindName(behind!) : behind?.split(WHERE)[0]
    : ASKS_CHINESE.test(prompt)
    ? CHINESE.exec(prompt)?.[1]
    : undefined;
  return wanted === undefined || wanted.trim() === "" || PART.test(wanted) ? undefined : wanted.trim();
}

/** Support is for a thing, whose name says nothing of the kind, unless it is for a new one of the kind. */
function behindName(thing: string): string {
  const kind = /^(?:a (?:new )?|another |new )(.+)/i.exec(thing)?.[1];
  return kind ?? thing.replace(/^\S+\s*/, "");
}
