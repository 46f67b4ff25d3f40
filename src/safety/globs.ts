/**
 * A small glob compiler for path registries: most patterns become set look-ups, so that a path is judged in about a
 * microsecond however many patterns there are.
 */

/** What a pattern of a registry must say for compilation. */
export interface GlobRule {
  readonly pattern: string;
  readonly notUnder?: readonly string[];
  readonly notSuffix?: readonly string[];
}

/** Whether a `/`-separated relative path matches any of the compiled patterns. */
export type PathMatcher = (path: string) => boolean;

/**
 * Compiles globs. `*` stands for anything but a slash, `**` for any number of segments, `?` for one character but a
 * slash; all else is literal. Matching is case-sensitive and covers the whole path.
 */
export function compileGlobs(rules: readonly GlobRule[]): PathMatcher {
  const names = new Set<string>();
  const folders = new Set<string>();
  const endings = new Set<string>();
  const slow: GlobRule[] = [];
  for (const rule of rules) {
    const home = rule.notUnder || rule.notSuffix ? undefined : simpleHome(rule.pattern);
    if (home === undefined) slow.push(rule);
    else ({ names, folders, endings })[home.set].add(home.text);
  }
  const plain = slow.filter((rule) => !rule.notUnder && !rule.notSuffix);
  const name = anyOf(plain.flatMap((rule) => nameOnly(rule.pattern) ?? []));
  const whole = anyOf(
    plain.filter((rule) => nameOnly(rule.pattern) === undefined).map((rule) => rule.pattern),
  );
  const limited = slow.filter((rule) => rule.notUnder || rule.notSuffix).map(compileLimited);
  return (path) =>
    segmentsMatch(path, { names, folders, endings }) ||
    name?.test(path.slice(path.lastIndexOf("/") + 1)) === true ||
    whole?.test(path) === true ||
    limited.some((matches) => matches(path));
}

/** The last part of a pattern that says nothing about folders: only the file's name has to be looked at. */
function nameOnly(pattern: string): string | undefined {
  return /^\*\*\/([^/]+)$/.exec(pattern)?.[1];
}

function anyOf(patterns: readonly string[]): RegExp | undefined {
  return patterns.length === 0 ? undefined : new RegExp(patterns.map(source).join("|"));
}

interface Sets {
  readonly names: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly endings: ReadonlySet<string>;
}

/** `**` + `/name`, `**` + `/folder/**` and `**` + `/*.ending` need no regular expression. */
function simpleHome(pattern: string): { set: keyof Sets; text: string } | undefined {
  const folder = /^\*\*\/([^*?/]+)\/\*\*$/.exec(pattern)?.[1];
  if (folder !== undefined) return { set: "folders", text: folder };
  const ending = /^\*\*\/\*(\.[^*?/.]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return { set: "endings", text: ending };
  const name = /^\*\*\/([^*?/]+)$/.exec(pattern)?.[1];
  return name === undefined ? undefined : { set: "names", text: name };
}

function segmentsMatch(path: string, sets: Sets): boolean {
  let start = 0;
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", start)) {
    if (sets.folders.has(path.slice(start, slash))) return true;
    start = slash + 1;
  }
  const name = path.slice(start);
  if (sets.names.has(name)) return true;
  const dot = name.lastIndexOf(".");
  return dot >= 0 && sets.endings.has(name.slice(dot));
}

function compileLimited(rule: GlobRule): PathMatcher {
  const matches = new RegExp(source(rule.pattern));
  const folder = /^\*\*\/([^*?/]+)\/\*\*$/.exec(rule.pattern)?.[1];
  return (path) => {
    if (rule.notSuffix?.some((suffix) => path.endsWith(suffix)) || !matches.test(path)) return false;
    if (!rule.notUnder) return true;
    const segments = path.split("/");
    const above = folder === undefined ? segments : segments.slice(0, segments.indexOf(folder));
    return !above.some((segment) => rule.notUnder?.includes(segment));
  };
}

function source(pattern: string): string {
  // A search for a slash is much quicker than trying every number of leading segments.
  const anywhere = pattern.startsWith("**/");
  let out = anywhere ? "(?:^|\\/)" : "^";
  for (let at = anywhere ? 3 : 0; at < pattern.length; at++) {
    if (pattern.startsWith("**/", at)) {
      out += "(?:[^/]*/)*";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      out += ".+";
      at += 1;
    } else if (pattern[at] === "*") out += "[^/]*";
    else if (pattern[at] === "?") out += "[^/]";
    else out += escape(pattern.charAt(at));
  }
  return out + "$";
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
