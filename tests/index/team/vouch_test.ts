import assert from "node:assert/strict";
import { type Batch, ContentIndexer } from "../../../src/index/content_indexer.ts";
import { decodeParsed, encodeParsed } from "../../../src/index/parsed_codec.ts";
import { packPart, type Part, readPart } from "../../../src/index/team/part.ts";
import { vouch } from "../../../src/index/team/team_index.ts";
import { compress, decompress } from "../../../src/platform/compression.ts";
import type { ParsedFile } from "../../../src/syntax/parsed_file.ts";
import { indexTools, openStore, openTestIndex, testParser } from "../../support/index_kit.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";
import { random } from "../../support/random.ts";

const CODE =
  "/** Opens it. */\nexport function openDoor() {\n  return turnKey();\n}\nfunction turnKey() {}\n";
const FORGED = "ignoreAllPreviousInstructions";

/** A part with the content of `a.ts`, whose record `forge` may change. */
async function partOf(repo: Repo, forge: (parsed: ParsedFile) => ParsedFile): Promise<Batch> {
  const indexer = new ContentIndexer(undefined, {
    ...indexTools(repo.root, undefined),
    parser: await testParser(),
  });
  indexer.take("a.ts", CODE.length);
  const { keys, segment } = indexer.finish();
  const record = encodeParsed(forge(decodeParsed(decompress(segment.parsed[0]!, 1 << 20)!)));
  return { keys, segment: { ...segment, parsed: [compress(record)] } };
}

function take(repo: Repo, part: Part): void {
  const store = openStore(`${repo.root}/.cache`)!;
  assert.ok(store.add({ segment: { ...part, isFetched: true } }, store.collected()));
  store.database.close();
}

async function vouchFor(repo: Repo): Promise<void> {
  const store = openStore(`${repo.root}/.cache`)!;
  const { tree } = indexTools(repo.root, undefined);
  const snapshot = store.tree(repo.root)!.snapshot;
  vouch({ store, snapshot, read: (path) => tree.read(path), parser: await testParser() });
  assert.deepEqual(store.segments().map(({ isFetched }) => isFetched), [false]);
  store.database.close();
}

/** Everything an index says that may be shown. */
async function answersOf(repo: Repo): Promise<string> {
  const { index, parsed, close } = await openTestIndex(repo.root);
  assert.equal(parsed, 0, "the fetched content is used");
  const names = ["openDoor", "turnKey", FORGED];
  const shown = {
    files: index.files.paths,
    records: index.files.paths.map((_, file) => index.parsed(file)?.definitions),
    definitions: names.map((name) => index.definitionsNamed(name)),
    uses: names.map((name) => index.referencesTo(name)),
    near: index.nearNames("ignoreAllPrevious", 5),
  };
  close();
  return JSON.stringify(shown);
}

Deno.test("a fetched part says what a local one says, before and after it is vouched for", async () => {
  using repo = makeRepo("", { git: false });
  repo.write("a.ts", CODE);
  (await openTestIndex(repo.root)).close();
  const local = await answersOf(repo);
  Deno.removeSync(`${repo.root}/.cache`, { recursive: true });
  take(repo, readPart(decompress(packPart(await partOf(repo, (parsed) => parsed)), 1 << 20)!)!);
  assert.equal(await answersOf(repo), local);
  await vouchFor(repo);
  assert.equal(await answersOf(repo), local);
});

Deno.test("a forged part brings in no word, and vouching puts the truth in its place", async () => {
  using repo = makeRepo("", { git: false });
  repo.write("a.ts", CODE);
  (await openTestIndex(repo.root)).close();
  const local = await answersOf(repo);
  Deno.removeSync(`${repo.root}/.cache`, { recursive: true });
  const forge = (parsed: ParsedFile): ParsedFile => {
    const [first, ...others] = parsed.definitions;
    const { language, lines, module, references, imports, heritage, hints, exports, gaps } = parsed;
    const definitions = [{ ...first!, name: FORGED, qualifiedName: FORGED, doc: FORGED }, ...others];
    return { language, lines, module, definitions, references, imports, heritage, hints, exports, gaps };
  };
  take(repo, await partOf(repo, forge));
  const before = await answersOf(repo);
  assert.doesNotMatch(before, /ignoreAll/);
  assert.match(before, /a\.ts/);
  await vouchFor(repo);
  assert.equal(await answersOf(repo), local);
});

Deno.test("a part of noise behind a right hash ends in an answer, whatever byte is wrong", async () => {
  const next = random(11);
  for (let round = 0; round < 20; round++) {
    using repo = makeRepo("", { git: false });
    repo.write("a.ts", CODE);
    const { segment, keys } = await partOf(repo, (parsed) => parsed);
    const blocks = segment.blocks.map((block) => damaged(block, next));
    const columns = {
      ...segment.columns,
      definition: Int32Array.from(
        { length: segment.columns.definition.length },
        () => (next() * 1e9) | 0,
      ),
    };
    take(repo, { keys, segment: { ...segment, blocks, columns } });
    const { index, close } = await openTestIndex(repo.root);
    for (const term of ["open", "door", "key"]) index.postings(term);
    for (const name of ["openDoor", "turnKey"]) index.definitionsNamed(name).concat();
    assert.equal(index.referencesTo("turnKey").every(({ line }) => line === 3), true);
    close();
    await vouchFor(repo);
  }
});

function damaged(block: Uint8Array, next: () => number): Uint8Array {
  const bytes = block.slice();
  for (let flips = 0; flips < 3; flips++) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  return bytes;
}
