import type { SymbolFilter } from "../index/symbol_filter.ts";
import { openSymbolFilter } from "../index/symbol_filter.ts";
import type { Intent, KnownSymbols, Signal } from "../model/intent.ts";
import type { Settings } from "../model/settings.ts";
import { dailyTopics, GATE_THRESHOLD, readIntent } from "../intent/intent.ts";
import { asksAboutTopic } from "../intent/topic.ts";
import { lastTargets } from "../pipeline/session_targets.ts";
import type { PromptKnowledge } from "../model/prompt.ts";
import type { Request } from "../model/request.ts";
import { hasCjk } from "../text/chars.ts";
import { existingCacheFolder } from "../platform/cache_folder.ts";
import { realFolder } from "../platform/host_files.ts";
import { mainWorkTree, nearestProject } from "../platform/project_folder.ts";
import { existingState } from "../platform/state_files.ts";
import { notesOf } from "../timeline/journal.ts";
import { symbolsIn } from "./symbols_file.ts";

/** Words of a prompt that are looked up. */
const MOST_WORDS = 500;
/** Minimum length of a report about daily life. UTF-16 units. */
const LONG_REPORT = 100;
const LONG_CHINESE = 30;
const PERSONAL = /^my\b/;

/** Reads the repository's symbols and the session's notes: two small own files; git is not run. */
export function knowledgeAround(request: Request, isTurn: boolean, settings: Settings): PromptKnowledge {
  const root = settings.repo_root.value ?? nearestProject(request.cwd);
  const real = root === undefined ? undefined : realFolder(root);
  if (real === undefined) return { notes: "" };
  const folder = existingCacheFolder(mainWorkTree(real));
  return {
    notes: isTurn ? notesOf(existingState(real), request) : "",
    symbols: folder === undefined ? undefined : symbolsIn(folder),
  };
}

/** The intent again, with what is known; the plain one where nothing is. */
export async function intentWith(prompt: string, plain: Intent, known: PromptKnowledge): Promise<Intent> {
  const previous = known.notes === "" ? undefined : lastTargets(known.notes);
  const symbols = await knownSymbols(known.symbols, prompt);
  if (previous === undefined && symbols === undefined) return await withAnswer(prompt, plain);
  const isDailyLife = symbols !== undefined && await isOwnLife(prompt, dailyTopics(plain), symbols);
  const intent = readIntent(prompt, { previous, symbols, isDailyLife });
  const isGuess = symbols !== undefined && asksAboutTopic(prompt, intent);
  return await withAnswer(prompt, isGuess ? { ...intent, kind: "explain", isGuess } : intent);
}

/** Longer prompts are reports, which ask for more than one thing. UTF-16 units. */
const LONGEST_QUESTION = 400;
/** "What is this project?" and "how are the tests run?" name nothing, and are about this code all the same. */
const REPOSITORY =
  /\b(?:repo|repository|project|code ?base|tests?|build|compile)\b|项目|仓库|代码库|工程|测试|编译/i;

/** The intent with the kind of answer that is asked for. */
async function withAnswer(prompt: string, intent: Intent): Promise<Intent> {
  const isAgainst = intent.signals.some(({ weight }) => weight < 0);
  const mayBe = intent.kind !== "none" || (!isAgainst && REPOSITORY.test(prompt));
  if (!mayBe || prompt.length > LONGEST_QUESTION) return intent;
  const { answerKind } = await import("../intent/answer_kind.ts");
  const answer = answerKind(prompt);
  if (answer === "users" && intent.kind !== "none" && intent.terms.identifiers.length > 0) {
    return { ...intent, kind: "impact", answer };
  }
  if (intent.kind !== "none") return answer === "place" ? intent : { ...intent, answer };
  if (answer !== "overview") return intent;
  const signal: Signal = { type: "explicit", match: prompt.trim().slice(0, 80), weight: GATE_THRESHOLD };
  return {
    ...intent,
    kind: "explain",
    confidence: GATE_THRESHOLD,
    signals: [signal, ...intent.signals],
    answer,
  };
}

/**
 * True if a prompt's topics of daily life are the repository's subject: names of definitions, in a longer report half
 * of them.
 */
async function isOwnLife(
  prompt: string,
  topics: readonly string[],
  symbols: FoldedSymbols,
): Promise<boolean> {
  const others = topics.filter((topic) => !PERSONAL.test(topic));
  if (others.length === 0) return false;
  const isReport = others.length === topics.length &&
    prompt.length >= (hasCjk(prompt) ? LONG_CHINESE : LONG_REPORT);
  const { lexicon } = await import("../text/lexicon.ts");
  const isOwn = (topic: string): boolean => {
    const words = hasCjk(topic) ? lexicon().english(topic) ?? [] : [topic, topic.replace(/s$/, "")];
    return words.some((word) => symbols.hasFolded(word.replaceAll(" ", "")));
  };
  const own = others.filter(isOwn).length;
  return isReport ? 2 * own >= others.length : own === topics.length;
}

/** Symbols of the index, with plain words that any text may have. */
interface FoldedSymbols extends KnownSymbols {
  /** True if a plain word is the name of a definition, apart from case and underscores. */
  hasFolded(word: string): boolean;
}

async function knownSymbols(
  bytes: Uint8Array | undefined,
  prompt: string,
): Promise<FoldedSymbols | undefined> {
  const filter = bytes && openSymbolFilter(bytes);
  if (!filter) return undefined;
  const common = mayHold(filter, prompt) ? await commonWords() : "";
  return {
    isComplete: filter.isComplete,
    has: (name) => filter.has(name),
    hasFolded: (word) => filter.hasFolded(word),
    hasUncommon: (word) => filter.hasFolded(word) && !common.includes(` ${word.toLowerCase()} `),
  };
}

/** True if any word needs the list of common ones. */
function mayHold(filter: SymbolFilter, prompt: string): boolean {
  const words = prompt.match(/[A-Za-z][A-Za-z0-9]{3,60}/g) ?? [];
  return words.slice(0, MOST_WORDS).some((word) => filter.hasFolded(word));
}

async function commonWords(): Promise<string> {
  return (await import("../../config/common_words.json", { with: { type: "json" } })).default.words;
}
