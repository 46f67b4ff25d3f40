import assert from "node:assert/strict";
import { embedTree, estimateTree } from "../../../src/engine/embed_tree.ts";
import type { Built } from "../../../src/engine/sandbox/index_builder.ts";
import { openTeamIndex } from "../../../src/engine/team_index.ts";
import { IndexBuild } from "../../../src/platform/index_build.ts";
import { INDEX_BUILDER, PROGRAM } from "../../../src/platform/program.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { viewOf } from "../../support/engine_kit.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";
import { startRemoteCache } from "../../support/remote_cache.ts";
import { SHOP } from "../../support/shop.ts";
import { TestEmbedder } from "../../support/test_embedder.ts";

/** The sandboxed side of `auto-tools index`: what it builds, and what it says of what is stored. */

// Tables of files leave a port to the collector; threads are ended by their owners.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** A builder for a repository, what it is shown, and its questions about what is stored. */
async function openBuilder({ root, git }: Pick<Repo, "root" | "git">) {
  const cache = `${root}/.devbooks/cache/auto-tools`;
  Deno.mkdirSync(cache, { recursive: true });
  const worker = new IndexBuild<Built>(INDEX_BUILDER, { program: PROGRAM, root, cache });
  await worker.ready;
  const view = viewOf({ root, git }, cache);
  const build = (shown = view()): Promise<Built> =>
    worker.run(shown, { isAwaited: true, onProgress: () => {} });
  const state = async (asksImports = false) => {
    const reported = await worker.ask<{ type: string; state?: Record<string, unknown> }>({
      type: "state",
      view: view(),
      asksImports,
    });
    return reported.state;
  };
  return { cache, worker, view, build, state };
}

Deno.test("builder: all files are indexed, then those that changed", lenient, async () => {
  using repo = makeRepo(SHOP);
  const { cache, worker, view, build, state } = await openBuilder(repo);
  assert.equal(await state(), undefined, "nothing is stored yet");
  assert.deepEqual(await worker.ask({ type: "verify", cache }), { type: "verified", whole: true, size: 0 });
  const { duration, size, definitions, ...first } = await build();
  assert.deepEqual(first, { files: 6, indexed: 6, read: 6, parsed: 6, wasDamaged: false });
  assert.ok(duration > 0 && duration < 60_000 && size > 1000 && definitions >= 5, `${definitions}`);
  const verified = await worker.ask<{ type: string; whole: boolean; size: number }>({
    type: "verify",
    cache,
  });
  assert.deepEqual([verified.whole, verified.size > 1000], [true, true]);
  const stored = await state();
  assert.deepEqual([stored?.["files"], stored?.["behind"]], [6, 0]);
  assert.ok(Math.abs(Date.now() - Number(stored?.["written"])) < 60_000);
  repo.write(
    "src/orders/refund.ts",
    'import { nothing } from "./missing.ts";\nexport const changed = nothing;\n',
  );
  assert.equal((await state())?.["behind"], 1);
  const second = await build();
  assert.deepEqual([second.files, second.wasDamaged, second.problem], [6, false, undefined]);
  const imports = (await state(true))?.["unresolvedImports"];
  assert.match(JSON.stringify(imports), /missing/);
  assert.doesNotMatch(JSON.stringify((await state())?.["unresolvedImports"]), /missing\.ts/, "counted alone");
  assert.equal((await build(view({ exclude: ["docs"] }))).files, 5);
  worker.close();
});

Deno.test(
  "builder: vectors are made once, and estimated before",
  lenient,
  async () => {
    using repo = makeRepo(SHOP);
    const { worker, build } = await openBuilder(repo);
    await build();
    const embedder = new TestEmbedder();
    const place = { mostUnits: 4000, engine: undefined };
    const estimate = await estimateTree(worker, embedder, place);
    assert.ok(estimate && "passages" in estimate && estimate.files === 6 && estimate.passages >= 6);
    const options = { ...place, signal: new AbortController().signal, onProgress: () => {} };
    const made = await embedTree(worker, embedder, options);
    assert.ok(made && "progress" in made);
    assert.deepEqual([made.progress.done, made.gap], [made.progress.total, undefined]);
    assert.equal(embedder.sent.length, estimate.passages);
    const again = await embedTree(worker, embedder, options);
    assert.ok(again && "progress" in again);
    assert.deepEqual([again.progress.embedded, embedder.sent.length], [0, estimate.passages]);
    worker.close();
  },
);

Deno.test("builder: what one machine published serves another", lenient, async () => {
  await using server = startRemoteCache();
  const many = Array.from(
    { length: 210 },
    (_, at) => `//- /lib/m${at}.ts\nexport const value${at} = ${at};\n`,
  );
  using repo = makeRepo(SHOP + many.join(""));
  const text = `index:\n  remote: ${server.url}\n`;
  const { settings } = resolveSettings(
    () => undefined,
    [{ source: "user", path: "u", text }],
    readConfigFile,
  );
  // What was written a moment ago may change without a trace.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  repo.git("update-index", "--refresh");
  const first = await openBuilder(repo);
  await first.build();
  const team = await openTeamIndex(settings, repo.root, { publishes: true });
  assert.ok(typeof team === "object");
  const published = await team.publish(first.worker, first.view());
  assert.equal(published.failed, false, JSON.stringify(published));
  using clone = makeRepo("//- /x\n", { git: false });
  clone.git("clone", "-q", `file://${repo.root}`, `${clone.root}/clone`);
  const root = `${clone.root}/clone`;
  const second = await openBuilder({ root, git: (...args) => repo.git("-C", root, ...args) });
  const other = await openTeamIndex(settings, root, { publishes: false });
  assert.ok(typeof other === "object");
  const fetched = await other.fetch(second.worker, second.view());
  assert.equal(fetched?.failed, false, JSON.stringify(fetched));
  const built = await second.build();
  assert.deepEqual([built.files, built.parsed], [216, 0], "nothing is parsed again");
  for (const one of [team, other]) one.close();
  for (const { worker } of [first, second]) worker.close();
});
