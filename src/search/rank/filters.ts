import type { ToolArguments } from "../../model/tools.ts";
import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import { linearGlob, type PathMatcher } from "../../safety/globs.ts";

/**
 * A test for file numbers; undefined when nothing is filtered. The path is a glob over the whole path: `*` and `?` stay
 * inside a folder, `**` crosses folders, `{a,b}` chooses; without a slash it is about the name. The language is an id of
 * `config/languages.json`.
 */
export function fileFilter(
  { path, language, kind }: Pick<ToolArguments["ci_search"], "path" | "language" | "kind">,
  index: LexicalIndex,
): ((file: number) => boolean) | undefined {
  const tests: ((file: number) => boolean)[] = [];
  const { files } = index;
  if (path) {
    const matches = globMatcher(path);
    tests.push((file) => matches(files.paths[file]!));
  }
  if (language) {
    const wanted = language.toLowerCase();
    tests.push((file) => files.languageNames[files.languages[file]!] === wanted);
  }
  if (kind) {
    const wanted = ROLES.indexOf(kind);
    tests.push((file) => files.roles[file] === wanted);
  }
  return tests.length === 0 ? undefined : (file) => tests.every((test) => test(file));
}

/**
 * Compiles a glob over whole paths, in which `{a,b}` chooses. A folder with a slash at its end covers all that is in it.
 * A brace that is never closed is a character.
 */
export function globMatcher(glob: string): PathMatcher {
  const full = glob.endsWith("/") ? `${glob}**` : glob;
  const anchored = full.includes("/") ? full.replace(/^\.?\//, "") : `**/${full}`;
  const matchers = choicesOf(anchored).map(linearGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** The globs of all choices, of which those beyond `most` are left out. */
function choicesOf(glob: string, most: number = 64): string[] {
  const [whole, before = "", inner = "", behind = ""] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  const chosen = inner.split(",").slice(0, most).map((one) => before + one + behind);
  return chosen.flatMap((one) => choicesOf(one, most)).slice(0, most);
}
