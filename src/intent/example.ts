/** Longer prompts say more than that. UTF-16 units. */
const LONGEST = 500;
const MAKES =
  /\b(?:add|adds|adding|implement|implementing|support|introduce|create|expose|extend|register|(?:write|build|need|want) (?:an?|another|one more))\b|新增|增加|添加|加[一个上入]|支持|实现|扩展|写一?个/i;
const ARTICLE = "(?:the |an? |our |my |its |existing |current |built-in |way |as |ones? (?:for|of) )*";
/** "Like we already have for X". */
const HAVING =
  "(?:(?:what |how )?(?:we|you|they|i)(?:'ve|’ve)? (?:already |currently |also )?(?:have|got|do|did|use|made)(?: (?:it|this|that|one))?(?: (?:for|with|in|on))? )?";
const LIKE = new RegExp(
  `(?<![-\\w])(?:just like|(?<!(?:would|should|'d|’d|do|does|did|not|i|we|you|they|looks?|seems?|sounds?) )like(?! to\\b)|similar(?:ly)? to|model(?:l)?ed (?:on|after)|based on|next to|besides?|alongside|along with|analogous to|in addition to|(?:the )?same (?:(?:way|style|manner) )?as|as (?:we|it|is done) (?:do |does )?for|mirror(?:s|ing)?|following|(?:a )?copy of|copying|such as|other than|apart from)\\s+${HAVING}${ARTICLE}(.{1,60}?)(?=$|[;?!()"]|[.,:](?:\\s|$)|\\s(?:ones?|flags?|class(?:es)?|handlers?|does|do|is|are|but|then|where|which|what|that|so|in|for|to|when|with|already|work|works)(?:\\W|$))`,
  "gi",
);
/** What stands before the words that say so: "the same way X is supported", "the way X does it". */
const AS = new RegExp(
  `\\b(?:the (?:same )?way|just as|the same as|how)\\s+${ARTICLE}(.{1,40}?)\\s+(?:(?:is|are|was) (?:already |currently )?(?:supported|done|handled|implemented|made|registered|written)|does it|do it|works)\\b`,
  "gi",
);
/** "Taking X as the pattern", "X is the closest one". */
const MODEL = new RegExp(
  `\\b(?:tak(?:e|ing)|us(?:e|ing)|with) ${ARTICLE}(\\S{2,40}) as (?:the|a|my|our) (?:pattern|model|template|example|blueprint)\\b|(\\S{2,40}) (?:looks like|is|seems(?: to be)?) the (?:closest|nearest|most similar)\\b`,
  "gi",
);
/** What there is beside; in Chinese words that is rarely one thing. */
const BESIDES = /(?:除了?|在)([^，。？；！,?;!]{1,30}?)(?:之外|以外|外)/g;
const CHINESE = [
  /(?:仿照|仿造|参照|参考|照着|模仿|类似(?:于)?|借鉴|对照)(?:一下)?(?:现有的?|已有的?|现在的?)?(.{1,40}?)(?=那[样种个]|一样|这样|的(?:做法|写法|方式|实现|样子)|(?:应该|需要|要)|[，。？；！,?;!]|$)/g,
  /(?:像|跟|和|与|同)(?:现有的?|已有的?)?([^，。？；！,?;!]{1,40}?)(?:那样|一样|类似|同样|并列|同级|对称)/g,
  BESIDES,
];
const BETWEEN = /\s*(?:,|、|\/(?=\s)|\s(?:and|or)\s|和|或者?|以及)\s*/;
/** Name parts in order; marks around them are dropped. */
const NAME = /[A-Za-z_$][\w$]*(?:[-.:\\#]+[A-Za-z_$][\w$]*)*/g;
const ORDINARY =
  /^(?:the|an?|this|that|these|those|it|them|one|ones|other|others|existing|new|of|in|on|for|we|i|you|how|what|which|is|are|do|does|have|has|got|can|should|would|below|above|following|so|also|all|any|some|my|our|usual)$/i;
/** A name in Chinese, which the repository may know by another; what points at one or asks for one is none. */
const HAN_NAME = /^\p{Script=Han}{2,5}$/u;
const HAN_ORDINARY =
  /[这那哪它其]|现有|已有|原来|原有|之前|以前|什么|某|下面|上面|上述|如下|类型|定义|代码|文件|做法|逻辑/;
/** More words are no name. */
const MOST_WORDS = 3;
const MOST = 4;

/**
 * What a prompt that wants something more names as a pattern for it, each as it is written: "like the FTP one" gives
 * "FTP", 仿照 XML 那样 "XML", 照着钉钉那种 "钉钉". Empty where it wants nothing, or names none.
 */
export function examplesIn(prompt: string): string[] {
  if (prompt.length > LONGEST || !MAKES.test(prompt)) return [];
  const found = new Set<string>();
  for (const shape of [LIKE, AS, MODEL, ...CHINESE]) {
    for (const [, first, second] of prompt.matchAll(shape)) {
      for (const part of (first ?? second)!.split(BETWEEN)) {
        const names = (part.match(NAME) ?? []).filter((name) => !ORDINARY.test(name));
        if (names.length > 0 && names.length <= MOST_WORDS) found.add(names.join(" "));
        else if (shape !== BESIDES && HAN_NAME.test(part) && !HAN_ORDINARY.test(part)) found.add(part);
      }
    }
  }
  return [...found].slice(0, MOST);
}
