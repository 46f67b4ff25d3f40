import type { FileRole } from "../../model/ports.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { ROLES } from "../../index/lexical_index.ts";

/** Filter of the files; an absent field accepts everything. */
export interface FileFilter {
  /** Glob over the whole path: `*` and `?` stay inside a folder, `**` crosses folders, `{a,b}` chooses. Without a slash it is about the name. */
  readonly path?: string;
  /** Id of a language, as in `config/languages.json`. */
  readonly language?: string;
  readonly role?: FileRole;
}

/** A test for file numbers; undefined when nothing is filtered. */
export function fileFilter(filter: FileFilter, index: LexicalIndex): ((file: number) => boolean) | undefined {
  const tests: ((file: number) => boolean)[] = [];
  const { files } = index;
  if (filter.path !== undefined) {
    const matches = globExpression(filter.path);
    tests.push((file) => matches.test(files.paths[file]!));
  }
  if (filter.language !== undefined) {
    const wanted = filter.language.toLowerCase();
    tests.push((file) => files.languageNames[files.languages[file]!] === wanted);
  }
  if (filter.role !== undefined) {
    const wanted = ROLES.indexOf(filter.role);
    tests.push((file) => files.roles[file] === wanted);
  }
  return tests.length === 0 ? undefined : (file) => tests.every((test) => test(file));
}

/** Converts a glob to an expression over whole paths. A folder with a slash at its end covers all that is in it. */
export function globExpression(glob: string): RegExp {
  const full = glob.endsWith("/") ? `${glob}**` : glob;
  const anchored = full.includes("/") ? full.replace(/^\.?\//, "") : `**/${full}`;
  let source = "";
  let depth = 0;
  for (let i = 0; i < anchored.length; i++) {
    const char = anchored[i]!;
    if (anchored.startsWith("**/", i)) {
      source += "(?:.*/)?";
      i += 2;
    } else if (anchored.startsWith("**", i)) {
      source += ".*";
      i++;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?") source += "[^/]";
    else if (char === "{" && anchored.includes("}", i)) {
      source += "(?:";
      depth++;
    } else if (char === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (char === "," && depth > 0) source += "|";
    else source += char.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
  }
  // A brace that is never closed reaches to the end.
  return new RegExp(`^${source}${")".repeat(depth)}$`);
}
