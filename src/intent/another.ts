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

/** What is said to add something: "I'd like", "we need", 想再加. */
const ADDS =
  /^(?!if\b|如果)[^]*?(?:\b(?:i|we)(?:['’](?:d|m|re)| would| am| are)? (?:like|want|need|add|adding|use|run|renamed?)\b|\b(?:our|my) \w+ should\b|[想要再]加|新增|增加一|添加一|再支持|贡献|想写|还没有|再提供|我们?[想要][在给让用]|想[在给让]|想把(?![^。？]*改成)|改名成)/i;
/** That asks what to copy, or where one more is entered. */
const ASKS_PATTERN =
  /\b(?:which|what|where)\b[^.?!]{0,80}?\b(?:cop(?:y|ied)|imitate|follow|extend(?:ed)?|touch(?:ed|ing)?|as a (?:model|template|pattern)|(?:is|are) (?:a|the) (?:[a-z]+ )?(?:model|template|pattern)|(?:need|has|have|do) [^.?!]{0,30}(?:entry|row|new name))\b|\b(?:where|how|which|what)\b[^.?!]{0,80}?\b(?:register(?:ed|s)?|registrations?|listed|entered|hook(?:ed)?|wired|picked up|be added|lists? (?:all|the|need)|made selectable)\b|\b(?:to copy|to imitate)\b|照[着抄]|抄(?:哪|什么)|样板|模仿|(?:哪里|哪儿|哪些|哪个|怎么)[^。？]{0,24}(?:登记|注册|挂|选用|加上?一?行?)|(?:登记|注册|挂|加|改|扩展)[到在进]?(?:哪|什么)|(?:登记|注册)[^。？]{0,8}哪|(?:要|需要|得)(?:改|加|扩展)[^。？，]{0,8}(?:哪|什么)|哪[些几两]?[个条张]?[^。？，]{0,10}(?:加|改|扩展|登记|注册)/i;
/** Words that only ask for the pattern and where it is entered, which the code that is meant does not hold. */
const ASKING =
  /\b(?:i|we)(?:['’]d| would)? (?:like|want|need)(?: to)?\b|\b(?:add(?:ed|ing)?|contribute|offer|bring in|expose|ship|implement(?:ed)?|introduce|support(?: for)?)\b|\b(?:one more|another|a new|new|an extra|extra|additional|separate)\b|\b(?:cop(?:y|ied)|imitate|template|pattern|model|register(?:ed|s)?|registrations?|listed|lists?|hook(?:ed)?(?: in| it)?|wired(?: up)?|touch(?:ed|ing)?|extend(?:ed)?|existing|simplest|smallest?|tiny|compact|closest|best|good|follow|class(?:es)?|functions?|files?|definitions?|places?|entered|picked up|shows? up|entry|row|selectable|chosen|choose|built-in|members?|overridden|base class|expects?|already|ones?|kinds?|(?:by )?(?:its )?names?|must|own)\b|照抄|照着|抄|登记|注册|哪些地方|哪里|哪个|现有的?|现成的?|比较小|最简单|最合适|想再?加|新增|再加|我们?想|一[个种条]|新的?|要改|扩展|列表|样板|模仿|参照|参考|挂到|怎么|需要|什么|支持|加[到上]/gi;
/** Whether a prompt that adds something asks what to copy or where it is entered. */
export function asksForPattern(prompt: string): boolean {
  return prompt.length <= LONGEST && ASKS_PATTERN.test(prompt) && ADDS.test(prompt);
}

/** A prompt that asks for a pattern without the words that only ask. */
export function withoutAsking(prompt: string): string {
  return prompt.replace(ASKING, " ");
}

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
  if (asksForPattern(prompt)) return wanted?.trim() ?? "";
  return wanted === undefined || wanted.trim() === "" || PART.test(wanted) ? undefined : wanted.trim();
}

/** Support is for a thing, whose name says nothing of the kind, unless it is for a new one of the kind. */
function behindName(thing: string): string {
  const kind = /^(?:a (?:new )?|another |new )(.+)/i.exec(thing)?.[1];
  return kind ?? thing.replace(/^\S+\s*/, "");
}
