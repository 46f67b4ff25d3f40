import assert from "node:assert/strict";
import { FIELDS, type LexicalIndex } from "../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { hasComments, scanFields } from "../../src/index/text_fields.ts";
import { bigrams, tokens } from "../../src/text/tokens.ts";
import syntax from "../../config/comment_syntax.json" with { type: "json" };
import { LANGUAGES } from "../../src/syntax/languages.ts";
import { testParser } from "../support/index_kit.ts";

const SHOP = `"""The shop."""
import cart


class Shop(Base):
    """Sells foreign keys."""

    def open_door(self, sync_id):
        # opens the door of the shop
        return cart.open_door("front door", sync_id)


def openDoor():
    return Shop().open_door(1)
`;

async function index(files: Record<string, string>): Promise<LexicalIndex> {
  return buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), await testParser());
}

function tf(view: LexicalIndex, term: string): Record<string, number>[] {
  const postings = view.postings(term);
  return [...postings?.chunks ?? []].map((chunk, at) => ({
    line: view.chunks.startLine(chunk),
    ...Object.fromEntries(
      FIELDS.map((field) => [field, postings!.tf[field][at]!]).filter(([, count]) => count !== 0),
    ),
  }));
}

Deno.test("terms are counted per chunk and field", async () => {
  const view = await index({ "shop.py": SHOP });
  const door = tf(view, "door");
  // The class body has none; the method: name in code (1 + 2 for its own name + 1 call), comment, string, defined name.
  assert.deepEqual(door, [
    { line: 8, code: 4, doc: 1, str: 1, def: 1 },
    { line: 13, code: 4, def: 1 },
  ]);
  assert.deepEqual(tf(view, "shop").map(({ line }) => line), [1, 5, 8, 13]);
  assert.equal(view.chunkFrequency("door"), 2);
  assert.equal(view.postings("absent"), undefined);
});

Deno.test("pairs stay inside identifiers in code and inside lines in prose", async () => {
  const view = await index({ "shop.py": SHOP });
  assert.deepEqual(tf(view, "open door").map(({ line }) => line), [8, 13]);
  assert.deepEqual(tf(view, "foreign key").map(({ line, doc }) => [line, doc]), [[5, 1]]);
  assert.deepEqual(tf(view, "front door").map(({ str }) => str), [1]);
  // `door self` stand side by side in code only.
  assert.equal(view.postings("door self"), undefined);
});

Deno.test("counts agree with the tokeniser on awkward text", async () => {
  const text =
    "HTTPServer2 größe_maß 中文 foo中文bar x y2k 404 0x1f a__b $el été naïveBayes don't URLs utf8Decode\n" +
    "// a comment with 中文 and Ünïcode words\nconst s = 'string with parts';\n2nd 12345 123456 _ __ a1b2\n";
  const view = await index({ "notes.txt": text });
  const wanted = new Map<string, number>();
  for (const token of tokens(text)) wanted.set(token, (wanted.get(token) ?? 0) + 1);
  for (const [token, count] of wanted) {
    const postings = view.postings(token);
    assert.equal(postings?.tf.doc.reduce((sum, value) => sum + value, 0), count, token);
  }
  const pairs = new Map<string, number>();
  bigrams(text, (pair) => pairs.set(pair, (pairs.get(pair) ?? 0) + 1));
  for (const [pair, count] of pairs) {
    const postings = view.postings(pair);
    const file = postings?.tf.doc.reduce((sum, value) => sum + value, 0);
    assert.equal(file, count, pair);
  }
});

Deno.test("copies of a content are files of their own", async () => {
  const view = await index({
    "a/shop.py": SHOP,
    "b/shop.py": SHOP,
    "c/other.py": "def door(): pass\n",
    "d/shop.py": SHOP,
  });
  assert.equal(view.chunkFrequency("door"), 7);
  const { chunks } = view.postings("door")!;
  assert.deepEqual([...chunks], [...chunks].sort((a, b) => a - b));
  const files = [...chunks].map((chunk) => view.files.paths[view.chunks.file[chunk]!]);
  assert.deepEqual(new Set(files), new Set(view.files.paths));
  assert.equal(view.files.blobs[0], view.files.blobs[1]);
  assert.deepEqual(view.definitionsNamed("Shop").map(({ file }) => file), [0, 1, 3]);
  assert.deepEqual(view.files.lengths.code[0], view.files.lengths.code[3]);
});

Deno.test("every chunk belongs to the run of its file", async () => {
  const view = await index({
    "a.py": SHOP,
    "b.md": "# Title\n\nText.\n",
    "c.py": SHOP,
    "empty.py": "",
    "d.ts": "const a = 1;\n",
  });
  const seen = new Set<number>();
  for (let file = 0; file < view.files.count; file++) {
    for (let at = 0; at < view.files.chunkCount[file]!; at++) {
      const chunk = view.files.firstChunk[file]! + at;
      assert.equal(view.chunks.file[chunk], file);
      seen.add(chunk);
    }
  }
  assert.equal(seen.size, view.chunks.count);
  const { code, doc, str } = view.files.lengths;
  for (let file = 0; file < view.files.count; file++) {
    const from = view.files.firstChunk[file]!;
    const own = view.chunks.length.subarray(from, from + view.files.chunkCount[file]!);
    const inChunks = own.reduce((sum, length) => sum + length, 0);
    assert.equal(inChunks, code[file]! + doc[file]! + str[file]!, view.files.paths[file]);
  }
});

Deno.test("names lead to definitions, uses and parsed files", async () => {
  const view = await index({ "shop.py": SHOP });
  const [definition] = view.definitionsNamed("open_door");
  assert.deepEqual(definition, { file: 0, definition: 1, kind: "method", startLine: 8, endLine: 10 });
  assert.equal(view.parsed(0)?.definitions[1]?.qualifiedName, "Shop.open_door");
  const uses = view.referencesTo("open_door").map(({ line, receiver, scope }) => ({ line, receiver, scope }));
  assert.deepEqual(uses[0], { line: 10, receiver: "cart", scope: 1 });
  assert.equal(uses.length, 2);
  assert.equal(view.referencesTo("open_door", 1).length, 1);
  assert.equal(view.definitionCount("openDoor"), 1);
  assert.deepEqual(view.definitionsNamed("opendoor"), []);
});

Deno.test("near names: case, typing errors, parts", async () => {
  const view = await index({ "shop.py": SHOP });
  assert.deepEqual(view.nearNames("opendoor", 5), ["openDoor", "open_door"]);
  assert.deepEqual(view.nearNames("open_dor", 5), ["openDoor", "open_door"]);
  assert.deepEqual(view.nearNames("Shpo", 1), ["Shop"]);
  assert.deepEqual(view.nearNames("zzz", 5), []);
});

Deno.test("paths have terms of their own", async () => {
  const view = await index({
    "src/door_keeper/main.py": SHOP,
    "src/door/door.py": "x = 1\n",
    "docs/a.md": "x\n",
  });
  const door = view.pathPostings("door")!;
  assert.deepEqual([...door.files].map((file) => view.files.paths[file]), [
    "src/door/door.py",
    "src/door_keeper/main.py",
  ]);
  assert.deepEqual([...door.tf], [2, 1]);
  assert.equal(view.pathLength(view.files.numberOf("docs/a.md")!), tokens("docs/a.md").length);
  assert.equal(view.pathPostings("absent"), undefined);
});

Deno.test("comments and strings are told from code", () => {
  const runs = (text: string, language: string): string[] => {
    const list: string[] = [];
    scanFields(text, language, (start, end, field) => void list.push("cds"[field]! + text.slice(start, end)));
    return list;
  };
  assert.deepEqual(runs("a = 'b' # c\n", "python"), ["ca = ", "s'b'", "c ", "d# c", "c\n"]);
  assert.deepEqual(
    runs('def f():\n  """d"""\n  x = """s"""', "python").map((run) => run[0]).join(""),
    "cdcs",
  );
  assert.deepEqual(runs("x /* y */ z // w", "typescript").map((run) => run[0]).join(""), "cdcd");
  assert.deepEqual(runs("fn f<'a>(x: &'a str) { 'b' }", "rust").filter((run) => run.startsWith("s")), [
    "s'b'",
  ]);
  assert.deepEqual(runs("it's\nfine", "python"), ["cit's\nfine"]);
  assert.deepEqual(runs("see https://a.b/c", "typescript"), ["csee https://a.b/c"]);
});

Deno.test("hostile text takes linear time", () => {
  for (const piece of ["\\`", '\\"', "/*", '"""', "'", '"', "`", "#", "//"]) {
    for (const language of ["typescript", "python", "go", "unknown"]) {
      let runs = 0;
      scanFields(piece.repeat(200_000), language, () => void runs++);
      assert.ok(runs > 0);
    }
  }
});

Deno.test("comments are known for every language with a grammar, and for no language that does not exist", () => {
  const known = new Map(LANGUAGES.map((language) => [language.id, language]));
  for (const { id, grammar } of known.values()) if (grammar) assert.ok(hasComments(id), id);
  for (const [id, style] of Object.entries(syntax.languages)) {
    assert.ok(known.has(id), id);
    assert.ok(style in syntax.styles, style);
  }
});

Deno.test("a relaxed view forgets what is more than it may keep, and gives the same answers", async () => {
  const view = await index({ "shop.py": SHOP, "other.py": "def open_door():\n    pass\n" });
  const ask =
    (): unknown => [tf(view, "door"), view.definitionsNamed("open_door"), view.parsed(1)?.definitions];
  const before = ask();
  const derived = view.memo.get(derive);
  const lasting = view.lasting.get(derive);
  view.relax();
  assert.equal(view.memo.get(derive), derived);
  view.relax({ records: 0, postings: 0 });
  assert.notEqual(view.memo.get(derive), derived);
  assert.equal(view.lasting.get(derive), lasting);
  assert.deepEqual(ask(), before);
});

function derive(): object {
  return {};
}
