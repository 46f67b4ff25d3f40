import { anyOf } from "../text/any_of.ts";

/** A prompt that is longer says more than what it wants one more of. UTF-16 units. */
export const LONGEST_ADDITION = 400;

/** A condition that begins the prompt: "if I add a member, what else breaks?" adds nothing. */
const CONDITION = /^(?:if\b|如果)/i;
/** What says that something is to be added. */
const ADDS = anyOf([
  // "I'd like", "we need", "I'm adding"
  /\b(?:i|we)(?:['’](?:d|m|re)| would| am| are)? (?:like|want|need|add|adding|use|run|renamed?)\b/,
  // "our plugin should"
  /\b(?:our|my) \w+ should\b/,
  // to add, to support one more, to contribute, to write
  /[想要再]加|新增|增加一|添加一|再支持|再提供|贡献|想写/,
  // it does not exist yet
  /还没有/,
  // we want to, for something or with something, built in
  /我们?[想要][在给让用]|想(?:[在给让]|内置|自己写|支持)/,
  // we want to turn it into something, but not to change what it does; it was renamed
  /想把(?![^。？]*改成)|改名成/,
]);

/** What asks which code to copy, or where one more is entered. */
const ASKS = anyOf([
  // "which class do I copy?", "what must be extended?"
  oneSentence("which|what|where", "cop(?:y|ied)|imitate|follow|extend(?:ed)?|touch(?:ed|ing)?"),
  // "which one do I take as a model?", "what is a good template?"
  oneSentence("which|what|where", "(?:as a|(?:is|are) (?:a|the)(?: [a-z]+)?) (?:model|template|pattern)"),
  // "which lists need a new entry?"
  oneSentence("which|what|where", "(?:need|has|have|do) [^.?!]{0,30}(?:entry|row|new name)"),
  // "where is it registered?", "how is it wired?"
  oneSentence(
    "where|how|which|what",
    "register(?:ed|s)?|registrations?|listed|entered|hook(?:ed)?|wired|picked up|be added|made selectable",
  ),
  // "which file lists all of them?"
  oneSentence("where|how|which|what", "lists? (?:all|the|need)"),
  // "where is the table of known schemes?", "which table is it in?"
  oneSentence("where|which|what", "(?:table|list|registry|map) of|switched on|exposed|exported"),
  // "where would the comparison go?", "where must the new bit be put?"
  /\bwhere (?:would|should|does|do|must|can) [^.?!]{0,60}?\b(?:go|belong|be put|live)\b/,
  // "is there one to copy?"
  /\bto (?:copy|imitate)\b/,
  // to copy, which to copy, a template, to imitate
  /照[着抄]|照(?:哪|什么)|抄(?:哪|什么|现有)|样板|模仿/,
  // where or how it is registered, hooked in, chosen, added
  /(?:哪里|哪儿|哪些|哪个|怎么)[^。？]{0,24}(?:登记|注册|挂|选用|加)/,
  // it is registered, added or changed where
  /(?:登记|注册|挂|加|改|扩展)[到在进]?(?:哪|什么)|(?:登记|注册)[^。？]{0,8}哪/,
  // what has to be changed or added
  /(?:要|需要|得)(?:改|加|扩展?)[^。？，]{0,8}(?:哪|什么)/,
  // which ones to add to, to change, to register with
  /哪[些几两]?[个条张]?[^。？，]{0,10}(?:加|改|扩展|登记|注册)/,
]);

/** Words that only ask for the pattern and where it is entered: the code that is meant does not hold them. */
const ASKING = anyOf([
  // "I'd like to"
  /\b(?:i|we)(?:['’]d| would)? (?:like|want|need)(?: to)?\b/,
  // to add
  /\b(?:add(?:ed|ing)?|contribute|offer|bring in|expose|ship|implement(?:ed)?|introduce|support(?: for)?)\b/,
  // one more
  /\b(?:one more|another|a new|new|an extra|extra|additional|separate)\b/,
  // to copy
  /\b(?:cop(?:y|ied)|imitate|follow|template|pattern|model|extend(?:ed)?|overridden|base class)\b/,
  // which one
  /\b(?:existing|already|simplest|smallest?|tiny|compact|closest|best|good|own|ones?|kinds?)\b/,
  // what it is in the code
  /\b(?:class(?:es)?|functions?|files?|definitions?|places?|members?|built-in|(?:by )?(?:its )?names?)\b/,
  // where it is entered
  /\b(?:register(?:ed|s)?|registrations?|listed|lists?|entered|entry|row|expects?|must|touch(?:ed|ing)?)\b/,
  // how it is found from there
  /\b(?:hook(?:ed)?(?: in| it)?|wired(?: up)?|picked up|shows? up|selectable|chosen|choose)\b/,
  // we want to add, to support
  /想再?加|新增|再加|我们?想|支持|加[到上]|需要|要改|扩展/,
  // one new
  /一[个种条]|新的?/,
  // to copy
  /照抄|照着|抄|样板|模仿|参照|参考/,
  // which one: existing, small, simple, suitable
  /现有的?|现成的?|比较小|最简单|最合适/,
  // where it is entered
  /登记|注册|挂到|列表/,
  // which, where, how, what
  /哪些地方|哪里|哪个|怎么|什么/,
], "gi");

/** Whether a prompt that adds something asks what to copy or where it is entered. */
export function asksForPattern(prompt: string): boolean {
  return prompt.length <= LONGEST_ADDITION && ASKS.test(prompt) && !CONDITION.test(prompt) &&
    ADDS.test(prompt);
}

/** A prompt that asks for a pattern without the words that only ask. */
export function withoutAsking(prompt: string): string {
  return prompt.replace(ASKING, " ");
}

/** A question word and behind it, in the same sentence, what it asks for. */
function oneSentence(question: string, what: string): RegExp {
  return new RegExp(`\\b(?:${question})\\b[^.?!]{0,80}?\\b(?:${what})\\b`);
}
