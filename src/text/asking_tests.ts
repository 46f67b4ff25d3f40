/** Words that stand between "which" and "tests" where the question is for something else: "which class runs the tests". */
const OTHER_MATTER =
  "(?:an?|the|one|two|each|every|its|my|our|your|their|this|that|these|those|it|they|we|you|" +
  "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|by|of|in|on|to|for|from|with|when|if|while|so|and the|" +
  "runs?|loads?|collects?|sorts?|finds?|prints?|reports?|starts?|executes?|skips?|filters?|makes?|lets?|gets?|keeps?|calls?|" +
  "creates?|builds?|registers?|discovers?|selects?|orders?|shuffles?|hands?|sends?|passes|decides?|happens?)\\b";
/** What tests there are may be told of them: "unit, integration and other tests". */
const TESTS = `(?:[ ,]+(?!${OTHER_MATTER})[^\\s.?!,;]+){0,4}? (?:tests?|specs?)\\b`;

/** Questions whose answer is a test, not code that is tested. */
const ASKS_FOR_TESTS = new RegExp(
  [
    `(?<!\\b(?:by|in|of|for|from|at|under|on|to|with) )\\b(?:which|what)(?: (?:are|were) (?:the|our|all)| of (?:the|our|my|these|those))?${TESTS}`,
    "\\b(?:which|what) files? (?:has|have|holds?|contains?) [^.?!,;\\n]{0,20}\\b(?:tests?|specs?)\\b",
    `\\b(?:are|is) there(?: (?:already|also|now))?(?: (?:an?|the|our))?${TESTS}`,
    `\\b(?:do (?:we|you|they) (?:already |also |even )?have|have (?:we|you) (?:got)?)(?: an?)?${TESTS}`,
    `\\bwhere (?:is|are|do i find|can i find|would i find)(?: (?:the|our|all))?${TESTS}(?=[?.!\\s]*$|[?.!]| (?:for|of|on|that|which|cover\\w*|about)\\b)`,
    "\\b(?:does an?|do any|do some) tests?\\b",
    "(?<!\\b(?:another|other|same|each|every) )\\btests? (?:for|cover|that(?! (?:pass|fail|ran|is|are|was|were|hang|time)))",
    "^\\s*(?:the )?(?:(?:unit|integration|regression|existing) )*(?:tests?|specs?) (?:of|on|for|that|which|about|where|when|covering|around)\\b",
    "\\bwhere (?:is|are) [^.?!\\n]{1,40} tested\\b",
    "\\b(?:is|are) (?:it|this|that|these|those|both|they) (?:already |ever |really )?(?:tested|covered by (?:an? |any )?tests?)\\b",
    "(?:哪些|哪个|什么|有没有)[^。？，、,\\n]{0,12}(?:测试|用例|\\bspecs?\\b)",
    "(?:测试|用例)(?:覆盖|检查|有哪些|都?在哪|[:：])",
    "有(?:单元|相关|对应)?(?:测试|用例)(?:吗|么|能|会|覆盖|检查|保证)",
    "(?:哪里|在哪|哪儿)[^。？\\n]{0,6}测试(?:了|过)?",
  ].join("|"),
  "i",
);
/** What each of those questions holds. */
const NAMES_TESTS = /test|spec|测试|用例/i;
/** What asks for something else before a question for tests; what is to be changed ("if I rename it, ...") asks nothing. */
const ASKS_BEFORE = /\b(?:what|which|how|why|where|who)\b|[?？]|什么|怎么|如何|为什么|哪|谁/i;

/** What asks for the command, beside what it runs. */
const HOW_TO_RUN =
  /\b(?:how (?:do|can|should|would) (?:i|we|you)|how to) (?:only |just )?(?:run|execute)\b|(?:怎么|如何|怎样)(?:单独|只)?(?:去)?(?:跑|运行|执行)/i;

/**
 * Whether a question asks which tests there are for something: `first` when nothing else is asked before ("which tests
 * cover the cart?"), `also` at the end of another question ("what breaks if I drop the lock, and which tests check it?").
 */
export function testsAskedIn(text: string): "first" | "also" | undefined {
  // The other expression takes some milliseconds to compile.
  const found = NAMES_TESTS.test(text) ? ASKS_FOR_TESTS.exec(text) : null;
  if (!found) return undefined;
  return ASKS_BEFORE.test(text.slice(0, found.index).replace(HOW_TO_RUN, "")) ? "also" : "first";
}
