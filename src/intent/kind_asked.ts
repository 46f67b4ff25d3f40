import { anyOf } from "../text/any_of.ts";

/** What stands before the kind and says nothing of it. */
const BEFORE =
  "(?:an?|the|of the|another|one more|my|our|own|new|extra|additional|separate|custom|existing|present|current|already|built-?in|shipped|small(?:est)?|simplest|tiny|compact|closest|(?:kind|sort)s? of|`[^`]+`)";
/** Up to four words, as few as reach what stands behind a kind; what only points at one calls it nothing. */
const PHRASE = "((?!(?:it|this|that|these|those|they|there|ones?)\\b)[a-z][\\w-]*(?: [a-z][\\w-]*){0,3}?)";
const BEHIND =
  "(?=\\s*(?:$|[,;:.?!()\"'`]|(?:to|for|that|which|with|from|of|in|on|so|like|besides?|whose|when|and|or|as|by|say|is|are|was|do|does|did|can|could|should|shows?|must)\\b))";
const ENGLISH = [
  // "I want to add a core tag with", "I'd like my own command"
  new RegExp(
    `\\b(?:add(?:ing)?|write|contribute|ship|introduce|implement|create|want|need|like|support|have|provide|offer) (?:${BEFORE} )+${PHRASE}${BEHIND}`,
    "gi",
  ),
  // "completions for another shell", "options of a new type"
  new RegExp(`\\b(?:another|one more|an? (?:new|additional|extra)) (?:${BEFORE} )*${PHRASE}${BEHIND}`, "gi"),
  // "which existing filter class do I copy"
  new RegExp(
    `\\bwhich (?:${BEFORE} )*${PHRASE}(?=\\s(?:do|does|should|can|could|is|are|shows?|looks?|to|and)\\b)`,
    "gi",
  ),
  // "where are built-in tags registered"
  new RegExp(
    `\\bwhere (?:is|are) (?:${BEFORE} )*${PHRASE} (?:registered|listed|entered|mapped|bound|declared)\\b`,
    "gi",
  ),
];
const CHINESE = [
  // one more, of a new one
  /(?:加|新增|增加|添加|支持|实现|贡献|内置|写)(?:上|到)?(?:另)?一[个种条类](?:\s*`[^`]+`\s*|新的?|自己的|内[置建]的?)*([^，。？；！、,?;!(（“"`]{1,16})/g,
  /另(?:外)?一?[个种]([^，。？；！、,?;!(（“"`]{1,12})/g,
  // which one to copy, where it is registered
  /哪[个种]?(?:现有|已有|内[置建]|现成)?的?(?:比较)?小?([^，。？；！、,?;!(（“"`哪]{1,12}?)(?:最?适合|比较|最小|可以|来?照?抄)/g,
  /内[置建]的?([^，。？；！、,?;!(（“"`]{1,8}?)(?:在哪|是在|都?登记|注册)/g,
];

/** What asks for what all of a kind are derived from. */
const ASKS_BASE = anyOf([
  // "which trait do I implement?"
  /\b(?:which|what) (?:[\w-]+ ){0,2}(?:traits?|interfaces?|protocols?|(?:base|abstract|parent|super) ?class(?:es)?)\b/,
  // "what do I implement?"
  /\bwhat (?:do|must|should) i (?:implement|extend|subclass|derive from|inherit)\b/,
  // implement or inherit what, which interface
  /(?:实现|继承)(?:哪|什么)|哪[个些一]*(?:trait|protocol|接口|协议|基类|抽象类|父类)/,
]);

/** Whether a prompt asks what all of the kind are derived from: "which trait do I implement?" */
export function asksForBase(prompt: string): boolean {
  return ASKS_BASE.test(prompt);
}

/** What a prompt calls the kind of which it wants one more, each phrase as written: "filter expression", "filter class". */
export function kindsAsked(prompt: string): string[] {
  const found = new Set<string>();
  for (const shape of [...ENGLISH, ...CHINESE]) {
    for (const [, phrase] of prompt.matchAll(shape)) found.add(phrase!.trim());
  }
  return [...found];
}
