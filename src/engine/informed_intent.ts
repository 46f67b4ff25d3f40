import { openSymbolFilter, type SymbolFilter } from "../index/symbol_filter.ts";
import type { Intent, KnownSymbols, Signal } from "../model/intent.ts";
import type { Settings } from "../model/settings.ts";
import { evidenceOf, GATE_THRESHOLD, readIntent } from "../intent/intent.ts";
import { spelled } from "../intent/structure.ts";
import { loneName } from "../intent/lone_name.ts";
import { SHORT_PROMPT } from "../intent/question.ts";
import { commonWords, isAboutNames } from "../intent/repository_words.ts";
import { lastTargets } from "../pipeline/session_notes.ts";
import type { PromptKnowledge, Request } from "../model/prompt.ts";
import { hasManyWords } from "../text/words.ts";
import { withoutEnding } from "../model/paths.ts";
import { asEnglish } from "../text/other_languages.ts";
import { existingCacheFolder, existingState } from "../platform/state_files.ts";
import { realFolder } from "../platform/host_files.ts";
import { mainWorkTree, nearestProject } from "../platform/git_folder.ts";
import { notesOf } from "../timeline/journal.ts";
import { symbolsIn } from "./symbols_file.ts";

/** Words of a prompt that are looked up. */
const MOST_WORDS = 500;

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

/** The intent again, with what is known, and of the prompt in English; the plain one where nothing is. */
export async function intentWith(prompt: string, plain: Intent, known: PromptKnowledge): Promise<Intent> {
  const filter = known.symbols && openSymbolFilter(known.symbols);
  const english = await asEnglish(prompt, (word) => filter !== undefined && filter.level(word) > 0);
  const symbols = filter && await knownSymbols(filter, english);
  if (english === prompt) return await informedIntent(prompt, plain, { notes: known.notes, symbols });
  const intent = await informedIntent(english, readIntent(english), { notes: known.notes, symbols });
  return { ...intent, english };
}

async function informedIntent(
  prompt: string,
  plain: Intent,
  { notes, symbols }: { readonly notes: string; readonly symbols: KnownSymbols | undefined },
): Promise<Intent> {
  const previous = notes === "" ? undefined : lastTargets(notes);
  if (previous === undefined && symbols === undefined) return await withAnswer(prompt, plain);
  const options = { previous, symbols };
  const evidence = evidenceOf(prompt, symbols);
  const intent = readIntent(prompt, options, evidence);
  // Whether a textbook question is about this code is decided by the repository's names.
  const isGeneral = evidence?.hits.some(({ group }) => group.role === "knowledge") ?? false;
  if (symbols === undefined || (intent.kind !== "none" && !isGeneral)) {
    return await withAnswer(prompt, intent, symbols);
  }
  const isAboutCode = await isAboutNames(intent, symbols);
  const isSame = isAboutCode === (intent.kind !== "none");
  const read = isSame ? intent : readIntent(prompt, { ...options, isAboutNames: isAboutCode }, evidence);
  return await withAnswer(prompt, read, symbols);
}

/** "What is this project?" and "how are the tests run?" name nothing, and are about this code all the same. */
const REPOSITORY =
  /\b(?:repo|repository|project|code ?base|tests?|build|compile)\b|项目|仓库|代码库|工程|测试|编译/i;

/** Words that say of the only other word of a question that it is a name. */
const DEFINES = /\b(?:class|struct|trait|enum|protocol|defined|definition|declared)\b|类|定义|声明|函数/i;

/** The intent with the kind of answer that is asked for. */
async function withAnswer(prompt: string, read: Intent, symbols?: KnownSymbols): Promise<Intent> {
  const isAgainst = read.signals.some(({ weight }) => weight < 0);
  const name = isAgainst || prompt.length > SHORT_PROMPT ? undefined : plainName(prompt, read, symbols);
  const isNamed = name !== undefined && (read.terms.identifiers.includes(name) || DEFINES.test(prompt));
  const intent = isNamed ? aboutName(prompt, read, name) : read;
  const mayBe = intent.kind !== "none" || name !== undefined || (!isAgainst && REPOSITORY.test(prompt));
  if (!mayBe || prompt.length > SHORT_PROMPT) return intent;
  const { answerKind } = await import("../intent/answer_kind.ts");
  const answer = answerKind(intent);
  const carried = intent.carried?.words;
  if (answer === "tests" && carried) return { ...testsOfWords(intent, carried), answer };
  const asksForUsers = answer !== "tests" && (intent.kind === "impact" || intent.kind === "refactor");
  const known = asksForUsers ? intent : withoutDetails(intent);
  if (answer === "users" || answer === "tests" || answer === "callees") {
    const named = name ?? (answer === "tests" ? definedBy(intent, symbols) : undefined);
    if (named !== undefined) return { ...aboutName(prompt, intent, named), kind: "impact", answer };
    if (intent.kind !== "none" && known.terms.identifiers.length > 0) {
      return { ...intent, kind: "impact", answer };
    }
  }
  if (intent.kind !== "none") return answer === "place" ? known : { ...known, answer };
  return answer === "overview" ? { ...opened(prompt, intent), kind: "explain", answer } : intent;
}

/** The definition that the only file of a prompt is called after: ZipHelper of ZipHelper.java. */
function definedBy({ terms: { identifiers, paths } }: Intent, symbols?: KnownSymbols): string | undefined {
  const [file, ...others] = paths;
  const stem = file && withoutEnding(file.path);
  const isAlone = stem !== undefined && others.length + identifiers.length === 0;
  return isAlone && symbols?.has(stem) ? stem : undefined;
}

/** The intent of a prompt about one name, which opens the gate. */
function aboutName(prompt: string, intent: Intent, name: string): Intent {
  const kind = intent.kind === "none" ? "locate" : intent.kind;
  const terms = { ...intent.terms, identifiers: [name] };
  return { ...opened(prompt, intent), kind, terms, confirmed: [name] };
}

/** The intent with the words of the earlier prompt among its own, instead of the places that were found for it. */
function testsOfWords(intent: Intent, carried: readonly string[]): Intent {
  const { confirmed: _, ...rest } = intent;
  const terms = { ...intent.terms, identifiers: [], paths: [], words: [...carried, ...intent.terms.words] };
  return { ...rest, terms, carried: { symbols: [], paths: [], words: carried } };
}

/** The intent without plain words among its names, if it has other words that say more: the `raft` of "how does a raft group pick a leader?". */
function withoutDetails(intent: Intent): Intent {
  const { confirmed, terms: { identifiers, words } } = intent;
  if (!hasManyWords(words)) return intent;
  const named = (names: readonly string[]): string[] => names.filter((name) => !words.includes(name));
  const terms = { ...intent.terms, identifiers: named(identifiers) };
  return { ...intent, terms, ...(confirmed && { confirmed: named(confirmed) }) };
}

/** The one word of a question about no file, if it is a definition's name: "who calls restore?", "who implements Store?". */
function plainName(prompt: string, { terms }: Intent, symbols: KnownSymbols | undefined): string | undefined {
  const isPlain = terms.paths.length === 0 &&
    terms.identifiers.every((one) => terms.words.includes(one.toLowerCase()));
  const name = isPlain ? loneName({ terms }, prompt) : undefined;
  return name === undefined || symbols === undefined ? undefined : spelled(name, symbols);
}

/** The intent with the prompt itself as the signal that opens the gate. */
function opened(prompt: string, intent: Intent): Intent {
  if (intent.kind !== "none") return intent;
  const signal: Signal = { type: "explicit", match: prompt.trim().slice(0, 80), weight: GATE_THRESHOLD };
  return { ...intent, confidence: GATE_THRESHOLD, signals: [signal, ...intent.signals] };
}

async function knownSymbols(filter: SymbolFilter, prompt: string): Promise<KnownSymbols> {
  const words = (prompt.match(/[A-Za-z][A-Za-z0-9]{3,60}/g) ?? []).slice(0, MOST_WORDS);
  const common = words.some((word) => filter.hasFolded(word)) ? await commonWords() : "";
  const isCommon = (word: string): boolean => common.includes(` ${word.toLowerCase()} `);
  return { ...filter, hasUncommon: (word) => filter.hasFolded(word) && !isCommon(word) };
}
