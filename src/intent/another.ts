import { anyOf } from "../text/any_of.ts";
import { asksForPattern, LONGEST_ADDITION } from "./pattern_to_copy.ts";

const MORE = "another|one more|an additional|a new";
/** "Implement another backend", "adding support for NATS". */
const ADD = new RegExp(
  `\\b(?:add|implement|create|write|introduce|provide)(?:ing)? (?:support for|${MORE}|a brand new|new) (.+)`,
  "i",
);
const WISH = anyOf([
  // "I'd like a new swipe action"
  new RegExp(`\\b(?:i|we)(?:(?:['’]d| would) like| want| need)(?: to have)? (?:${MORE}|a brand new) (.+)`),
  // "add EPUB as another export format"
  new RegExp(`\\badd \\S.{0,40}? as (?:${MORE}) (.+)`),
]);
/** The kind before a name in the code's own spelling: "add a gutter type 'marks'". */
const NAMED = /\badd an? ((?:[a-z][a-z-]*\s){1,4})(?=["'`:%~@#][\w%@.-])/i;
/** Behind these stands where it goes or what it is called, not what it is. */
const WHERE = anyOf([
  /(?<![-\w])(?:to|into|in|on|inside|that|which|so|when|because|with|where)(?![-\w])/,
  /[,;:.?!](?:\s|$)/,
  // a name in quotes
  /\s(?=["'`#%~@][\w{])/,
]);
/** "Add one new ... support". */
const ADD_CHINESE =
  /(?:新增|增加|添加|再加|实现|加)(?:一个|一种|对)?(?:新的?|另一[个种])?(.{1,30}?)(?:的?支持|[，。？！]|$)/;
/** What says that it is one more: support, a new one, another one, one besides. */
const MORE_CHINESE = /支持|一[个种]新|另一[个种]|再加一[个种]|新增一?[个种]/;
/** Parts of a definition, and tests, are no kind that a repository has files of. */
const PART = anyOf([
  /\b(?:method|function|field|parameter|param|argument|flag|property|attribute|column)\b/,
  /\b(?:test|tests|line|comment|log|check)\b/,
  /方法|函数|字段|参数|属性|测试|日志|注释/,
]);

/** What adds something in such a question is told of, not asked for. */
const ASKS_WHY = /^\s*why (?:is|are|do|does|did|was|were|has|have|can(?:no|')t)\b/i;

/** What a prompt wants one more of, as it says it: "CBOR beside JSON and XML"; undefined when it wants nothing of the sort. */
export function wantedKind(prompt: string): string | undefined {
  if (prompt.length > LONGEST_ADDITION || ASKS_WHY.test(prompt)) return undefined;
  const english = ADD.exec(prompt) ?? WISH.exec(prompt) ?? NAMED.exec(prompt);
  const chinese = MORE_CHINESE.test(prompt) ? ADD_CHINESE.exec(prompt)?.[1] : undefined;
  const wanted = english ? kindIn(english) : chinese;
  if (asksForPattern(prompt)) return wanted?.trim() ?? "";
  return wanted === undefined || wanted.trim() === "" || PART.test(wanted) ? undefined : wanted.trim();
}

function kindIn([all, first, second = ""]: RegExpExecArray): string | undefined {
  const behind = first ?? second;
  return /\bsupport for\b/i.test(all) ? behindName(behind) : behind.split(WHERE)[0];
}

/** Support is for a thing, whose name says nothing of the kind, unless it is for a new one of the kind. */
function behindName(thing: string): string {
  const kind = /^(?:a (?:new )?|another |new )(.+)/i.exec(thing)?.[1];
  return kind ?? thing.replace(/^\S+\s*/, "");
}
