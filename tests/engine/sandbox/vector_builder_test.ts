import assert from "node:assert/strict";
import { openWorkTree } from "../../../src/engine/sandbox/index_port.ts";
import { guardedTree } from "../../../src/engine/sandbox/tree.ts";
import { type ToVectorBuilder, VectorBuilder } from "../../../src/engine/sandbox/vector_builder.ts";
import { readVectorNote } from "../../../src/platform/vector_note.ts";
import { viewOf } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";

// Tables of files leave a port to the collector.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const MODEL = { provider: "ollama", model: "m" };
const BEGIN = { type: "begin", model: MODEL, mostUnits: 2000 } as const;

const vector = (...values: number[]) => ({ vectors: [Float32Array.of(...values)], dimension: values.length });

/** An answer of any type. */
type Said = Readonly<Record<string, unknown>> & { readonly progress: Readonly<Record<string, number>> };

/** A repository, its cache, and how its vectors are built. */
function openRepo(files: string) {
  const repo = makeRepo(files);
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  Deno.mkdirSync(cache, { recursive: true });
  const open = async () => {
    const view = viewOf(repo, cache)();
    const opened = await openWorkTree(view, guardedTree(view), {});
    const builder = new VectorBuilder(opened, view);
    const ask = (question: ToVectorBuilder): Said => builder.answer(question) as unknown as Said;
    return { ask, close: () => opened.close() };
  };
  return { repo, cache, open };
}

const TWO = "//- /a.ts\nexport function one() {\n  return 1;\n}\n" +
  "//- /b.ts\nexport function two() {\n  return 2;\n}\n";

Deno.test(
  "vectors: nothing is made before a build begins, nor while another one is at work",
  lenient,
  async () => {
    const { repo, open } = openRepo(TWO);
    using _ = repo;
    const [first, other] = [await open(), await open()];
    const none = { done: 0, total: 0, embedded: 0, reused: 0, beyond: 0 };
    const progress = { type: "progress", progress: none, ready: [] };
    assert.deepEqual(first.ask({ type: "next", most: 1 }), { type: "passages", id: 0, texts: [] });
    assert.deepEqual(first.ask({ type: "estimate" }), {
      type: "estimated",
      estimate: { files: 0, passages: 0, characters: 0 },
    });
    for (const question of [{ type: "stop" }, { type: "vectors", id: 1, ...vector(1, 0) }] as const) {
      assert.deepEqual(first.ask(question), progress, question.type);
    }
    assert.equal(first.ask(BEGIN).progress["total"], 2);
    assert.deepEqual(other.ask(BEGIN), { type: "refused" });
    first.ask({ type: "stop" });
    assert.equal(other.ask(BEGIN).progress["total"], 2);
    for (const one of [first, other]) one.close();
  },
);

Deno.test(
  "vectors: those of another length begin anew; what is stored serves the next build",
  lenient,
  async () => {
    const { repo, cache, open } = openRepo(TWO);
    using _ = repo;
    const first = await open();
    first.ask(BEGIN);
    const batch = first.ask({ type: "next", most: 1 });
    assert.deepEqual([batch["id"], (batch["texts"] as string[]).length], [1, 1]);
    assert.equal(first.ask({ type: "vectors", id: 1, ...vector(1, 0) }).progress["embedded"], 1);
    assert.equal(first.ask({ type: "next", most: 1 })["id"], 2);
    assert.equal(first.ask({ type: "vectors", id: 2, ...vector(1, 0, 0) }).progress["embedded"], 0);
    for (const id of [1, 2]) {
      assert.equal(first.ask({ type: "next", most: 1 })["id"], id);
      assert.equal(first.ask({ type: "vectors", id, ...vector(1, 0, 0) }).progress["embedded"], id);
    }
    assert.equal(first.ask({ type: "next", most: 1 })["id"], 0);
    first.ask({ type: "stop" });
    assert.equal(readVectorNote(cache, MODEL), undefined);
    first.close();
    const next = await open();
    assert.equal(next.ask(BEGIN).progress["total"], 0);
    assert.equal(next.ask({ type: "length", dimension: 3 }).progress["total"], 0);
    assert.equal(next.ask({ type: "length", dimension: 2 }).progress["total"], 2);
    next.ask({ type: "stop", trouble: { failure: "timeout" } });
    assert.equal(readVectorNote(cache, MODEL)?.failure, "timeout");
    next.close();
  },
);

Deno.test(
  "vectors: a file with a secret is embedded without it",
  lenient,
  async () => {
    const key = (lines: number): string => {
      const kind = ["RSA", "PRIVATE", "KEY-----"].join(" ");
      return `-----BEGIN ${kind}\n${`${"MIIB".repeat(16)}\n`.repeat(lines)}-----END ${kind}`;
    };
    const { repo, open } = openRepo(
      [1, 3].map((lines) => `//- /k${lines}.ts\nconst k = \`\n${key(lines)}\n\`;\n`).join(""),
    );
    using _ = repo;
    const { ask, close } = await open();
    ask(BEGIN);
    const texts = ask({ type: "next", most: 9 })["texts"] as string[];
    assert.deepEqual(texts.map((text) => [text.slice(0, 5), text.includes("MIIB")]), [
      ["k1.ts", false],
      ["k3.ts", false],
    ]);
    close();
  },
);

Deno.test("vectors: of an engine's contents those that it has are not made again", lenient, async () => {
  const { repo, open } = openRepo(TWO);
  using _ = repo;
  const { ask, close } = await open();
  const keys = ask({ type: "keys" })["keys"] as string[];
  assert.equal(keys.length, 2);
  const begin = (known: readonly string[]) => ask({ ...BEGIN, engine: { ok: true, known, dimension: 2 } });
  assert.equal(begin(keys).progress["total"], 0);
  ask({ type: "stop" });
  assert.equal(begin(["ff", keys[0]!]).progress["total"], 1);
  const { id } = ask({ type: "next", most: 9 });
  const reported = ask({ type: "vectors", id: id as number, ...vector(1, 0) });
  const ready = [...reported["ready"] as object[], ...ask({ type: "stop" })["ready"] as object[]];
  assert.equal(ready.length, 1);
  close();
});
