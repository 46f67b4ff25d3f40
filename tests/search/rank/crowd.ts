/**
 * A repository at the bounds of the ranking: names of every length, and definitions, files, uses, bases and frames just as
 * many as count, and one more.
 */

/** How many share a name: the bounds of the features, and one more. */
const SHARED = [1, 2, 3, 4, 6, 7, 8, 9, 12, 13] as const;
/** A word of the code for each length; `then` and `when` are stop words. */
const LENGTHS = ["q", "ui", "api", "cart", "ledge", "then", "when"] as const;
/** Definitions of one name in one file. */
const REPEATED = [40, 41] as const;
/** How far a class inherits. */
const DEEPEST = 7;

/** A word per number, so that no two names share one. */
const word = (prefix: string, count: number): string =>
  prefix + String.fromCharCode(97 + count % 26, 97 + Math.floor(count / 26));

const files = new Map<string, string>();

function add(path: string, ...lines: readonly string[]): void {
  files.set(path, `${files.get(path) ?? ""}${lines.join("\n")}\n\n`);
}

for (const count of SHARED) {
  const name = word("many", count);
  const type = `Kind${word("o", count)}`;
  for (let at = 0; at < count; at++) {
    add(`src/m${at}/${word("common", count)}.py`, `COUNT = ${at}`);
    add(
      `src/box/part${at}.py`,
      `def ${name}(x):`,
      `    """Part ${at} of ${name}."""`,
      `    return x + ${at}`,
    );
    add(`src/box/part${at}.py`, `class ${type}:`, `    def ${word("step", count)}(self):`, "        pass");
  }
  add(`src/use/${word("user", count)}.py`, `def ${word("run", count)}():`, `    ${name}(1)`, `    ${type}()`);
}
for (const name of LENGTHS) {
  add(`src/${name}.py`, `def ${name}_load(x):`, `    return ${name}(x)`);
  add(`src/short/names.py`, `def ${name}(x):`, `    return x`);
  add(`src/${name}/inner.py`, `class ${name[0]!.toUpperCase()}${name.slice(1)}:`, "    pass");
  add(`tests/test_${name}.py`, `def test_${name}():`, `    ${name}(2)`);
}
for (const count of REPEATED) {
  const name = word("again", count);
  const one = (at: number): string => `class A${count}x${at}:\n    def ${name}(self):\n        pass\n`;
  add(`src/again/${word("file", count)}.py`, Array.from({ length: count }, (_, at) => one(at)).join(""));
  add(`src/again/${word("call", count)}.py`, `def ${word("go", count)}():`, `    ${name}()`);
}
for (let depth = 0; depth < DEEPEST; depth++) {
  const base = depth === 0 ? "" : `(Level${depth - 1})`;
  const member = depth === 0 ? "settle" : `other${depth}`;
  add(
    `src/levels/l${depth}.py`,
    `class Level${depth}${base}:`,
    `    def ${member}(self):`,
    "        return 1",
  );
}
for (let at = 0; at < 61; at++) {
  add(`src/users/u${at}.py`, `def only${at}():`, `    ${at < 59 ? "manybb" : "ledge"}()`);
}
add("src/users/all.py", "def everything():", ...[...SHARED].map((count) => `    ${word("many", count)}(0)`));
add("README.md", "# Crowd", "", "Parts, levels and users of them.");

/** The files, in the order of their paths. */
export const CROWD = [...files].map(([path, text]) => ({ path, text })).sort((a, b) =>
  a.path < b.path ? -1 : 1
);

const NAMES: readonly string[] = [
  ...SHARED.flatMap((count) => [word("many", count), `Kind${word("o", count)}`, word("common", count)]),
  ...LENGTHS,
  ...REPEATED.map((count) => word("again", count)),
];

/** The names, a few at a time. */
const GROUPS = Array.from(
  { length: Math.ceil(NAMES.length / 4) },
  (_, at) => NAMES.slice(at * 4, at * 4 + 4),
);

/** Questions that say each name in another way, and others that lead to files and members. */
export const CROWD_QUESTIONS: readonly string[] = [
  ...GROUPS.flatMap((names) => [
    `${names.join(" and ")} return the wrong part`,
    `Wrong part\n\nSomething about ${names.map((name) => `\`${name}\``).join(" or ")} is off.`,
    `Wrong part\n\nSomething about ${names.join(" or ")} is off.`,
    `it fails\n\n\`\`\`py\n${names.map((name) => `${name}(1)`).join("\n")}\n\`\`\``,
    `why do they fail: ${
      names.map((name) => `${name}() in ${name}.py, ${name}.Part, src.${name}.inner`).join("; ")
    }`,
  ]),
  ...Array.from({ length: DEEPEST }, (_, depth) => `Level${depth}.settle and Level${depth}.other1 differ`),
  ...SHARED.map((count) =>
    `at f (src/m0/${word("common", count)}.py:1:1)\nat g (m1/${word("common", count)}.py:2)`
  ),
  `Traceback:\n  File "src/box/part0.py", line 2, in manybb\n  File "src/box/part1.py", line 2, in manycc`,
  "see https://example.org/x/blob/main/src/box/part1.py#L1 and src/users/u3.py:2",
  "[cart] parts are lost",
  "api: parts are lost",
  "parts are lost from ledge",
];
