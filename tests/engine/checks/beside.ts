import assert from "node:assert/strict";
import { startDaemon } from "../../../src/engine/daemon/start.ts";
import { INDEX_NOTE, startIndex, startVectors, warmBeside } from "../../../src/engine/background.ts";
import { waitForTeam } from "../../../src/engine/wait_for_team.ts";
import { FORMAT } from "../../../src/index/schema.ts";
import { SYMBOL_FILE } from "../../../src/index/symbol_filter.ts";
import { replaceChecked } from "../../../src/platform/cache_files.ts";
import { memoryInUse } from "../../../src/platform/memory.ts";
import { cacheFolder } from "../../../src/platform/state_files.ts";
import type { Repository } from "../../../src/platform/repository.ts";
import { noteVectors, readVectorNote } from "../../../src/platform/vector_note.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { until } from "../../support/engine_kit.ts";
import type { Repo } from "../../support/fixture.ts";
import { makeRepo } from "../../support/fixture.ts";
import { checks, started } from "../../support/own_process.ts";
import { openDaemon } from "../../support/scripted_daemon.ts";

/** What is started beside a prompt, when, and how often. */

const HEAP = ";2 65536 131072";
const DAEMON_HEAP = ";1 16384 131072";

/** A cache folder, with an index that is whole or not, and a note of so many milliseconds ago. */
function cacheWith({ isWhole, note, ageMs = 0 }: {
  readonly isWhole?: boolean | undefined;
  readonly note?: string;
  readonly ageMs?: number | undefined;
}): string {
  const cache = Deno.realPathSync(Deno.makeTempDirSync());
  if (isWhole !== undefined) replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(isWhole ? 1 : 0, 7));
  if (note) writeNote(`${cache}/${note}`, ageMs);
  return cache;
}

/** The same with a store of this format. */
function withStore(cache: string): string {
  Deno.writeTextFileSync(`${cache}/index-${FORMAT}-1.sqlite`, "a store");
  return cache;
}

function writeNote(path: string, ageMs: number): void {
  Deno.writeTextFileSync(path, "");
  const at = new Date(Date.now() - ageMs);
  Deno.utimeSync(path, at, at);
}

/** What was started by `begin`, without what was before; one more is started at the end, so that all others were. */
async function startedBy(begin: () => unknown): Promise<readonly string[]> {
  const before = started().length;
  await begin();
  const last = `/last-${crypto.randomUUID()}`;
  warmBeside(last);
  await until(() => started().some((line) => line === `warm ${last}${HEAP}`), "the last one");
  await new Promise((resolve) => setTimeout(resolve, 100));
  return started().slice(before).filter((line) => !line.includes(last)).toSorted();
}

function settingsWith(text = "", env: Readonly<Record<string, string>> = {}) {
  const files = [{ source: "user", path: "u", text }] as const;
  return resolveSettings((name) => env[name], files, readConfigFile).settings;
}

await checks({
  "an index: of a repository of some size that has none, not twice in three minutes": async () => {
    const note = INDEX_NOTE;
    const rows: Readonly<Record<string, readonly [cache: string, files: number, isStarted: boolean]>> = {
      small: [cacheWith({}), 99, false],
      large: [cacheWith({}), 100, true],
      startedAt: [cacheWith({ isWhole: false }), 100, true],
      whole: [withStore(cacheWith({ isWhole: true })), 100, false],
      outdated: [cacheWith({ isWhole: true }), 100, true],
      recent: [cacheWith({ note, ageMs: 170_000 }), 100, false],
      old: [cacheWith({ note, ageMs: 181_000 }), 100, true],
      nowhere: ["/nowhere", 100, false],
    };
    const all = await startedBy(() => {
      for (const [name, [cache, files]] of Object.entries(rows)) startIndex(`/${name}`, cache, files);
      for (const [name, [cache, files]] of Object.entries(rows)) startIndex(`/${name}`, cache, files);
    });
    const expected = Object.entries(rows).filter(([, [, , isStarted]]) => isStarted);
    assert.deepEqual(all, expected.map(([name]) => `warm /${name}${HEAP}`).toSorted());
  },

  "an index that is not whole: built beside a daemon, once it has answered": async () => {
    using whole = makeRepo("//- /a.ts\nlet a;\n");
    using part = makeRepo("//- /a.ts\nlet a;\n");
    const asked = (root: string, isWhole: boolean) => async (): Promise<void> => {
      let isHeld = true;
      const { ask, run } = openDaemon([root], { isWhole, isHeld: () => isHeld });
      const running = run();
      await ask();
      isHeld = false;
      await running;
    };
    assert.deepEqual(await startedBy(asked(whole.root, true)), []);
    assert.deepEqual(await startedBy(asked(part.root, false)), [`warm ${part.root}${HEAP}`]);
    assert.deepEqual(await startedBy(asked(part.root, false)), [], "one was begun a moment ago");
  },

  "a daemon: what it may hold after a prompt and when it is idle, and for how long it is idle": async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    using next = makeRepo("//- /a.ts\nlet a;\n");
    const nameOf = ({ root }: Pick<Repo, "root">): string => root.slice(root.lastIndexOf("/") + 1);
    const MB = 1024 * 1024;
    const real = { setInterval, now: performance.now, memoryUsage: Deno.memoryUsage };
    let [time, rss] = [1000, 100 * MB];
    performance.now = () => time;
    Object.assign(Deno, { memoryUsage: () => ({ ...real.memoryUsage(), rss }) });
    /** A daemon whose clock is moved by hand, after it has answered prompts while it held so many bytes. */
    const rested = async (held: readonly number[], others: readonly string[] = []) => {
      let look: (() => void) | undefined;
      Object.assign(globalThis, { setInterval: (one: () => void) => (look ??= one, 0) });
      const { run, ask, log } = openDaemon([repo.root, ...others], { memory: memoryInUse });
      const running = run();
      for (const root of [...others, repo.root]) {
        for (rss of held) {
          const answered = log.filter((one) => one === "touch").length;
          await ask(root);
          await until(() => log.filter((one) => one === "touch").length > answered);
          time++;
        }
      }
      // Connections end a moment after their answers.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const at = (ms: number, bytes: number): string | undefined => {
        const before = log.length;
        [time, rss] = [time + ms, bytes];
        look!();
        return log.slice(before).join();
      };
      const restarts = (root: string): number =>
        log.filter((one) => one === `restart ${nameOf({ root })}`).length;
      return { at, log, restarts, end: () => (at(60_001, 0), running) };
    };
    const releases = (...all: readonly Pick<Repo, "root">[]): string =>
      all.map((one) => `release ${nameOf(one)}`).join();
    const large = await rested([1024 * MB, 1024 * MB + 1, 100 * MB]);
    assert.equal(large.restarts(repo.root), 1);
    assert.deepEqual([large.at(3998, 900 * MB), large.at(1, 900 * MB)], ["", releases(repo)]);
    assert.deepEqual([400 * MB, 600 * MB].map((bytes) => large.at(0, bytes)), ["", ""]);
    assert.deepEqual([600 * MB + 1].map((bytes) => large.at(0, bytes)), ["leave"]);
    await large.end();
    const small = await rested([100 * MB]);
    assert.deepEqual([4000, 0, 0].map((ms, at) => small.at(ms, (100 + at * 200) * MB)), [
      releases(repo),
      "",
      "",
    ]);
    assert.deepEqual([small.at(0, 500 * MB), small.at(0, 500 * MB + 1)], ["", "leave"]);
    await small.end();
    const idle = await rested([100 * MB]);
    assert.deepEqual([idle.at(59_999, 0), idle.at(1, 0)], [releases(repo), `close ${nameOf(repo)},leave`]);
    await idle.end();
    const pair = await rested([100 * MB], [next.root]);
    pair.at(0, 100 * MB);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [release, full, more, last] = [4000, 0, 0, 0].map((ms, at) =>
      pair.at(ms, (500 + Math.max(0, at - 1) * 200) * MB)
    );
    assert.deepEqual(
      [release, full, more, last],
      [releases(repo, next), "", `close ${nameOf(next)}`, ""],
      "others first",
    );
    assert.deepEqual([pair.at(0, 1024 * MB), pair.at(0, 1024 * MB + 1)], ["", "leave"], "in any case");
    await pair.end();
    const heavy = await rested([1024 * MB + 1], [next.root]);
    const closed = heavy.log.filter((one) => one.startsWith("close"));
    assert.deepEqual(closed, [repo, next].map((one) => `close ${nameOf(one)}`), "after a prompt, too");
    assert.deepEqual([heavy.restarts(next.root), heavy.restarts(repo.root)], [0, 0]);
    await heavy.end();
    performance.now = real.now;
    Object.assign(Deno, { memoryUsage: real.memoryUsage });
    Object.assign(globalThis, { setInterval: real.setInterval });
  },

  "a daemon: where a prompt takes long without one, not twice in a quarter of a minute": async () => {
    const note = "daemon-started";
    const usual = settingsWith();
    const off = settingsWith("daemon:\n  idle_s: 0\n");
    assert.equal(off["daemon.idle_s"].value, 0);
    const rows: Readonly<Record<string, readonly [string, number, typeof usual, isStarted: boolean]>> = {
      small: [cacheWith({ isWhole: true }), 99, usual, false],
      large: [cacheWith({ isWhole: true }), 100, usual, true],
      unwanted: [cacheWith({ isWhole: true }), 100, off, false],
      half: [cacheWith({ isWhole: false }), 100, usual, false],
      recent: [cacheWith({ isWhole: true, note, ageMs: 10_000 }), 100, usual, false],
      old: [cacheWith({ isWhole: true, note, ageMs: 16_000 }), 100, usual, true],
    };
    const begin = (): void => {
      for (const [name, [cache, files, settings]] of Object.entries(rows)) {
        startDaemon(`/${name}`, { cache, files, settings });
      }
    };
    const all = await startedBy(() => (begin(), begin()));
    assert.deepEqual(all, [`daemon /large${DAEMON_HEAP}`, `daemon /old${DAEMON_HEAP}`]);
  },

  "vectors: one build for a space in three minutes; what failed before is said until then": async () => {
    const space = { provider: "ollama", model: "m" };
    const [fresh, recent, old, other] = [cacheWith({}), cacheWith({}), cacheWith({}), cacheWith({})] as const;
    noteVectors(recent, space);
    noteVectors(other, { ...space, model: "n" });
    noteVectors(old, space, { failure: "rate_limited" });
    const at = new Date(Date.now() - 181_000);
    Deno.utimeSync(`${old}/vectors.json`, at, at);
    const all = await startedBy(() => {
      for (let time = 0; time < 2; time++) {
        for (const [name, cache] of Object.entries({ fresh, recent, old, other })) {
          startVectors(`/${name}`, cache, space);
        }
      }
    });
    assert.deepEqual(all, ["warm /fresh", "warm /old", "warm /other"].map((call) => call + HEAP));
    assert.equal(readVectorNote(old, space)?.failure, "rate_limited");
  },

  "an update: one for a root in three minutes": async () => {
    const { now } = performance;
    let time = now.call(performance);
    const all = await startedBy(() => {
      performance.now = () => time;
      warmBeside("/a");
      warmBeside("/a");
      time += 179_999;
      warmBeside("/b");
      warmBeside("/a");
      time += 1;
      warmBeside("/a");
      performance.now = now;
    });
    assert.deepEqual(all, ["warm /a", "warm /a", "warm /b"].map((call) => call + HEAP));
  },

  "a team's index: waited for by the first prompts alone, a part of their time": async () => {
    const named = settingsWith("index:\n  remote: https://cache.example/team\n");
    assert.ok(named["index.remote"].value);
    const repositoryWith = (name: string, isGit = true): { repository: Repository; cache: string } => {
      const root = `${Deno.realPathSync(Deno.makeTempDirSync())}/${name}`;
      Deno.mkdirSync(root);
      const repository = { root, main: root, facts: { rootSource: "git", isGit } } as unknown as Repository;
      return { repository, cache: cacheFolder(root)! };
    };
    const waited = async (
      { repository }: { repository: Repository },
      settings = named,
      wallMs = 30_000,
    ): Promise<number> => {
      const startedAt = Date.now();
      await waitForTeam(repository, settings, wallMs);
      return Date.now() - startedAt;
    };
    const all = await startedBy(async () => {
      assert.ok(await waited(repositoryWith("unnamed"), settingsWith()) < 6000, "none is named");
      assert.ok(await waited(repositoryWith("no-git", false)) < 6000, "no repository");
      const whole = repositoryWith("whole");
      replaceChecked(`${whole.cache}/${SYMBOL_FILE}`, Uint8Array.of(1));
      assert.ok(await waited(whole) < 6000, "there is one");
      const fetched = repositoryWith("fetched");
      const first = await waited(fetched, named, 1500);
      assert.ok(first >= 590, `four tenths of the prompt's time: ${first}`);
      await waited(fetched, named, 1500);
      const soon = repositoryWith("soon");
      setTimeout(() => replaceChecked(`${soon.cache}/${SYMBOL_FILE}`, Uint8Array.of(1)), 100);
      const came = await waited(soon);
      assert.ok(came >= 90 && came < 6000, `it came: ${came}`);
      const late = repositoryWith("late");
      writeNote(`${late.cache}/${INDEX_NOTE}`, 60_000);
      assert.ok(await waited(late) < 6000, "a server that is slow");
    });
    assert.deepEqual(
      all.map((line) => line.replace(/.*\//, "")).toSorted(),
      ["fetched", "soon"].map((name) => name + HEAP),
    );
  },
});
