import assert from "node:assert/strict";
import { FETCH_NOTE, fetchNote } from "../../src/engine/fetch_note.ts";
import { INDEX_NOTE } from "../../src/engine/background.ts";
import { waitForTeam } from "../../src/engine/wait_for_team.ts";
import { buildSymbolFilter, SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import { replaceChecked } from "../../src/platform/cache_files.ts";
import type { Repository } from "../../src/platform/repository.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { makeRepo } from "../support/fixture.ts";

/** Milliseconds of the prompt; what is waited for at most where nothing is told, and where it is near. */
const WALL_MS = 2000;
const SHORT_MS = 800;
const LONG_MS = 1300;
/** A busy machine wakes up late. */
const LATE_MS = 400;
const REMOTE = "index:\n  remote: http://127.0.0.1:9/team\n";

/** What happens in the cache folder, at milliseconds after the beginning. */
type Events = readonly (readonly [at: number, event: (cache: string) => void])[];

/** How long a prompt waits, and what it started. */
async function waited(events: Events, { text = REMOTE, isGit = true, starts = true } = {}) {
  using repo = makeRepo("", { git: false });
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  Deno.mkdirSync(cache, { recursive: true });
  const { settings } = resolveSettings(
    () => undefined,
    [{ source: "user", path: "u", text }],
    readConfigFile,
  );
  const facts = { rootSource: "git", isGit } as const;
  const repository: Repository = {
    root: repo.root,
    main: repo.root,
    facts,
    list: () => undefined,
    limits: [],
  };
  const started: string[] = [];
  for (const [, event] of events.filter(([at]) => at <= 0)) event(cache);
  const timers = events.filter(([at]) => at > 0).map(([at, event]) => setTimeout(() => event(cache), at));
  const startedAt = performance.now();
  await waitForTeam(repository, settings, WALL_MS, (args) => {
    started.push(args.join(" ").replace(repo.root, "ROOT"));
    return starts;
  });
  const ms = performance.now() - startedAt;
  timers.forEach(clearTimeout);
  return { ms, started };
}

/** So many parts of twenty are here since `ago` milliseconds. */
function parts(here: number, { ago = 0, isReady = false } = {}): (cache: string) => void {
  return (cache) =>
    Deno.writeFileSync(
      `${cache}/${FETCH_NOTE}`,
      fetchNote({ here, all: 20, startedAt: Date.now() - ago, isReady }),
    );
}

function whole(cache: string): void {
  replaceChecked(`${cache}/${SYMBOL_FILE}`, buildSymbolFilter("openDoor", true));
}

function begunBefore(cache: string): void {
  Deno.writeTextFileSync(`${cache}/${INDEX_NOTE}`, "");
  Deno.utimeSync(`${cache}/${INDEX_NOTE}`, Date.now() / 1000 - 10, Date.now() / 1000 - 10);
}

Deno.test("wait for the team's index: who does not, and starts nothing", async () => {
  const rows: readonly [what: string, events: Events, options: Parameters<typeof waited>[1]][] = [
    ["no server is named", [], { text: "" }],
    ["no repository", [], { isGit: false }],
    ["an index is there", [[0, whole]], {}],
    ["a fetch was startedAt for an earlier prompt", [[0, begunBefore]], {}],
  ];
  for (const [what, events, options] of rows) {
    const { ms, started } = await waited(events, options);
    assert.ok(ms < LATE_MS, `${what}: ${ms}`);
    assert.deepEqual(started, [], what);
  }
  const { ms, started } = await waited([], { starts: false });
  assert.ok(ms < LATE_MS, `it cannot be started: ${ms}`);
  assert.deepEqual(started, ["warm ROOT"]);
});

const ready = parts(20, { isReady: true });
/** Two parts in a tenth of a second. */
const COMING: Events = [600, 700, 800, 900, 1000].map((
  at,
) => [at, parts((at - 100) / 50, { ago: at - 100 })]);
const ROWS: readonly [what: string, events: Events, from: number][] = [
  ["a server that is silent", [], SHORT_MS],
  ["all is stored", [[300, ready]], 300],
  ["all is indexed", [[300, whole]], 300],
  ["few parts are here", [[100, parts(1, { ago: 0 })], [700, parts(2, { ago: 600 })]], SHORT_MS],
  ["it is near", [...COMING, [1100, ready]], 1100],
  ["it is near and is not stored in time", [...COMING, [1100, parts(20, { ago: 1000 })]], LONG_MS],
  ["it was near and came to a halt", COMING.slice(0, 1), SHORT_MS],
  ["the end of an earlier fetch", [[0, parts(20, { ago: 60_000, isReady: true })]], SHORT_MS],
];

for (const [what, events, from] of ROWS) {
  Deno.test(`wait for the team's index: ${what}, ${from} ms`, async () => {
    const { ms, started } = await waited(events);
    assert.deepEqual(started, ["warm ROOT"]);
    // The time of a file may be a few milliseconds behind the clock.
    assert.ok(ms > from - 30 && ms < from + LATE_MS, `${ms}`);
  });
}
