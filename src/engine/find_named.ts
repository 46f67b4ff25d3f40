import { concat } from "../model/concat.ts";
import { once } from "../model/once.ts";
import type { Plan } from "../model/calls.ts";
import { NO_QUESTION } from "../model/question.ts";
import type { ToolArguments } from "../model/tools.ts";
import { streamGit } from "../platform/git.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { isSensitivePath } from "../safety/sensitive.ts";
import { ownName } from "../search/defined_in.ts";
import { loneName } from "../intent/lone_name.ts";
import { LANGUAGES } from "../syntax/languages.ts";
import type { UnbuiltMessage } from "./sandbox/partial_index.ts";

/** Git reads the code of an operating system, a gigabyte, in less, where that is in memory. Milliseconds. */
const SEARCH_MS = 1200;
/** As many lines as hold a common name of an operating system. Bytes. */
const MOST_LINES = 4 * 1024 * 1024;
/** Maximum number of texts searched for; minimum length of a quoted one, UTF-16 units. */
const MOST_TEXTS = 5;
const SHORTEST_PHRASE = 8;

/** A search by lines, whatever the repository's configuration wants of one. */
const GREP = "grep -z -F -I -w --no-color --no-line-number --no-column --no-full-name".split(" ");

/**
 * The endings of files that define something: git opens no key and no environment file. The few sensitive files that end like
 * code (`local_settings.py`) are left out by the sandbox.
 */
const CODE = once(() => {
  const defining = LANGUAGES.filter(({ grammar, outline, embedded }) => grammar ?? outline ?? embedded);
  const endings = new Set(defining.flatMap(({ extensions }) => extensions));
  return [...endings].filter((ending) => !isSensitivePath(`file${ending}`)).map((ending) => `*${ending}`);
});

/**
 * Notifies a sandbox that the index is not built, and has git find the lines of code with the prompt's names: it
 * reads a large work tree many times faster than a sandbox. Returns its stop function.
 */
export function findNamed(root: string, { calls }: Plan, sandbox: Sandbox): () => void {
  const tell = (message: Omit<UnbuiltMessage, "type">): void =>
    sandbox.tell({ type: "unbuilt", ...message } satisfies UnbuiltMessage);
  const { texts, isGuess } = textsOf(calls.find((call) => call.tool === "ci_search")?.args ?? {});
  tell({ texts, isGuess });
  if (texts.length === 0) return () => {};
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    git.kill();
  };
  const patterns = texts.flatMap((text) => ["-e", text]);
  const git = streamGit(root, [...GREP, ...patterns, "--", ...CODE()], (piece) => {
    pieces.push(piece);
    if ((size += piece.length) > MOST_LINES) cut();
  }, { hasPatterns: true });
  const timer = setTimeout(cut, SEARCH_MS);
  void git.answer.then(() => {
    clearTimeout(timer);
    tell({ lines: concat(pieces), isCut });
  });
  return git.kill;
}

/** Returns a search's names and quoted texts, or the one word that may be a name. */
function textsOf(
  { query, question = NO_QUESTION }: ToolArguments["ci_search"],
): { texts: readonly string[]; isGuess: boolean } {
  const { identifiers, phrases } = question.terms;
  const names = identifiers.flatMap((name) => ownName(name) ?? []);
  const quoted = phrases.filter((phrase) => phrase.length >= SHORTEST_PHRASE && !phrase.includes("\n"));
  const texts = [...new Set([...names, ...quoted])].slice(0, MOST_TEXTS);
  const guess = texts.length === 0 && query !== undefined ? loneName(question, query) : undefined;
  return guess === undefined ? { texts, isGuess: false } : { texts: [guess], isGuess: true };
}
