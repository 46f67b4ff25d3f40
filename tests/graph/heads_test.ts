import assert from "node:assert/strict";
import { linksOf } from "../../src/graph/chains.ts";
import { canImplement } from "../../src/graph/go_heads.ts";
import { isGlobal, isLibraryName } from "../../src/graph/library_names.ts";
import { joinModule } from "../../src/graph/modules.ts";
import { fitness, inBrackets, isSameHead, parametersOf } from "../../src/graph/overloads.ts";
import { splitList } from "../../src/syntax/spans.ts";
import { moduleSegments, PathGroups, stripEnding } from "../../src/graph/path_groups.ts";
import { folderOf } from "../../src/model/paths.ts";
import { returnType } from "../../src/graph/return_type.ts";

/**
 * What the heads of functions, receivers, paths and names of libraries are read as: each in every form with each other one.
 * Compared with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews; read what changed in it.
 */

const GOLDEN = new URL("./heads.golden.json", import.meta.url);

type Definition = Parameters<typeof parametersOf>[0];
const head = (signature: string): Definition => ({ name: "f", signature }) as Definition;

/** Heads of one parameter, or of a few, with the language that tells where a type stands. */
const HEADS: readonly (readonly [language: string, signature: string])[] = [
  ..."String a|char a|int a|long a|boolean a|Class<?> a|Integer a|Character a|Boolean a|CharSequence a|Object a|T a|T1 a|U a|Box a|int a, char b|int... a|int a, int... b|void||Box a, Box b|boolean a, String b"
    .split("|").map((list) => ["java", `void f(${list}) {`] as const),
  ..."const char* a|char a|bool a|double a|size_t a|std::string a|const std::string& a|int a = 2|int a, ...|wchar_t* a|char16_t* a|unsigned int a|struct box* a|T&& a|std::vector<int> a, int b|std::map<int, std::pair<int, int>> a|void (*a)(int, int)"
    .split("|").map((list) => ["cpp", `static int f(${list});`] as const),
  ...'a: Int|a: String = "x"|vararg a: Int|a: List<Int>, b: Int|a: (Int) -> Unit|a: Int*|a: T'
    .split("|").map((list) => ["kotlin", `fun f(${list}): Int {`] as const),
  ["csharp", "public int f(params string[] a)"],
  ["csharp", "public int f(ref int a, out Box b)"],
  ["java", '@Get("/x") <T extends Box> T f(@Named("a") final Box a)'],
  ["java", "int f(int a"],
  ["java", "int g(int a)"],
];

const SIGNS = ['"', "'", "0", "!", "#", ">", "?", "x", "y", "z", "s", "n", "c", "+Cat", "+Box", "+String"];
const ARGS = [
  "",
  ...SIGNS,
  ...["0", "x", "'"].flatMap((one) => SIGNS.map((sign) => `${one},${sign}`)),
  "0,0,0",
];

const TYPES = new Map([
  ["x", { names: ["Box", "Object"], isWhole: true }],
  ["y", { names: ["Cat"], isWhole: false }],
  ["z", { names: ["Cat", "Animal"], isWhole: true }],
  ["s", { names: ["String"], isWhole: false }],
  ["n", { names: ["int"], isWhole: false }],
  ["c", { names: ["char"], isWhole: false }],
]);

function overloads(): Record<string, unknown> {
  const rows = HEADS.map(([language, signature]) => {
    const read = parametersOf(head(signature), language);
    const fits = read && ARGS.map((args) => fitness(read, args, (word) => TYPES.get(word)));
    const same = HEADS.map(([, other]) =>
      isSameHead(head(signature), head(other), { language } as Parameters<typeof isSameHead>[2]) ? 1 : 0
    );
    const shown = read?.map(({ type, isOptional, isMany }) =>
      [type, isOptional && "=", isMany && "..."].filter((part) => part !== false).join(" ")
    );
    return [`${language}: ${signature}`, [shown, fits?.join(" "), same.join("")]];
  });
  return Object.fromEntries(rows);
}

/** What stands before and behind the parameters of a function that returns something. */
const RETURNS: Readonly<Record<string, readonly string[]>> = {
  python: ["def f(self) -> Box", "def f() -> list[Box]", 'def f() -> "Box"', "def f(a: int)"],
  rust: [
    "fn f(&self) -> Box",
    "fn f<T>() -> Option<Box> where T: Copy {",
    "fn f() -> (Box, Cat) {",
    "fn f()",
  ],
  typescript: [
    "f(a: (b: Cat) => void): Box {",
    "f(): Promise<Box[]> =",
    "f(a = g()): Box",
    "f(a",
    "async f() {",
  ],
  kotlin: ["fun f(a: Cat): Box = g()", "fun f() {"],
  go: [
    "func f() Box {",
    "func (c *Cat) f(a int) (*Box, error) {",
    "func f() (box *Box, err error)",
    "func f() (x, y Box, err error)",
    "func f() (chan Box, func Cat)",
    "func f() []Box",
    "func f() map[string]*pkg.Box {",
    "func f(a (int)) (Box)",
    "func f[T any](a T) T",
  ],
  java: [
    "public static Box f(Cat a)",
    "List<Map<Cat, Box>> f()",
    "public f(Cat a)",
    "void f()",
    "shop.Box f()",
    "final f()",
    "Box[] f()",
    "Box f ()",
  ],
  cpp: [
    "Box& f();",
    "auto f(int a) const -> Box;",
    "ns::Box* f() {",
    "auto f() -> std::vector<Box> ;",
    "virtual f();",
  ],
  ruby: ["def f(a)"],
  zig: ["fn f(a: Cat) Box {"],
};

function returns(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(RETURNS).flatMap(([language, all]) =>
      all.map((signature) => [
        `${language}: ${signature}`,
        [undefined, 0, 1, 2].map((result) => returnType(head(signature), language, result)).join(" | "),
      ])
    ),
  );
}

const METHODS = [
  ..."() ()|() error|(a int)|(a int) error|(a, b int) error|(int, int) error|(a int32)|(r rune)|(b byte) (n int, err error)|(b uint8) (int, error)|(b *uint8) (int, error)|(...string)|(a ...string)|([]string)|(a []string) {|(c chan int)|(f func(int) error)|(f func(int, int)) (a, b Box)|(Box, Box)|(a Box|(m map[string]int) (int, error"
    .split("|").map((rest) => `func (s *Server) f${rest}`),
];

/** Whether each method can stand for each other one. */
function implementable(): Record<string, string> {
  return Object.fromEntries(
    METHODS.map((
      own,
    ) => [own, METHODS.map((other) => canImplement(head(own), head(other)) ? 1 : 0).join("")]),
  );
}

const PATHS = [
  ..."a.ts|a|.a|.a.b|a.b.ts|a.d.ts|a.b.c.ts|src/a.ts|src/index.ts|src/index.d.ts|index.ts|src/index.vue|src/myindex.ts|x/__init__.py|__init__.py|x/__init__.pyi|x/mod.rs|x/lib.rs|x/main.rs|main.rs|x/main.go|x/.env|x/a.|x/a..b|x.y/a|x.y/b.z/c|a/b/c/index.mjs|a/b.c/index.tsx|x/a.test.ts|x/a b.ts|x/Makefile|m/_x.py|l.ts|x/i"
    .split("|"),
];

const SPECIFIERS = [
  "./a.ts",
  "./a/index",
  "./a/index.js",
  "a.d.ts",
  "a.b",
  "x.h",
  "x.hpp",
  "x.R",
  "x.py",
  "index",
  "./",
];

/** A path is found by the last segment of its module, in its folder and nowhere else. */
function paths(): Record<string, unknown> {
  const groups = new PathGroups(PATHS);
  const last = (path: string): string => moduleSegments(path).at(-1)!;
  return {
    ...Object.fromEntries(
      PATHS.map((path) => [
        path,
        [moduleSegments(path).join(" "), folderOf(path), groups.named(last(path)).map((file) => PATHS[file])],
      ]),
    ),
    folders: [...groups.folders].map(([folder, files]) => `${folder}: ${files.map((file) => PATHS[file])}`),
    none: [groups.named("zebra"), groups.inFolder("zebra")],
    specifiers: SPECIFIERS.map((one) => `${one} ${stripEnding(one)}`),
    modules: ["a.b", "a/b", "a::b", "a\\b", "a", ".", "..", ".a"].map((module) =>
      `${module}: ${joinModule(module, [])} ${joinModule(module, ["x"])} ${joinModule(module, ["x", "y"])}`
    ),
  };
}

const RECEIVERS = [
  "a",
  "a.b",
  "a().b",
  "a()1.b",
  "a()0",
  "a[].b",
  "?.a",
  "",
  ".a",
  "a..b",
  "f()12[]",
  "[]",
  "()",
];

function words(): Record<string, unknown> {
  return {
    links: Object.fromEntries(RECEIVERS.map((one) => [one, linksOf(one)])),
    brackets: ["f(a)", "f((a)b)", "f(a", "f)a(", "f()", "()(b)"].map((text) =>
      `${text}: ${inBrackets(text, text.indexOf("("))}`
    ),
    lists: ["", "a", "a,b", " a , b ", "a<b,c>,d", "f(a,b),[c,d],{e,f}", "(a)->b,c", "a>b,c", "a,"].map((
      text,
    ) => [text, splitList(text)]),
    names: ["javascript", "tsx", "vue", "kotlin", "python", "rust", "go", "elixir"].map((language) =>
      `${language}: ${
        ["map", "append", "Close", "unwrap", "console", "window", "mine"].map((name) =>
          `${isLibraryName(language, name) ? 1 : 0}${isGlobal(language, name) ? 1 : 0}`
        ).join(" ")
      }`
    ),
  };
}

Deno.test("heads, receivers, paths and names of libraries, each with each other one", () => {
  const tables = {
    overloads: overloads(),
    returns: returns(),
    implementable: implementable(),
    paths: paths(),
    words: words(),
  };
  const text = JSON.stringify(tables, null, 1) + "\n";
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") return Deno.writeTextFileSync(GOLDEN, text);
  assert.deepEqual(JSON.parse(text), JSON.parse(Deno.readTextFileSync(GOLDEN)));
});

Deno.test("the files in a folder are those that lie in it itself, in order", () => {
  const sorted = [...PATHS, "x/a/b.ts", "x/a.b/c.ts", "x/a0.ts", "x/a-/b.ts", "x/a/z/b.ts"].sort();
  const groups = new PathGroups(sorted);
  const folders = new Set(
    sorted.flatMap((path) => [folderOf(path), folderOf(folderOf(path)), path, "x/", "y"]),
  );
  for (const folder of folders) {
    const inside = sorted.flatMap((path, file) => folderOf(path) === folder ? [file] : []);
    assert.deepEqual(groups.inFolder(folder), inside, folder);
    assert.deepEqual(groups.folders.get(folder) ?? [], inside, folder);
  }
});
