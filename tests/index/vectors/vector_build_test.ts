import { toHex } from "../../../src/model/hex.ts";
import assert from "node:assert/strict";
import { withChecksum } from "../../../src/platform/checksum.ts";
import { nearestChunks } from "../../../src/index/vectors/nearest.ts";
import { quantise, unit } from "../../../src/index/vectors/quantise.ts";
import { estimateBuild, VectorBuild } from "../../../src/index/vectors/vector_build.ts";
import { vectorsName } from "../../../src/index/vectors/vector_files.ts";
import { HASH_BYTES } from "../../../src/index/vectors/vector_pages.ts";
import { VectorStore } from "../../../src/index/vectors/vector_store.ts";
import type { OpenIndex } from "../../../src/index/open_index.ts";
import type { SendableText } from "../../../src/model/brands.ts";
import { blobHash, createWorkTree } from "../../../src/platform/work_tree.ts";
import { sendable } from "../../../src/safety/outgoing.ts";
import type { Repo } from "../../support/fixture.ts";
import { makeRepo } from "../../support/fixture.ts";
import { openTestIndex, openVectors } from "../../support/index_kit.ts";
import { embedText, TestEmbedder } from "../../support/test_embedder.ts";

const SHOP = `
//- /shop/cart.py
class Cart:
    def add_item(self, item):
        """Puts an item into the basket of the customer."""
        self.items.append(item)

    def total_price(self):
        """Sums what everything in the basket costs."""
        return sum(item.price for item in self.items)
//- /shop/mail.py
def send_receipt(customer, order):
    """Writes the customer an electronic letter about the order."""
    return smtp.deliver(customer.address, render(order))
//- /docs/guide.md
# Guide
How refunds are handled when a parcel is lost on the way to the customer.
`;

/** Builds what is missing, as the command does, and answers what was sent. */
async function embedAll(opened: OpenIndex, repo: Repo, embedder: TestEmbedder): Promise<VectorBuild> {
  let build = newBuild(opened, repo, embedder);
  for (let batch = build.next(4); batch; batch = build.next(4)) {
    const outcome = await embedder.embed(batch.texts);
    assert.ok(outcome.ok);
    if (!build.take(batch.id, outcome.vectors, outcome.dimension)) {
      build = newBuild(opened, repo, embedder, true);
    }
  }
  assert.ok(build.store());
  return build;
}

function newBuild(opened: OpenIndex, repo: Repo, embedder: TestEmbedder, isFresh = false): VectorBuild {
  const tree = createWorkTree({
    root: repo.root,
    listing: [],
    listed: () => true,
    roleOf: () => "code",
    admit: (path) => ({ ok: true, absolute: `${repo.root}/${path}` }),
  });
  const tools = {
    index: opened.index,
    store: opened.vectors(embedder)!,
    tree,
    hash: blobHash,
    cleaned: (text: string) => text.includes("SECRET") ? undefined : text,
    sendable: (text: string): SendableText => sendable(text, 3000),
  };
  return new VectorBuild(tools, embedder, isFresh);
}

function vectorsOf(opened: OpenIndex, model = "hashing"): VectorStore {
  return opened.vectors({ provider: "test", model })!;
}

/** Files by their nearest chunk. */
function ask(opened: OpenIndex, question: string, dimension?: number, model = "hashing"): string[] {
  const query = unit(embedText(question, dimension))!;
  const { chunks } = nearestChunks(opened.index, vectorsOf(opened, model), query);
  return [...new Set(chunks.map(({ file }) => opened.index.files.paths[file]!))];
}

Deno.test("every definition and text chunk gets a vector, with its path and name in front", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  const embedder = new TestEmbedder();
  const { progress } = await embedAll(opened, repo, embedder);
  assert.equal(progress.done, progress.total);
  assert.equal(progress.embedded, embedder.sent.length);
  assert.ok(embedder.sent.some((text) => text.startsWith("shop/cart.py Cart.total_price\n")));
  assert.equal(ask(opened, "electronic letter to the customer")[0], "shop/mail.py");
  assert.equal(ask(opened, "refunds for a lost parcel")[0], "docs/guide.md");
  opened.close();
});

Deno.test("a second build sends nothing, an edit sends only what changed", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const first = await openTestIndex(repo.root);
  await embedAll(first, repo, new TestEmbedder());
  first.close();
  const again = await openTestIndex(repo.root);
  const idle = new TestEmbedder();
  await embedAll(again, repo, idle);
  assert.deepEqual(idle.sent, []);
  again.close();
  const cart = Deno.readTextFileSync(`${repo.root}/shop/cart.py`);
  repo.write("shop/cart.py", cart.replace("Sums what everything", "Adds up the taxes that everything"));
  const edited = await openTestIndex(repo.root);
  const embedder = new TestEmbedder();
  const { progress } = await embedAll(edited, repo, embedder);
  assert.equal(embedder.sent.length, 1);
  assert.match(embedder.sent[0]!, /Cart\.total_price\n[^]*taxes/);
  assert.ok(progress.reused > 0);
  assert.equal(ask(edited, "taxes")[0], "shop/cart.py");
  edited.close();
});

Deno.test("an interrupted build goes on where it was", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  const embedder = new TestEmbedder();
  const build = newBuild(opened, repo, embedder);
  const batch = build.next(3)!;
  const outcome = await embedder.embed(batch.texts);
  assert.ok(outcome.ok && build.take(batch.id, outcome.vectors, outcome.dimension) && build.store());
  opened.close();
  const later = await openTestIndex(repo.root);
  const rest = new TestEmbedder();
  const { progress } = await embedAll(later, repo, rest);
  assert.equal(progress.done, progress.total);
  const kept = [...vectorsOf(later).contents().values()].reduce((sum, chunks) => sum + chunks, 0);
  assert.equal(kept, later.index.chunks.count);
  assert.ok(rest.sent.length < kept);
  later.close();
});

Deno.test("another model or another length begins anew", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  const first = new TestEmbedder();
  await embedAll(opened, repo, first);
  const other = new TestEmbedder("other");
  await embedAll(opened, repo, other);
  assert.equal(other.sent.length, first.sent.length);
  assert.deepEqual(vectorsOf(opened, "other").space, { provider: "test", model: "other", dimension: 256 });
  const back = new TestEmbedder();
  await embedAll(opened, repo, back);
  assert.deepEqual(back.sent, [], "the first model's are still there");
  repo.write("shop/new.py", "def restock(shelf):\n    return shelf.order_missing_articles()\n");
  opened.close();
  const later = await openTestIndex(repo.root);
  const longer = new TestEmbedder("other", 512);
  await embedAll(later, repo, longer);
  assert.equal(vectorsOf(later, "other").space?.dimension, 512);
  assert.equal(ask(later, "electronic letter to the customer", 512, "other")[0], "shop/mail.py");
  assert.equal(vectorsOf(later, "other").contents().size, 4);
  later.close();
});

Deno.test("a file that changed since it was indexed, or may not leave, is not sent", async () => {
  using repo = makeRepo(SHOP, { git: false });
  repo.write("shop/keys.py", "def key():\n    return 'SECRET that lies across passages'\n");
  const opened = await openTestIndex(repo.root);
  repo.write("shop/mail.py", "def changed(after, the, index):\n    return was.opened(after)\n");
  const embedder = new TestEmbedder();
  const { progress } = await embedAll(opened, repo, embedder);
  assert.ok(embedder.sent.length > 0);
  assert.ok(!embedder.sent.some((text) => /mail\.py|keys\.py/.test(text)));
  assert.equal(progress.done, progress.total);
  opened.close();
});

Deno.test("secrets never leave", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const key = "AK" + "IA" + "Q3EXAMPLE7XYZ2LM";
  repo.write(
    "shop/aws.py",
    `def connect():\n    aws_access_key_id = "${key}"\n    return client(aws_access_key_id)\n`,
  );
  const opened = await openTestIndex(repo.root);
  const embedder = new TestEmbedder();
  await embedAll(opened, repo, embedder);
  assert.ok(embedder.sent.some((text) => text.startsWith("shop/aws.py")));
  assert.ok(!embedder.sent.some((text) => text.includes(key)));
  opened.close();
});

Deno.test("an estimate counts what would be sent", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  const embedder = new TestEmbedder();
  const estimate = estimateBuild(newBuild(opened, repo, embedder));
  await embedAll(opened, repo, embedder);
  assert.equal(estimate.passages, embedder.sent.length);
  assert.equal(estimate.characters, embedder.sent.reduce((sum, text) => sum + text.length, 0));
  assert.equal(estimate.files, 3);
  opened.close();
});

Deno.test("vectors outlive the index: a new one of the same contents pays nothing", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  await embedAll(opened, repo, new TestEmbedder());
  opened.close();
  // As after a change of the index's format, with another file read first: the contents get other numbers.
  for (const { name } of [...Deno.readDirSync(`${repo.root}/.cache`)]) {
    if (name.startsWith("index-")) Deno.removeSync(`${repo.root}/.cache/${name}`);
  }
  Deno.renameSync(`${repo.root}/shop/cart.py`, `${repo.root}/shop/sold.py`);
  const later = await openTestIndex(repo.root);
  assert.equal(ask(later, "electronic letter to the customer")[0], "shop/mail.py");
  const embedder = new TestEmbedder();
  const { progress } = await embedAll(later, repo, embedder);
  assert.deepEqual([embedder.sent.length, progress.total], [0, 0]);
  later.close();
});

Deno.test("contents that are cut anew pay for the passages that changed", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const opened = await openTestIndex(repo.root);
  const first = new TestEmbedder();
  await embedAll(opened, repo, first);
  const file = openVectors(`${repo.root}/.cache`, vectorsName(first), false)!;
  file.write(() => file.run("UPDATE content SET cut = 0"));
  file.close();
  opened.close();
  const later = await openTestIndex(repo.root);
  assert.deepEqual(ask(later, "electronic letter to the customer"), [], "they may lie elsewhere now");
  const embedder = new TestEmbedder();
  const { progress } = await embedAll(later, repo, embedder);
  assert.deepEqual([embedder.sent.length, progress.reused], [0, first.sent.length]);
  assert.equal(ask(later, "electronic letter to the customer")[0], "shop/mail.py");
  assert.equal(vectorsOf(later).contents().size, 3);
  later.close();
});

Deno.test("contents that the index forgot go when they are too many, not before", () => {
  const keys = ["aa", "bb", "cc"];
  const index = {
    numbers: () => JSON.stringify({ [toHex(withChecksum(Uint8Array.of(0xaa)))]: 1 }),
    keyOf: () => new Uint8Array(0),
    numberOf: () => 0,
  };
  const folder = Deno.makeTempDirSync();
  for (const [chunks, left] of [[10, 3], [15_000, 1]] as const) {
    const store = new VectorStore(
      index,
      () => new Map(),
      (create) => openVectors(folder, `vectors-${chunks}`, create),
    );
    const contents = keys.map((key) => ({
      key: Uint8Array.of(parseInt(key, 16)),
      cut: 0,
      hashes: new Uint8Array(chunks * HASH_BYTES),
      ...quantise(Array.from({ length: chunks }, () => Float32Array.of(1, -1)), 2),
    }));
    assert.ok(store.add({ provider: "test", model: "test", dimension: 2 }, contents));
    store.tidy();
    const file = openVectors(folder, `vectors-${chunks}`, false)!;
    assert.equal(Number(file.get("SELECT count(*) AS count FROM vector")?.["count"]), left);
    assert.deepEqual([...store.contents()], [[1, chunks]]);
    file.close();
  }
  Deno.removeSync(folder, { recursive: true });
});
