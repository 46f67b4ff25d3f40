import { deepEqual, ok } from "node:assert/strict";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { FlatTree } from "../../src/syntax/flat_tree.ts";
import { LANGUAGES } from "../../src/syntax/languages.ts";
import { startCore } from "../../src/syntax/parser_core.ts";
import { TreeMemory } from "../../src/syntax/tree_memory.ts";
import { coreBytes, grammarBytes } from "./support.ts";

const SAMPLES = [
  "",
  "# a\nclass A(B):\n  def f(self, x: int = 1, *args): return g(x).h[0]\n",
  "export default async function* f<T>({a, b = 1}: P, ...rest) { const x = a?.b ?? `t${a}`; return <A b={x}/>; }\n",
  "template <class T> struct A : public B<T> { int *x[3]; A(int n) : x_(n) {} }; #define X(a) a\n",
  "<?php namespace A\\B; class C extends D { use E; public function f(?int $x): self { return $this->g($x); } }\n",
  "module A; class B < C; def d(x:, *y) = @z ||= x.map { |i| i + 1 }; end; end\n",
  "func (s *S[T]) F(x int, ys ...string) (a, b error) { go func() { x++ }(); return }\n",
  "# a\nclass A(B):\n  def f(self, x: int = 1): return g(x).h\n\nfunction k(a) { return new Foo(a, [1, 'b']); }\n",
  "((((( unbalanced { [ ) \" ' ` \u{1F600} é\n",
];

const { memory } = await startCore(coreBytes());
const trees = new TreeMemory(memory);

for (const { id, grammar } of LANGUAGES) {
  if (grammar === undefined) continue;
  Deno.test(`${id}: trees read from memory equal those read through the cursor`, () => {
    const parser = new Parser();
    parser.setLanguage(
      Language.loadSync(new WebAssembly.Module(grammarBytes(id) as Uint8Array<ArrayBuffer>)),
    );
    for (const sample of SAMPLES) {
      // Some grammars take seconds to recover from another language's code.
      const deadline = performance.now() + 200;
      const tree = parser.parse(sample, null, { progressCallback: () => performance.now() > deadline });
      if (tree === null) parser.reset();
      else ok(agrees(tree), sample);
      tree?.delete();
    }
    parser.delete();
  });
}

Deno.test("rows keep parents, ends and fields", () => {
  const parser = new Parser();
  const language = Language.loadSync(
    new WebAssembly.Module(grammarBytes("python") as Uint8Array<ArrayBuffer>),
  );
  parser.setLanguage(language);
  const tree = parser.parse("f(a)(b)\n")!;
  const flat = new FlatTree();
  trees.flatten(tree, flat);
  const rows = Array.from(
    { length: flat.count },
    (_, row) =>
      `${language.types[flat.type[row]!]} ${language.fields[flat.field[row]!] ?? "-"} ` +
      `${flat.start[row]}-${flat.end[row]} parent ${flat.parent[row]} after ${flat.after[row]}`,
  );
  deepEqual(rows, [
    "module - 0-8 parent -1 after 9",
    "expression_statement - 0-7 parent 0 after 9",
    "call - 0-7 parent 1 after 9",
    "call function 0-4 parent 2 after 7",
    "identifier function 0-1 parent 3 after 5",
    "argument_list arguments 1-4 parent 3 after 7",
    "identifier - 2-3 parent 5 after 7",
    "argument_list arguments 4-7 parent 2 after 9",
    "identifier - 5-6 parent 7 after 9",
  ]);
  const slow = new FlatTree();
  flattenByCursor(tree, slow);
  deepEqual(slow.after.slice(0, slow.count), flat.after.slice(0, flat.count));
});

const COLUMNS = ["type", "field", "start", "end", "parent", "after"] as const;

/** True if the reader of the memory and the public cursor give the same rows. */
function agrees(tree: Tree): boolean {
  const [mine, theirs] = [new FlatTree(), new FlatTree()];
  trees.flatten(tree, mine);
  flattenByCursor(tree, theirs);
  return mine.count === theirs.count && mine.hasError === theirs.hasError &&
    COLUMNS.every((column) => {
      for (let row = 0; row < mine.count; row++) if (mine[column][row] !== theirs[column][row]) return false;
      return true;
    });
}

/** Fills `into` with the parser's public cursor: ten times slower, and correct for every version. */
function flattenByCursor(tree: Tree, into: FlatTree): void {
  into.count = 0;
  into.hasError = tree.rootNode.hasError;
  const cursor = tree.walk();
  let parent = -1;
  for (;;) {
    if (cursor.nodeIsNamed) {
      const row = into.push(
        cursor.nodeTypeId,
        cursor.currentFieldId,
        cursor.startIndex,
        cursor.endIndex,
        parent,
      );
      if (cursor.gotoFirstChild()) {
        parent = row;
        continue;
      }
      into.after[row] = into.count;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return;
      }
      into.after[parent] = into.count;
      parent = into.parent[parent]!;
    }
  }
}
