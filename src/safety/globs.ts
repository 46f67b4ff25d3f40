import { baseName } from "../model/paths.ts";

/**
 * A glob compiler for path registries: most patterns become set lookups, so that a path is checked in about a
 * microsecond whatever the number of patterns.
 */

/** A pattern of a registry. */
export interface GlobRule {
  /** A glob; see {@link compileGlobs} for its syntax. */
  readonly pattern: string;
  /** Folder names that must not occur before the match. */
  readonly notUnder?: readonly string[];
  /** Suffixes of files that do not match. */
  readonly notSuffix?: readonly string[];
}

/** Returns true if a `/`-separated relative path matches any of the compiled patterns. */
export type PathMatcher = (path: string) => boolean;

/**
 * Compiles globs. `*` matches anything except a slash, `**` any number of segments, `?` one character except a slash;
 * other characters are literal. Matching is case-sensitive and covers the whole path.
 *
 * @param mostParts parts beside wildcards up to which an expression is used, whose time grows by a power for each part;
 * default: always, for patterns of this program
 */
export function compileGlobs(rules: readonly GlobRule[], mostParts: number = Infinity): PathMatcher {
  const names = new Set<string>();
  const folders = new Set<string>();
  const endings = new Set<string>();
  const slow: GlobRule[] = [];
  const costly: PathMatcher[] = [];
  for (const rule of rules) {
    const home = rule.notUnder || rule.notSuffix ? undefined : simpleHome(rule.pattern);
    if (home !== undefined) ({ names, folders, endings })[home.set].add(home.text);
    else if (rule.pattern.split(/\*+/).length > mostParts) {
      costly.push(linearGlob(rule.pattern));
    } else slow.push(rule);
  }
  const plain = slow.filter((rule) => !rule.notUnder && !rule.notSuffix);
  const name = anyOf(plain.filter(isNameOnly));
  const whole = anyOf(plain.filter((rule) => !isNameOnly(rule)));
  const limited = slow.filter((rule) => rule.notUnder || rule.notSuffix).map(compileLimited);
  return (path) =>
    segmentsMatch(path, { names, folders, endings }) ||
    name?.test(baseName(path)) === true ||
    whole?.test(path) === true ||
    limited.some((matches) => matches(path)) || costly.some((matches) => matches(path));
}

/**
 * Compiles a glob whose time is at most the product of its length and the path's: patterns can come from a cloned
 * repository or a model.
 */
export function linearGlob(pattern: string): PathMatcher {
  const segments = pattern.split("/");
  return (path) => isMatch(segments, path.split("/"), "**", isNameMatch);
}

function isNameMatch(pattern: string, name: string): boolean {
  return isMatch(pattern, name, "*", (one, character) => one === "?" || one === character);
}

/** Only the last wildcard is ever extended: a shorter match of an earlier one leaves no less for the rest. */
function isMatch(
  pattern: ArrayLike<string>,
  parts: ArrayLike<string>,
  any: string,
  isSame: (one: string, part: string) => boolean,
): boolean {
  let [at, part, wildcard, from] = [0, 0, -1, 0];
  while (part < parts.length) {
    const one = pattern[at];
    if (one === any) [wildcard, from] = [at++, part];
    else if (one !== undefined && isSame(one, parts[part]!)) [at, part] = [at + 1, part + 1];
    else if (wildcard < 0) return false;
    else [at, part] = [wildcard + 1, ++from];
  }
  while (pattern[at] === any) at++;
  return at === pattern.length;
}

/** True if a pattern does not restrict folders, so that only the file name needs checking. */
function isNameOnly({ pattern }: GlobRule): boolean {
  return pattern.startsWith("**/") && pattern.lastIndexOf("/") === 2;
}

function anyOf(rules: readonly GlobRule[]): RegExp | undefined {
  return rules.length === 0 ? undefined : new RegExp(rules.map(({ pattern }) => source(pattern)).join("|"));
}

interface Sets {
  readonly names: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly endings: ReadonlySet<string>;
}

const SIMPLE = /^\*\*\/(?:([^*?/]+)(\/\*\*)?|\*(\.[^*?/.]+))$/;

/** Pattern as a set entry: `**` + `/name`, `**` + `/folder/**` and `**` + `/*.ending` need no regular expression. */
function simpleHome(pattern: string): { set: keyof Sets; text: string } | undefined {
  const [, name, below, ending] = SIMPLE.exec(pattern) ?? [];
  if (name !== undefined) return { set: below === undefined ? "names" : "folders", text: name };
  return ending === undefined ? undefined : { set: "endings", text: ending };
}

function segmentsMatch(path: string, sets: Sets): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return folders.some((folder) => sets.folders.has(folder)) || sets.names.has(name) ||
    sets.endings.has(name.slice(name.lastIndexOf(".")));
}

function compileLimited(rule: GlobRule): PathMatcher {
  const matches = new RegExp(source(rule.pattern));
  const home = simpleHome(rule.pattern);
  // Literal part of every match; rejects most paths without the expression.
  const literal = rule.pattern.split(/\*+|\?/).reduce(
    (longest, one) => one.length > longest.length ? one : longest,
    "",
  )
    .replace(/^\/|\/$/g, "");
  return (path) => {
    if (!path.includes(literal)) return false;
    if (rule.notSuffix?.some((suffix) => path.endsWith(suffix)) || !matches.test(path)) return false;
    const segments = path.split("/");
    const above = home?.set === "folders" ? segments.slice(0, segments.indexOf(home.text)) : segments;
    return !above.some((segment) => rule.notUnder?.includes(segment));
  };
}

/** Regular expressions of the wildcards. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["**/", "(?:[^/]*/)*"],
  ["**", ".+"],
  ["*", "[^/]*"],
  ["?", "[^/]"],
]);

function source(pattern: string): string {
  // A search for a slash is much faster than trying every number of leading segments.
  const anywhere = pattern.startsWith("**/");
  const rest = anywhere ? pattern.slice("**/".length) : pattern;
  const literal = /\*\*\/?|[\\^$.*+?()[\]{}|/]/g;
  return (anywhere ? "(?:^|\\/)" : "^") +
    rest.replace(literal, (found) => WILDCARDS.get(found) ?? `\\${found}`) +
    "$";
}
