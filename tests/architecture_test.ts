import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";

/** The folders of src from the highest to the lowest: each may import itself and what stands below it. */
const SPINE = [
  "app.ts",
  "cli",
  "setup",
  "clients",
  "engine",
  "pipeline",
  "intent",
  "tools",
  "answers",
  "search",
  "graph",
  "ports",
  "history",
  "semantic",
  "index",
  "syntax",
  "text",
  "timeline",
  "settings",
  "safety",
  "platform",
  "model",
];

const ROOT = new URL("..", import.meta.url).pathname;
const SOURCES = ["main.ts", ...filesBelow("src").filter((path) => path.endsWith(".ts"))];

Deno.test("imports run down the spine only", () => {
  assert.deepEqual(upImports(SOURCES.map((path) => [path, importsOf(path)])), []);
});

Deno.test("no circle of files", () => {
  const graph = new Map(SOURCES.map((path) => [path, importsOf(path)]));
  assert.deepEqual(circlesOf(graph), []);
});

Deno.test("the checks see a planted import that runs up, and a planted circle", () => {
  assert.deepEqual(upImports([["src/model/a.ts", ["src/cli/b.ts"]]]), [
    "src/model/a.ts imports src/cli/b.ts",
  ]);
  const circle = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", ["a"]]]);
  assert.deepEqual(circlesOf(circle).map((files) => [...files].sort()), [["a", "b", "c"]]);
});

Deno.test("no folder holds more than a quarter of the code", () => {
  const lines = new Map<string, number>();
  for (const path of SOURCES) {
    lines.set(placeOf(path), (lines.get(placeOf(path)) ?? 0) + read(path).split("\n").length);
  }
  const all = [...lines.values()].reduce((sum, n) => sum + n, 0);
  assert.deepEqual([...lines].filter(([, n]) => n > all / 4), []);
});

Deno.test("the program imports nothing of its tests and its build", () => {
  const outside = /^(?:tests|config\/build)\//;
  const wrong = SOURCES.filter((path) => importsOf(path).some((target) => outside.test(target)));
  assert.deepEqual(wrong, []);
});

Deno.test("only platform touches Deno and node's IO", () => {
  const io = /\bDeno\.|from "node:(?!path\b|util\b|assert\b|timers\b)/;
  const allowed = (path: string): boolean => path.startsWith("src/platform/") || path === "main.ts";
  const wrong = SOURCES.filter((path) => !allowed(path) && io.test(code(path)));
  assert.deepEqual(wrong, []);
});

/** What creates, changes or removes files, besides the one way to those of a cache folder. */
const WRITERS = [
  "src/platform/cache_files.ts",
  "src/platform/daemon_place.ts",
  "src/platform/host_files.ts",
  "src/platform/loopback.ts",
  "src/platform/own_files.ts",
  "src/platform/plain_file.ts",
  "src/platform/user_files.ts",
];

Deno.test("files of the cache folder are written in one way", () => {
  const writing =
    /\bDeno\.(?:write\w*File|mkdir|rename|remove(?!Signal)|symlink|link|truncate|copyFile|create\b|makeTemp|openSync|open\()/;
  const found = SOURCES.filter((path) => writing.test(code(path)));
  assert.deepEqual(found.filter((path) => !/\/(?:assets|git_index)\.ts$/.test(path)), WRITERS);
});

Deno.test("workers get their rights, and threads give them up, by the one table", () => {
  const others = SOURCES.filter((path) => /new Worker\(|permissions:|permissions\.revoke/.test(code(path)));
  assert.deepEqual(others, [
    // A second thread inside of the sandbox, with the sandbox's rights.
    "src/platform/index_helper.ts",
    "src/platform/permissions.ts",
  ]);
});

Deno.test("only the sanitizer makes safe text, only redaction what may be sent, only the guard repository paths", () => {
  const casts = (path: string, type: string): boolean =>
    new RegExp(`\\bas ${type}\\b|<${type}>\\(`).test(code(path));
  const sanitized = SOURCES.filter((path) => casts(path, "SafeText"));
  assert.deepEqual(sanitized, ["src/safety/safe_text.ts", "src/safety/sanitize.ts"]);
  const sendable = SOURCES.filter((path) => casts(path, "SendableText"));
  assert.deepEqual(sendable, ["src/safety/outgoing.ts"]);
  const guarded = SOURCES.filter((path) => casts(path, "RepoPath"));
  assert.deepEqual(guarded.filter((path) => path !== "src/safety/path_guard.ts"), []);
});

Deno.test("modules keep no state but what its decision lists", () => {
  const decision = read("docs/decisions/module-state.md");
  const allowed = [...decision.matchAll(/^\| `(src\/[^`]+)` +\| ([^|]+?) +\|/gm)].flatMap(([, path, names]) =>
    names!.split(", ").map((name) => `${path} ${name.replaceAll("`", "")}`)
  );
  const found = SOURCES.flatMap((path) => moduleState(code(path)).map((name) => `${path} ${name}`));
  assert.deepEqual(found.sort(), allowed.sort());
});

Deno.test("the search for state of modules finds planted one", () => {
  for (
    const planted of [
      "let last: string | undefined;",
      "export let count = 0;",
      "const known = new WeakMap<object, number>();",
      "const known: Map<string, number> = new Map();",
      "const queue = new RequestQueue({ waiting: 64 });",
      "const slots = new Array(100).fill(undefined);",
      "const found: string[] = [];",
    ]
  ) assert.equal(moduleState(planted).length, 1, planted);
  for (
    const sound of [
      "function f() {\n  let last = 0;\n}",
      'const NAMES = new Set(["a"]);',
      "const NONE: readonly number[] = [];",
      "const lexicon = once(load);",
      "const encoder = new TextEncoder();",
    ]
  ) assert.deepEqual(moduleState(sound), [], sound);
});

/** Names of a module's variables that can change: `let`, collections made empty, and objects of classes that have state. */
function moduleState(text: string): string[] {
  const bare = text.replace(/`(?:[^`\\]|\\.)*`/g, "``");
  const stateless =
    /^(?:RegExp|URL|Date|TextEncoder|TextDecoder|KeywordTable)\b|^(?:Map|Set|Uint8Array)\b[^(]*\((?!\))/;
  return [...bare.matchAll(/^(?:export )?(?:(let|var) (\w+)|const (\w+)([^=\n]*)= (new )?(.*))/gm)]
    .filter(([, variable, , , type, isNew, value]) =>
      variable ||
      (isNew ? !stateless.test(value!) : /^(?:\[\]|\{\});/.test(value!) && !type!.includes("readonly"))
    )
    .map(([, , variable, constant]) => variable ?? constant!);
}

Deno.test("the tools' code is drawn in by the sandboxed side alone", () => {
  const drawing = SOURCES.filter((path) => importsOf(path).includes("src/tools/registry.ts"));
  assert.deepEqual(drawing, ["src/engine/sandbox/run_task.ts", "src/engine/sandbox/worker.ts"]);
});

/** Tables by name whose names are never from outside: what a loop over our own registry, or over the table itself, names. */
const INDEXED_BY_OWN_NAMES = [
  "src/cli/config.ts properties[first]",
  "src/clients/claude_code/settings_file.ts hooks[event]",
  "src/clients/claude_code/settings_file.ts hooks[spec.event]",
  "src/clients/mcp/call.ts args[name]",
  "src/model/json.ts table[name]",
  "src/pipeline/clamp.ts args[name]",
  "src/platform/command_io.ts values[name]",
  "src/platform/git.ts result[name]",
  "src/search/rank/search.ts wished[id]",
  "src/settings/settings.ts values[entry.key]",
  "src/settings/settings.ts values[key]",
  "src/timeline/stats.ts entry[key]",
  "src/tools/arguments.ts checked[name]",
];

Deno.test("no name from outside is looked up on a plain object: lookUp, Object.hasOwn or a Map does it", () => {
  const found = SOURCES.flatMap((path) => plainLookups(code(path)).map((lookup) => `${path} ${lookup}`));
  assert.deepEqual([...new Set(found)].sort(), INDEXED_BY_OWN_NAMES);
});

Deno.test("the search for plain lookups finds planted ones", () => {
  for (
    const planted of [
      "const T: Record<string, number> = {}; T[key]",
      "const T: Readonly<Record<string, number>> = {}; this.T[name()]",
      "function f(o: JsonObject) { return o?.[key]; }",
      "(T as Record<string, number>)[key]",
      "if (key in T) return;",
      "values.some(({ id }) => id in model.table)",
    ]
  ) assert.equal(plainLookups(planted).length, 1, planted);
  for (const sound of ['o["key"]', "list[0]", "for (const x in y) {}", '"a name in the text"']) {
    assert.deepEqual(plainLookups(`const o: JsonObject = {}; const list: JsonObject[] = []; ${sound}`), []);
  }
});

/** Expressions that look a name up on an object of any names: an index into such a table, a cast to one, the operator `in`. */
function plainLookups(text: string): string[] {
  const plain = text.replace(
    /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|(?<=[(=,:?\s])\/(?![*\/ ])(?:[^\/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/g,
    '""',
  );
  const bare = plain.replace(/\/\/.*$/gm, "");
  const tables = [...bare.matchAll(
    /(#?\w+)\??: (?:Readonly<)?(?:Record<string,|\{ (?:readonly )?\[\w+: string\]|JsonObject\b(?!\[\]))/g,
  )].map((match) => match[1]!);
  const indexed = [...new Set(tables)].flatMap((table) => {
    const index = new RegExp(`(?<![\\w#])${table}(?:\\?\\.)?\\[(?!"|\\d|\\]|[A-Z_]+\\])([^\\]]*)\\]`, "g");
    return [...bare.matchAll(index)].map((match) => `${table}[${match[1]}]`);
  });
  const cast = [...bare.matchAll(/as (?:Readonly<)?Record<string, [^;\n]*?>+\)\[(?!"|\d)[^\]]*\]/g)].map((
    [all],
  ) => all);
  const operator = [...bare.matchAll(/(?<!const )(?<!\[)\b\w+ in \w+[\w.]*(?=[)\s;&|?])/g)].map(([all]) =>
    all
  );
  return [...indexed, ...cast, ...operator];
}

Deno.test("a start loads no rules of safety, only how sanitized text is put together: most prompts get no answer", () => {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path) || !path.endsWith(".ts")) return;
    loaded.add(path);
    for (const [all, target] of read(path).matchAll(/^(?:import|export) [^"';]*?from "(\.[^"]+)"/gm)) {
      if (!/^(?:import|export) type /.test(all)) load(relative(ROOT, join(ROOT, dirname(path), target!)));
    }
  };
  load("main.ts");
  assert(loaded.size > 20);
  const safety = [...loaded].filter((path) => path.startsWith("src/safety/"));
  assert.deepEqual(safety.sort(), ["src/safety/safe_text.ts"]);
});

Deno.test("sources stay small, typed and finished", () => {
  for (const path of SOURCES) {
    const text = read(path);
    assert(text.split("\n").length <= 400, `too long: ${path}`);
    assert(!/\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck/.test(code(path)), `type escape: ${path}`);
    assert(!/\b(?:TODO|FIXME|XXX)\b/.test(text), `unfinished: ${path}`);
    assert(
      !/^\s*(?:\/?\*|\/\/).*\b(?:nobody|somebody|anybody|whoever)\b/im.test(text),
      `a program is no person: ${path}`,
    );
  }
});

Deno.test("the repository holds files alone: a link may lead to what one machine has", async () => {
  // A release's archive has no repository around it.
  const { success, stdout } = await new Deno.Command("git", { args: ["ls-files", "--stage"] }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  assert(!success || lines.length > 100, "git listed no files");
  assert.deepEqual(lines.filter((line) => success && !/^100(?:644|755) /.test(line)), []);
});

Deno.test("no test changes what the tests beside it share", () => {
  const shared = /\bDeno\.(?:env\.(?:set|delete)|chdir)\(/;
  const isTest = (path: string): boolean => path.endsWith(".ts") && !path.endsWith("/main.ts");
  const wrong = filesBelow("tests").filter((path) => isTest(path) && shared.test(code(path)));
  assert.deepEqual(wrong, []);
});

Deno.test("every export is documented", () => {
  const wrong: string[] = [];
  for (const path of SOURCES) {
    const lines = read(path).split("\n");
    lines.forEach((line, i) => {
      if (!/^export (?:async )?(?:function|const|class|interface|type|enum) /.test(line)) return;
      if (!/\*\/\s*$/.test(lines[i - 1] ?? "")) wrong.push(`${path}:${i + 1}`);
    });
  }
  assert.deepEqual(wrong, []);
});

/** The imports that run up the spine, each as a sentence; a place that the spine does not know is an error. */
function upImports(files: readonly (readonly [string, readonly string[]])[]): string[] {
  const level = (path: string): number => {
    const at = SPINE.indexOf(placeOf(path));
    assert(at >= 0, `a place the spine does not know: ${path}`);
    return at;
  };
  return files.filter(([path]) => path.startsWith("src/")).flatMap(([path, targets]) =>
    targets.filter((target) => target.startsWith("src/") && level(target) < level(path))
      .map((target) => `${path} imports ${target}`)
  ).sort();
}

/** Sets of files that reach each other (Tarjan, "Depth-first search and linear graph algorithms", 1972). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>(), low = new Map<string, number>();
  const stack: string[] = [], found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? filesBelow(path) : [path];
  }).sort();
}

function placeOf(path: string): string {
  if (path.startsWith("src/platform/toolchain/")) return "toolchain";
  return path.split("/")[1] ?? path;
}

function importsOf(path: string): string[] {
  return [...read(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map((match) => relative(ROOT, join(ROOT, dirname(path), match[1] ?? "")));
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}

/** The file without comments and string contents. */
function code(path: string): string {
  return read(path).replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
