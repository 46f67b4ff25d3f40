import assert from "node:assert/strict";
import type { FromTeamBuilder, ToTeamBuilder } from "../../src/engine/sandbox/team_builder.ts";
import type { BuildReport } from "../../src/engine/build_report.ts";
import type { TeamIndex } from "../../src/engine/team_index.ts";
import { fetchLimitMs, openTeamIndex } from "../../src/engine/team_index.ts";
import { decodeManifest, encodeManifest } from "../../src/index/team/manifest.ts";
import type { RepositoryView } from "../../src/model/sandbox.ts";
import type { IndexBuild } from "../../src/platform/index_build.ts";
import { compress } from "../../src/platform/compression.ts";
import { sha256 } from "../../src/platform/sha256.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import type { TestCache } from "../support/remote_cache.ts";
import { startRemoteCache } from "../support/remote_cache.ts";

// The thread that connects and git's limits are ended by their owners.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const VIEW = { root: "/r" } as unknown as RepositoryView;

/** As it travels: gzipped, under its own hash. */
function blobOf(text: string) {
  const bytes = compress(new TextEncoder().encode(text));
  return { hash: sha256(bytes), bytes };
}
const FILES = blobOf("files");
const PLAIN = new TextEncoder().encode("plain") as Uint8Array<ArrayBuffer>;
const NO_GZIP = { hash: sha256(PLAIN), bytes: PLAIN };
const PARTS = [blobOf("0th part"), blobOf("1st part"), blobOf("2nd part")];

/** The sandboxed side, scripted: what it was asked, and what it answers. */
function builder(
  { unread = 1000, wanted = [2, 0], count = PARTS.length, problem = () => undefined }: {
    readonly unread?: number | undefined;
    readonly wanted?: readonly number[] | undefined;
    readonly count?: number;
    readonly problem?: (part: string) => string | undefined;
  } = {},
) {
  const asked: string[] = [];
  const left = [...PARTS];
  const answer = (question: ToTeamBuilder): FromTeamBuilder => {
    const text = "bytes" in question ? ` ${new TextDecoder().decode(question.bytes)}` : "";
    asked.push(`${question.type}${text}`);
    switch (question.type) {
      case "team":
        return { type: "unread", files: unread };
      case "fetched files":
        return { type: "wanted", parts: wanted };
      case "fetched part": {
        const found = problem(text.trim());
        return { type: "taken", ...(found !== undefined && { problem: found }) };
      }
      case "publish":
        return { type: "published", files: FILES, count };
      case "next part": {
        const blob = left.shift();
        return { type: "part", ...(blob && { blob }) };
      }
    }
  };
  const worker = {
    ask: (question: ToTeamBuilder) => Promise.resolve(answer(question)),
  } as unknown as IndexBuild<unknown>;
  return { worker, asked };
}

function settingsWith(text: string) {
  return resolveSettings(() => undefined, [{ source: "user", path: "u", text }], readConfigFile).settings;
}

async function open(repo: Repo, { url }: TestCache): Promise<TeamIndex> {
  const team = await openTeamIndex(settingsWith(`index:\n  remote: ${url}\n`), repo.root, {
    publishes: true,
  });
  assert.ok(typeof team === "object");
  return team;
}

/** A repository of so many commits, the last one first. */
function repoOf(commits: number): { readonly repo: Repo; readonly trees: readonly string[] } {
  const repo = makeRepo("//- /a.ts\nlet a;\n");
  for (let at = 1; at < commits; at++) {
    repo.write("a.ts", `let a = ${at};\n`);
    repo.git("commit", "-qam", `commit ${at}`);
  }
  return { repo, trees: repo.git("log", "--format=%T").trim().split("\n") };
}

/** Publishes, for the commit that is checked out, what the scripted side has. */
async function published(team: TeamIndex): Promise<BuildReport> {
  return await team.publish(builder().worker, VIEW);
}

Deno.test(
  "team index: nothing is named, it is no address, or there is nothing committed",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n", { git: false });
    const openWith = (text: string) => openTeamIndex(settingsWith(text), repo.root, { publishes: false });
    assert.equal(await openWith(""), undefined);
    assert.match(String(await openWith("index:\n  remote: nowhere\n")), /index.remote/);
    const there = "index:\n  remote: http://127.0.0.1:9/team\n";
    const refusal = "index.remote serves committed files only, and there are none";
    assert.equal(await openWith(there), refusal);
    repo.git("init", "-q");
    assert.equal(await openWith(there), refusal);
  },
);

Deno.test(
  "team index: what is published is taken over by another machine, part by part",
  lenient,
  async () => {
    await using server = startRemoteCache();
    const { repo, trees: [tree = ""] } = repoOf(1);
    const team = await open(repo, server);
    const sent = builder();
    const sizes = [FILES, ...PARTS].map(({ bytes }) => bytes.length).reduce((sum, size) => sum + size);
    assert.deepEqual(await team.publish(sent.worker, VIEW), {
      text: `published: tree ${tree.slice(0, 12)}, 3 parts; 4 blobs sent, 0.0 MB\n`,
      data: { published: { tree, parts: 3, sent: 4, bytes: sizes } },
      limits: [],
      failed: false,
    });
    assert.deepEqual(sent.asked, ["team", "publish", ...Array(4).fill("next part")]);
    assert.deepEqual((await published(team)).data, { published: { tree, parts: 3, sent: 0, bytes: 0 } });
    assert.deepEqual(await team.offer(), { tree, parts: 3, bytes: sizes });
    const taken = builder();
    const bytes = [FILES, PARTS[2]!, PARTS[0]!].reduce((sum, one) => sum + one.bytes.length, 0);
    assert.deepEqual(await team.fetch(taken.worker, VIEW), {
      text: `2 parts, 0.0 MB taken over from index.remote, tree ${tree.slice(0, 12)}\n`,
      data: { fetched: { tree, parts: 2, bytes } },
      limits: [],
      failed: false,
    });
    assert.deepEqual(taken.asked, [
      "team",
      "fetched files files",
      "fetched part 2nd part",
      "fetched part 0th part",
    ]);
    assert.deepEqual((await team.fetch(builder({ wanted: [] }).worker, VIEW))?.data, {
      fetched: { tree, parts: 0, bytes: FILES.bytes.length },
    });
    team.close();
    repo[Symbol.dispose]();
  },
);

Deno.test("team index: a fetch has ten minutes at most, whatever sizes the manifest names", () => {
  const limits = [0, 1_000_000, 1e9, Number.MAX_SAFE_INTEGER].map(fetchLimitMs);
  assert.deepEqual(limits, [120_000, 121_000, 600_000, 600_000]);
});

Deno.test("team index: megabytes are counted in millions of bytes", lenient, async () => {
  await using server = startRemoteCache();
  const { repo } = repoOf(1);
  const team = await open(repo, server);
  const noise = new Uint8Array(1_560_000);
  for (let at = 0; at < noise.length; at += 60_000) crypto.getRandomValues(noise.subarray(at, at + 60_000));
  const bytes = compress(noise);
  const large = { hash: sha256(bytes), bytes };
  const worker = {
    ask: ({ type }: ToTeamBuilder) =>
      Promise.resolve(
        { team: { files: 200 }, publish: { files: large, count: 1 }, "fetched files": { parts: [] } }[
          type as string
        ] ?? (server.blobs.size === 0 ? { blob: PARTS[0] } : {}),
      ),
  } as unknown as IndexBuild<unknown>;
  assert.match((await team.publish(worker, VIEW)).text, /1 parts; 2 blobs sent, 1\.6 MB/);
  assert.match((await team.fetch(worker, VIEW))?.text ?? "", /^0 parts, 1\.6 MB taken over/);
  team.close();
  repo[Symbol.dispose]();
});

Deno.test("team index: few files are not asked for, nor where nothing can be stored", lenient, async () => {
  await using server = startRemoteCache();
  const { repo } = repoOf(1);
  const team = await open(repo, server);
  for (const unread of [undefined, 0, 199]) {
    const worker = builder();
    worker.worker.ask = (() => Promise.resolve({ type: "unread", files: unread })) as never;
    assert.equal(await team.fetch(worker.worker, VIEW), undefined, `${unread}`);
  }
  assert.equal(server.seen.length, 0);
  await team.fetch(builder({ unread: 200 }).worker, VIEW);
  assert.equal(server.seen.length, 1);
  team.close();
  repo[Symbol.dispose]();
});

Deno.test(
  "team index: the newest commit that has one, eight asked at a time",
  lenient,
  async () => {
    await using server = startRemoteCache();
    const { repo, trees } = repoOf(20);
    const team = await open(repo, server);
    const nothing = { data: { problem: "it has no index of the last 20 commits in this format" } };
    assert.deepEqual((await team.fetch(builder().worker, VIEW))?.data, nothing.data);
    assert.equal(server.seen.length, 20);
    assert.equal(await team.offer(), nothing.data.problem);
    // Published when the eleventh commit was the last, and when the fourteenth was.
    for (const back of [10, 13]) {
      repo.git("checkout", "-q", `main~${back}`);
      const then = await open(repo, server);
      await published(then);
      then.close();
    }
    server.seen.length = 0;
    const found = await team.offer();
    assert.equal(typeof found === "object" && found.tree, trees[10]);
    assert.equal(server.seen.length, 16);
    team.close();
    repo[Symbol.dispose]();
  },
);

Deno.test(
  "team index: what is damaged, too large, missing or refused is said, and nothing of it taken",
  lenient,
  async () => {
    await using server = startRemoteCache();
    const { repo } = repoOf(1);
    const team = await open(repo, server);
    await published(team);
    const good = new Map(server.blobs);
    const place = [...good.keys()].find((path) => path.startsWith("ac/"))!;
    const manifest = decodeManifest(good.get(place)!)!;
    const put = (more: Partial<typeof manifest>): void =>
      void server.blobs.set(place, encodeManifest({ ...manifest, ...more }));
    const large = { hash: FILES.hash, size: 64 * 1024 * 1024 + 1 };
    const missing = { hash: "e".repeat(64), size: 5 };
    const rows: readonly [
      what: string,
      change: () => void,
      problem: string | RegExp,
      options?: Parameters<typeof builder>[0],
    ][] = [
      ["no manifest", () => server.blobs.set(place, new Uint8Array([7])), /manifest is damaged/],
      ["files too large", () => put({ files: large }), "a part is larger than: 67108864 bytes"],
      ["files missing", () => put({ files: missing }), "a part is missing on the server"],
      ["part missing", () => put({ parts: [missing, missing, missing] }), "a part is missing on the server"],
      ["second part missing", () => put({ parts: [missing, ...manifest.parts.slice(1)] }), /missing on the/],
      [
        "part too large",
        () => put({ parts: [large, large, large] }),
        "a part is larger than: 67108864 bytes",
      ],
      [
        "not as its hash says",
        () => server.blobs.set(`cas/${PARTS[0]!.hash}`, PARTS[0]!.bytes.toReversed()),
        `a part is not what its hash says: ${PARTS[0]!.hash}`,
      ],
      ["cannot be unpacked", () => {
        server.blobs.set(`cas/${NO_GZIP.hash}`, NO_GZIP.bytes);
        put({ parts: [...manifest.parts.slice(0, 2), { hash: NO_GZIP.hash, size: NO_GZIP.bytes.length }] });
      }, `a part cannot be unpacked: ${NO_GZIP.hash}`],
      [
        "no part of this format",
        () => {},
        `a part is damaged: ${PARTS[0]!.hash}`,
        { problem: (part) => part === "0th part" ? "damaged" : undefined },
      ],
      ["disk full", () => {}, "its parts cannot be stored: the disk is full", { problem: () => "full" }],
      ["another obstacle", () => {}, "its parts cannot be stored: failed", { problem: () => "failed" }],
    ];
    for (const [what, change, problem, options] of rows) {
      server.blobs.clear();
      for (const [path, bytes] of good) server.blobs.set(path, bytes);
      change();
      const report = await team.fetch(builder(options).worker, VIEW);
      const reported = String(report?.data["problem"]);
      if (typeof problem === "string") assert.equal(reported, problem, what);
      else assert.match(reported, problem, what);
      assert.deepEqual(report, {
        text: "",
        data: { problem: reported },
        limits: [`index.remote: ${reported}`],
        failed: true,
      });
    }
    server.blobs.set(place, new Uint8Array([7]));
    assert.equal(await team.offer(), "the manifest is damaged");
    server.blobs.set(place, good.get(place)!);
    const damaged = builder();
    damaged.worker.ask =
      ((ask) => async (question: ToTeamBuilder) =>
        question.type === "fetched files" ? { type: "wanted" } : await ask(question))(
          damaged.worker.ask.bind(damaged.worker),
        ) as never;
    assert.deepEqual((await team.fetch(damaged.worker, VIEW))?.data, {
      problem: "the list of files is damaged",
    });
    team.close();
    repo[Symbol.dispose]();
  },
);

Deno.test("team index: a transfer that is cut is begun again, three times at most", lenient, async () => {
  await using server = startRemoteCache();
  const { repo } = repoOf(1);
  const team = await open(repo, server);
  await published(team);
  const asksFor = (path: string): number =>
    server.seen.filter(({ request }) => request === `GET ${path}`).length;
  const part = `cas/${PARTS[2]!.hash}`;
  for (const [cuts, asked, problem] of [[2, 3, undefined], [3, 3, /connection failed/]] as const) {
    server.seen.length = 0;
    server.fault = ({ method }, path) =>
      method === "GET" && path === part && asksFor(part) <= cuts ? cutAnswer(PARTS[2]!.bytes) : undefined;
    const report = await team.fetch(builder().worker, VIEW);
    assert.equal(asksFor(part), asked);
    if (problem) assert.match(String(report?.data["problem"]), problem);
    else assert.equal(report?.failed, false, JSON.stringify(report));
  }
  team.close();
  repo[Symbol.dispose]();
});

/** Half of what its length says, then the connection ends. */
function cutAnswer(bytes: Uint8Array<ArrayBuffer>): Response {
  let isSent = false;
  const body = new ReadableStream({
    pull: (to) => {
      if (isSent) to.error(new Error("cut"));
      else to.enqueue(bytes.subarray(0, bytes.length >> 1));
      isSent = true;
    },
  });
  return new Response(body, { headers: { "content-length": `${bytes.length}` } });
}

Deno.test(
  "team index: a server that fails, or an index that is not whole, publishes no manifest",
  lenient,
  async () => {
    await using server = startRemoteCache();
    const { repo, trees: [tree = ""] } = repoOf(1);
    const team = await open(repo, server);
    const none = { problem: "nothing that is committed is in the index" };
    for (const count of [0, 2, 4]) {
      assert.deepEqual((await team.publish(builder({ count }).worker, VIEW)).data, none, `${count}`);
    }
    assert.deepEqual([...server.blobs.keys()].filter((path) => path.startsWith("ac/")), []);
    server.blobs.clear();
    const rows: readonly [refuses: RegExp, left: number][] = [
      [new RegExp(`^cas/${PARTS[1]!.hash}`), 1],
      [new RegExp(`^cas/${FILES.hash}`), 3],
      [/^ac\//, 4],
    ];
    for (const [refuses, left] of rows) {
      server.blobs.clear();
      server.fault = ({ method }, path) =>
        method === "PUT" && refuses.test(path) ? new Response("no room", { status: 507 }) : undefined;
      const report = await team.publish(builder().worker, VIEW);
      assert.equal(report.failed, true, refuses.source);
      assert.match(report.limits[0] ?? "", /^index\.remote: ./);
      assert.equal(server.blobs.size, left, refuses.source);
    }
    server.fault = () => new Response("broken", { status: 500 });
    assert.equal((await team.fetch(builder().worker, VIEW))?.failed, true);
    assert.equal(typeof await team.offer(), "string");
    server.fault = () => undefined;
    assert.equal((await published(team)).failed, false);
    // The key of a tree depends on the index's format; a manifest stands nowhere else.
    const keys = [...server.blobs.keys()].filter((path) => path.startsWith("ac/"));
    assert.equal(keys.length, 1);
    assert.notEqual(keys[0], `ac/${sha256(tree)}`);
    team.close();
    repo[Symbol.dispose]();
  },
);
