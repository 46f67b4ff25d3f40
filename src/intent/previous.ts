import { withoutEnding } from "../model/paths.ts";
import type { Signal, Targets } from "../model/intent.ts";
import type { QueryTerms } from "../model/question.ts";
import { isHan } from "../text/chars.ts";
import { isVague } from "./words.ts";
import { lastName } from "../model/text.ts";

/** One sign alone opens no gate. */
const LEANING = 0.3;

/**
 * Signals of a prompt that leans on earlier turns: it names one of their targets, or points back at them ("it", 那个),
 * goes on from them ("and", 还有), or asks for what something else must have ("the caller", 用法).
 */
export function previousSignals(text: string, previous: Targets | undefined): Signal[] {
  if (previous === undefined) return [];
  const { symbols, paths, words = [] } = previous;
  if (symbols.length + paths.length + words.length === 0) return [];
  const lower = text.toLowerCase();
  const name = namedIn(lower, previous);
  if (name !== undefined) return [{ type: "historical", match: name.slice(0, 80), weight: 0.35 }];
  const found = [POINTER, CONTINUATION, RELATION].flatMap((shape) => shape.exec(lower)?.[0].trim() ?? []);
  return found.slice(0, 2).map((match) => ({ type: "historical", match, weight: LEANING }));
}

/**
 * Maximum content words of a prompt that refers back, with a pointing word. With 4, and a run of Chinese as one word, 74 of
 * 1,322 judged questions with a subject of their own carried an earlier one, now 27; of 34 follow-ups 33 do.
 */
const MOST_OWN_WORDS = 3;
/**
 * The same without a pointing word. 那 at the start is none: as one, of 36 follow-ups it won three and lost one, and of 18
 * questions about something else it lost two and moved four down.
 */
const MOST_WITHOUT_POINTER = 1;
/** Characters of a Chinese word, on average: a run of them without a function word is several words. */
const WORD_OF_HAN = 2;

/**
 * Returns the earlier targets that a prompt refers to: a symbol that it names in passing, all of them when it only
 * points back; none when it has targets of its own or enough words.
 *
 * @param isNew true for names that the repository does not have; default: it has all
 */
export function carriedTargets(
  terms: QueryTerms,
  leaning: readonly Signal[],
  { previous, isNew = () => false }: {
    readonly previous: Targets | undefined;
    readonly isNew?: (name: string) => boolean;
  },
): Targets | undefined {
  if (previous === undefined || leaning.length === 0) return undefined;
  // "Rename it to X" has a new name, and points back all the same.
  const points = leaning.some(({ match }) => POINTER.test(match));
  const names = points ? terms.identifiers.filter((name) => !isNew(name)) : terms.identifiers;
  if (names.length + terms.paths.length + terms.phrases.length > 0) return undefined;
  const named = leaning[0]?.match ?? "";
  const symbols = previous.symbols.filter((symbol) => parts(symbol).includes(named));
  const isPointed = symbols.length > 0 || points;
  const leans = leaning.map(({ match }) => match).join(" ");
  const own = terms.words.filter((word) => !isVague(word) && (isPointed || !leans.includes(word)));
  const count = own.reduce(
    (sum, word) => sum + (isHan(word.charCodeAt(0)) ? word.length / WORD_OF_HAN : 1),
    0,
  );
  if (count > (isPointed ? MOST_OWN_WORDS : MOST_WITHOUT_POINTER)) return undefined;
  if (symbols.length > 0) return { ...previous, symbols, paths: [] };
  // A file's name among the words is looked for as it is.
  return previous.paths.some((path) => withoutEnding(path) === named) ? undefined : previous;
}

/** The terms with the carried targets behind the prompt's own: symbols, which are narrower, or else files. */
export function withTargets(terms: QueryTerms, carried: Targets | undefined): QueryTerms {
  if (carried === undefined) return terms;
  return {
    ...terms,
    identifiers: [...terms.identifiers, ...carried.symbols],
    paths: [...terms.paths, ...(carried.symbols.length > 0 ? [] : carried.paths.map((path) => ({ path })))],
  };
}

function namedIn(lower: string, { symbols, paths }: Targets): string | undefined {
  return [...symbols.flatMap(parts), ...paths.map(withoutEnding)].find((name) =>
    name.length > 2 && hasName(lower, name.toLowerCase())
  );
}

/** The qualified name and its last part. */
function parts(symbol: string): string[] {
  return [symbol, lastName(symbol)];
}

/** True if the name is in the text as a word of its own. */
function hasName(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at !== -1 && !/\w/.test((text[at - 1] ?? "") + (text[at + name.length] ?? ""));
}

const POINTER =
  /\b(?:it|its|still|that|this|those|these|them|they|there(?=\W*$)|the same|the (?:function|file|class|method|bug|error|test) (?:above|again)|again|above|previous)\b|它|他们|这[个里段块部]|该|那[个段块部]|上面|刚才|刚刚|之前那|同样/;

const CONTINUATION =
  /^\W*(?:and|so|but|then|also|now|ok(?:ay)?,? (?:and|so|now)|what about|how about|where else|who else|what else|anything else)\b|^\W*(?:那么?|还有|还是|还会|还在|然后|接着|另外|再|顺便|对应的|相关的)|呢\W*$/;

const RELATION =
  /\b(?:callers?|callees?|usages?|uses|references?|referenced|dependents?|dependencies|parameters?|arguments?|returns?|return type|subclass(?:es)?|superclass|overrid(?:e|es|den)|implementations?|implemented|validated|tests?|tested|initiali[sz]ed|invoked|where else|who else|what else)\b|调用方|调用者|用法|用到|引用|测试|依赖|参数|返回值|返回类型|子类|父类|实现类|别的地方|其他地方|哪里|哪儿/;
