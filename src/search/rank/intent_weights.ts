import { lookUp } from "../../model/json.ts";
import type { QueryViews } from "../query/fields.ts";
import type { Weights } from "./model.ts";

/** Longer texts are reports: they mention tests, documents and paths without asking for them. */
const SHORT_PROMPT = 400;
const TESTS = /(?:^|[^a-z])(?:tests?|tested|testing|specs?|fixtures?)(?![a-z])|测试|測試|单测|用例/i;
const TEXTS =
  /\b(?:docs?|documents?|documentation|documented|readme|changelog|guides?|config(?:uration)?|templates?|ya?ml|json)\b|文档|文檔|配置|模板/i;

/**
 * The least that naming something outright weighs in a short prompt. The models learn from long reports, where most
 * of what is named is scenery.
 */
const NAMED_OUTRIGHT: Weights = {
  path_named: 4,
  url_named: 4,
  module_named: 2,
  trace: 2,
  trace_last: 2,
  qualified: 2,
  defines_like_best: 2,
  defines_inline_best: 2,
};

/** Questions whose answer is a test, not code that is tested. */
const ASKS_FOR_TESTS =
  /\b(?:which|what|where|are there)\b[^.?!\n]{0,40}\b(?:tests?|specs?)\b|\btests? (?:for|that|cover)|(?:哪些|哪个|什么|有没有)[^。？\n]{0,12}(?:测试|用例)|(?:测试|用例)(?:覆盖|检查)|(?:哪里|在哪|哪儿)[^。？\n]{0,6}测试(?:了|过)?/i;
const TEST_FIRST = 1.5;
/** What asks for something else before a question for tests. */
const ASKS_BEFORE = /\b(?:what|which|how|why|where|if)\b|[?？]|什么|怎么|如何|为什么|哪|如果/i;

/** What asks for the command, beside what it runs. */
const HOW_TO_RUN =
  /\b(?:how (?:do|can|should|would) (?:i|we|you)|how to) (?:only |just )?(?:run|execute)\b|(?:怎么|如何|怎样)(?:单独|只)?(?:去)?(?:跑|运行|执行)/i;

/** The same for definitions. */
export function definitionWeightsFor(query: QueryViews, weights: Weights): Weights {
  if (!Object.hasOwn(weights, "is_test_code")) return weights;
  if (asksForTests(query) === "first") return { ...weights, is_test_code: TEST_FIRST };
  const { title, prose } = query.segments;
  return TESTS.test(`${title}\n${prose}`)
    ? { ...weights, is_test_code: (lookUp(weights, "is_test_code") ?? 0) / 2 }
    : weights;
}

/**
 * Whether the question asks which tests there are for something: `first` when nothing else is asked before ("which tests
 * cover the cart?"), `also` at the end of another question ("what breaks if I drop the lock, and which tests check it?").
 */
export function asksForTests({ segments: { title, prose } }: QueryViews): "first" | "also" | undefined {
  const text = `${title}\n${prose}`;
  const found = ASKS_FOR_TESTS.exec(text);
  if (!found) return undefined;
  return ASKS_BEFORE.test(text.slice(0, found.index).replace(HOW_TO_RUN, "")) ? "also" : "first";
}

/** Whether a question also asks how something is run. */
export function asksToRun({ segments: { title, prose } }: QueryViews): boolean {
  return HOW_TO_RUN.test(`${title}\n${prose}`);
}

/** A question for tests without what it says of running them. */
export function withoutRunning(question: string): string {
  return question.split(/(?<=[?？。!！；;\n])|[,，](?=\s*(?:and |how |怎|如何))|\band (?=how\b)/)
    .filter((clause) => !HOW_TO_RUN.test(clause) || ASKS_FOR_TESTS.test(clause))
    .join("").replace(HOW_TO_RUN, "");
}

/** The weights for this question: a short prompt gets what it names, and tests and documents when it asks for them. */
export function wishedFor(query: QueryViews, weights: Weights): Weights {
  const { all, title, prose, trace } = query.segments;
  // A pasted trace does not make a question a report.
  if (all.length - trace.length > SHORT_PROMPT) return weights;
  const words = `${title}\n${prose}`;
  const wished: Record<string, number> = { ...weights };
  for (const [id, least] of Object.entries(NAMED_OUTRIGHT)) wished[id] = Math.max(wished[id] ?? 0, least);
  if (TESTS.test(words)) wished["is_test"] = 0;
  // Documents define nothing.
  if (TEXTS.test(words)) wished["is_text"] = wished["has_names"] = 0;
  return wished;
}
