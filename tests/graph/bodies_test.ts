import assert from "node:assert/strict";
import { bodiesOf } from "../../src/graph/bodies.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();

/** Where the body of the first function called `run` in a file stands, as `path:line`. */
function bodyOf(files: Readonly<Record<string, string>>, declared: string): string {
  const index = buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser);
  const file = index.files.numberOf(declared)!;
  const definition = index.parsed(file)!.definitions.findIndex(({ name }) => name === "run");
  const body = bodiesOf(index).of({ file, definition });
  return `${index.files.paths[body.file]}:${
    index.parsed(body.file)!.definitions[body.definition]!.startLine
  }`;
}

const DECLARED = "int run(int a);\n";
const BODY = "int run(int a) { return a; }\n";
const STATIC = `static ${BODY}`;

type Row = readonly [name: string, files: Readonly<Record<string, string>>, body: string];

/** The declaration is the first `run` of the file that has `.h` in its name, or of the only one. */
const ROWS: readonly Row[] = [
  ["none", { "a.h": DECLARED, "b.c": "int go(int a) { return a; }\n" }, "a.h:1"],
  ["far away", { "lib/a.h": DECLARED, "z/b.c": "int run(char *a, int b) { return b; }\n" }, "z/b.c:1"],
  ["of the same file", { "a.h": `${DECLARED}int run(char *b, int c) { return c; }\n`, "a.c": BODY }, "a.h:2"],
  ["of a file of the same name", { "lib/a.h": DECLARED, "lib/b.c": BODY, "z/a.c": BODY }, "z/a.c:1"],
  [
    "in the nearest folder, the last",
    { "lib/net/a.h": DECLARED, "b.c": BODY, "lib/c.c": BODY, "lib/net/z.c": BODY },
    "lib/net/z.c:1",
  ],
  [
    "in the nearest folder, the first",
    { "lib/net/a.h": DECLARED, "lib/net/b.c": BODY, "lib/x.c": BODY, "z.c": BODY },
    "lib/net/b.c:1",
  ],
  ["of equal ones the first", { "a.h": DECLARED, "b.c": BODY, "c.c": BODY }, "b.c:1"],
  [
    "with the same parameters",
    {
      "a.h": DECLARED,
      "b.c": "int run(int a, int b) { return a; }\n",
      "c.c": "int run(char *s) { return 1; }\n",
      "d.c": BODY,
    },
    "d.c:1",
  ],
  [
    "with as many parameters",
    {
      "a.h": DECLARED,
      "b.c": "int run(int a, int b) { return a; }\n",
      "c.c": "int run(char *s) { return 1; }\n",
    },
    "c.c:1",
  ],
  [
    "of a nearer folder before the same parameters",
    { "lib/z/a.h": DECLARED, "lib/b.c": BODY, "lib/z/c.c": "int run(int a, int b) { return a; }\n" },
    "lib/z/c.c:1",
  ],
  ["that is another file's own", { "a.h": DECLARED, "b.c": STATIC }, "a.h:1"],
  ["that is its own file's own", { "a.c": `static ${DECLARED}${STATIC}` }, "a.c:2"],
  [
    "of a static method",
    {
      "a.hpp": "struct Foo {\n  static int run(int a);\n};\n",
      "b.cpp": '#include "a.hpp"\nint Foo::run(int a) { return a; }\n',
    },
    "b.cpp:2",
  ],
  [
    "in a namespace that a macro hides",
    { "a.hpp": "namespace ns {\nint run(int a);\n}\n", "b.cpp": BODY },
    "b.cpp:1",
  ],
  [
    "in another namespace",
    {
      "a.hpp": "namespace ns {\nint run(int a);\n}\n",
      "b.cpp": "namespace other {\nint run(int a) { return a; }\n}\n",
    },
    "a.hpp:2",
  ],
  [
    "of another language",
    { "a.hpp": "int run(int a);\n", "b.go": "package b\n\nfunc run(a int) int { return a }\n" },
    "a.hpp:1",
  ],
];

Deno.test("bodies: which function of C and C++ a declaration stands for", () => {
  const found = ROWS.map(([name, files]): readonly [string, string] => {
    const [first] = Object.keys(files);
    return [name, bodyOf(files, Object.keys(files).find((path) => /\.h/.test(path)) ?? first!)];
  });
  assert.deepEqual(found, ROWS.map(([name, , body]) => [name, body]));
});

Deno.test("bodies: what has a body, or none anywhere, stands for itself", () => {
  const others = { "z.cpp": "int Foo::run(int a) { return a; }\n" };
  for (const ending of [" = default;", " = delete;", " = 0;", " { return a; }"]) {
    const declared = { "a.hpp": `struct Foo {\n  virtual int run(int a)${ending}\n};\n`, ...others };
    assert.equal(bodyOf(declared, "a.hpp"), "a.hpp:2", ending);
  }
});

Deno.test("of hundreds of functions of a name the files of the nearest are read alone", () => {
  const files: Record<string, string> = { "zoo/a.h": DECLARED, "zoo/z.c": BODY };
  for (let number = 0; number < 300; number++) files[`lib/${number}/run.c`] = BODY;
  const index = buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser);
  const read = new Set<number>();
  const parsed = index.parsed.bind(index);
  index.parsed = (file) => (read.add(file), parsed(file));
  const [declared, body] = ["zoo/a.h", "zoo/z.c"].map((path) => index.files.numberOf(path)!);
  assert.deepEqual(bodiesOf(index).of({ file: declared!, definition: 0 }), { file: body, definition: 0 });
  assert.deepEqual([...read], [declared, body]);
});
