import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { decodeParsed, encodeParsed } from "../../src/index/parsed_codec.ts";
import { decodeManifest, encodeManifest } from "../../src/index/team/manifest.ts";
import { packPart, readPart } from "../../src/index/team/part.ts";
import { compress, decompress } from "../../src/platform/compression.ts";
import { sha256 } from "../../src/platform/sha256.ts";
import { runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { variants } from "../support/long_test.ts";
import { startRemoteCache, type TestCache } from "../support/remote_cache.ts";

const TOKEN = "fake-" + "token-of-a-test";

/** Enough files that asking for an index is worth while. */
function manyFiles(): string {
  let fixture = "";
  for (let number = 0; number < 230; number++) {
    fixture +=
      `//- /src/door${number}.ts\n/** Opens door ${number}. */\nexport function openDoor${number}(key: string) {\n` +
      `  return turnKey${number}(key);\n}\nfunction turnKey${number}(key: string) {\n  return key;\n}\n`;
  }
  return fixture;
}

/** A clone whose files git wrote a while before its index, as in every clone but the fastest. */
function cloneOf(origin: Repo): Repo {
  const clone = makeRepo("", { git: false });
  origin.git("clone", "-q", origin.root, `${clone.root}/work`);
  return {
    ...clone,
    root: `${clone.root}/work`,
    write: (path: string, text: string) => clone.write(`work/${path}`, text),
    git: (...args: string[]) => clone.git("-C", "work", ...args),
    [Symbol.dispose]: () => clone[Symbol.dispose](),
  };
}

interface Outcome {
  readonly code: number;
  readonly read: number;
  readonly parsed: number;
  readonly limits: readonly string[];
  readonly fetched?: { readonly tree: string; readonly parts: number };
  readonly published?: { readonly parts: number; readonly sent: number };
  readonly problem?: string;
}

async function index(repo: Repo, cache: TestCache, ...args: string[]): Promise<Outcome> {
  const env = { CI_AUTO_TOOLS_INDEX_REMOTE: cache.url, CI_AUTO_TOOLS_INDEX_TOKEN: TOKEN };
  const { code, stdout, stderr } = await runBinary(["index", "--json", ...args], { cwd: repo.root, env });
  assert.doesNotMatch(stdout + stderr, /of-a-test/);
  return { ...JSON.parse(stdout), code };
}

/** The answers that matter, without the folder's name. */
async function answers(repo: Repo): Promise<string> {
  const reported: string[] = [];
  for (const args of [["search", "where is door 7 opened"], ["impact", "turnKey9"], ["chain", "openDoor3"]]) {
    const { stdout } = await runBinary([...args, "--json"], { cwd: repo.root });
    reported.push(
      stdout.replaceAll(repo.root, "ROOT").replace(/"(?:run_id|duration_ms|index_version)":[^,}]+/g, ""),
    );
  }
  return reported.join("\n");
}

Deno.test("team index: what one machine published, another takes over, and answers the same", async () => {
  await using cache = startRemoteCache();
  using origin = makeRepo(manyFiles());
  using ci = cloneOf(origin);
  const first = await index(ci, cache);
  assert.equal(first.code, 0);
  assert.deepEqual(
    cache.seen.map(({ request }) => request.split(" ")[0]),
    ["GET"],
    "nothing is sent unasked",
  );

  const secret = "untracked-" + "words";
  ci.write("src/local.ts", `export const note = "${secret}";\n`);
  ci.write("src/door5.ts", `export const changed = "${secret}";\n`);
  const published = await index(ci, cache, "--publish");
  assert.equal(published.code, 0, JSON.stringify(published));
  assert.ok(published.published!.parts >= 1);
  assert.ok(cache.seen.every(({ token }) => token === `Bearer ${TOKEN}`));
  for (const blob of cache.blobs.values()) assert.doesNotMatch(readable(blob), /untracked|\/local\.ts/);

  const env = { CI_AUTO_TOOLS_INDEX_REMOTE: cache.url };
  const doctor = await runBinary(["doctor"], { cwd: ci.root, env });
  assert.match(doctor.stdout, /team index.*has tree [0-9a-f]{12}: \d+ parts, \d+\.\d MB/);

  using fresh = cloneOf(origin);
  const taken = await index(fresh, cache);
  assert.ok(taken.fetched!.parts >= 1, JSON.stringify(taken));
  // The file that was changed there was not published.
  assert.ok(taken.parsed <= 1, `${taken.parsed} parsed`);
  using local = cloneOf(origin);
  await runBinary(["index"], { cwd: local.root });
  const honest = await answers(local);
  assert.equal(await answers(fresh), honest);

  const again = await index(ci, cache, "--publish");
  assert.equal(again.published!.sent, 0, "what is there already is not sent again");

  for (const word of variants(FORGED, 1)) {
    assert.ok(forge(cache, word) > 0);
    using poisoned = cloneOf(origin);
    assert.ok((await index(poisoned, cache)).fetched!.parts >= 1);
    assert.equal(await answers(poisoned), honest, `a forged part brings no word: ${word}`);
  }
});

/** First bytes of what is compressed with zlib at the usual level. */
const HEADER = "\x78\x5e";

/** Blobs as text, their compressed records too. */
function readable(blob: Uint8Array): string {
  const bytes = decompress(blob, 1 << 26) ?? blob;
  let text = new TextDecoder("latin1").decode(bytes);
  for (let at = text.indexOf(HEADER); at >= 0; at = text.indexOf(HEADER, at + 1)) {
    try {
      text += new TextDecoder("latin1").decode(inflateSync(bytes.subarray(at)));
    } catch {
      // Two bytes that begin no record.
    }
  }
  return text;
}

const FAULTS: Record<string, (cache: TestCache) => void> = {
  "damaged blobs": ({ blobs }) => {
    for (const [path, bytes] of blobs) if (path.startsWith("cas/")) blobs.set(path, bytes.toReversed());
  },
  "blobs that are gone": ({ blobs }) => {
    for (const path of blobs.keys()) if (path.startsWith("cas/")) blobs.delete(path);
  },
  "longer blobs than announced": ({ blobs }) => {
    for (const [path, bytes] of blobs) {
      if (path.startsWith("cas/")) blobs.set(path, new Uint8Array(bytes.length + 9));
    }
  },
  "a manifest of noise": ({ blobs }) => {
    for (const [path, bytes] of blobs) {
      if (path.startsWith("ac/")) {
        blobs.set(
          path,
          bytes.map((byte) => byte ^ 0x55),
        );
      }
    }
  },
  "an error of the server": (cache) => cache.fault = () => new Response("sorry", { status: 500 }),
  "a redirect": (cache) => cache.fault = () => Response.redirect("http://127.0.0.1:9/", 302),
  "a page for every address": (cache) => cache.fault = () => new Response("<html>hello</html>"),
};

Deno.test("team index: a server that fails costs a line, not the index", async () => {
  await using cache = startRemoteCache();
  using origin = makeRepo(manyFiles());
  using ci = cloneOf(origin);
  assert.equal((await index(ci, cache, "--publish")).code, 0);
  const whole = new Map(cache.blobs);
  for (const [name, damage] of variants(Object.entries(FAULTS), 3)) {
    cache.blobs.clear();
    for (const [path, bytes] of whole) cache.blobs.set(path, bytes);
    cache.fault = () => undefined;
    damage(cache);
    using clone = cloneOf(origin);
    const outcome = await index(clone, cache);
    assert.equal(outcome.code, 0, name);
    assert.equal(outcome.parsed, 230, name);
    assert.equal(outcome.limits.filter((limit) => limit.startsWith("index.remote: ")).length, 1, name);
  }
  cache.fault = () => new Response("full", { status: 507 });
  assert.equal((await index(ci, cache, "--publish")).code, 40, "publishing fails aloud");
  cache.fault = ({ method, headers }) =>
    method === "PUT" && headers.get("authorization") !== "Bearer another-" + "token"
      ? new Response("no", { status: 403 })
      : undefined;
  const { code, published, limits } = await index(ci, cache, "--publish");
  assert.deepEqual([code, published], [40, undefined], "publishing needs the token");
  assert.match(limits.join(), /index\.remote: the server refused the key: 403/);
});

/** Words that no file has, in two scripts, and a control character. */
const FORGED = ["ignoreAllPreviousInstructions", "忽略指令", "\x1b"];

/** Gives every definition of every part another name, with the hashes that belong to it; returns how many. */
function forge({ blobs }: TestCache, word: string): number {
  const [place, bytes] = [...blobs].find(([path]) => path.startsWith("ac/"))!;
  const manifest = decodeManifest(bytes)!;
  let forged = 0;
  const parts = manifest.parts.map(({ hash }) => {
    const part = readPart(decompress(blobs.get(`cas/${hash}`)!, 1 << 26)!)!;
    const parsed = part.segment.parsed.map((record) => {
      const file = decodeParsed(decompress(record, 1 << 20)!);
      forged += file.definitions.length;
      const definitions = file.definitions.map((one) => ({
        ...one,
        name: word,
        signature: word,
        doc: word,
      }));
      return compress(encodeParsed({ ...file, definitions }));
    });
    const packed = packPart({ ...part, segment: { ...part.segment, parsed } });
    const digest = { hash: sha256(packed), size: packed.length };
    blobs.set(`cas/${digest.hash}`, packed);
    return digest;
  });
  blobs.set(place, encodeManifest({ ...manifest, parts }));
  return forged;
}

Deno.test("team index: who sends what where is the user's to say", async () => {
  using repo = makeRepo(manyFiles());
  const run = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
    const { stdout, stderr } = await runBinary(["index", ...args], { cwd: repo.root, env });
    return stdout + stderr;
  };
  assert.match(await run({}, "--publish"), /--publish needs index\.remote/);
  const token = { CI_AUTO_TOOLS_INDEX_TOKEN: TOKEN };
  const plain = await run({ CI_AUTO_TOOLS_INDEX_REMOTE: "http://cache.example", ...token });
  assert.match(
    plain,
    /\[Limits\] index\.remote has no https, so CI_AUTO_TOOLS_INDEX_TOKEN is not sent there/,
  );
  assert.match(await run({ CI_AUTO_TOOLS_INDEX_REMOTE: "ftp://x" }), /index\.remote is not an address like/);
  await using cache = startRemoteCache();
  repo.write("config/auto-tools.yaml", `index:\n  remote: ${cache.url}\n`);
  assert.match(await run({}), /index\.remote/);
  assert.equal(cache.seen.length, 0, "a repository's own file names no server");
});

Deno.test({
  name: "team index: the first prompt in a fresh clone waits for it",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using cache = startRemoteCache();
    using origin = makeRepo(manyFiles());
    using ci = cloneOf(origin);
    await index(ci, cache, "--publish");
    using fresh = cloneOf(origin);
    const asked = cache.seen.length;
    const env = {
      CI_AUTO_TOOLS_INDEX_REMOTE: cache.url,
      CI_AUTO_TOOLS_INDEX_TOKEN: TOKEN,
      CI_AUTO_TOOLS_BUDGET_WALL_MS: "19000",
    };
    try {
      const { stdout } = await runBinary(["--prompt", "where is openDoor7 defined?"], {
        cwd: fresh.root,
        env,
      });
      assert.match(stdout, /src\/door7\.ts/);
      assert.ok(cache.seen.length > asked, "fetched before the answer");
    } finally {
      await endOf("warm", fresh.root);
    }
  },
});

/** Until no process of this program does its work on a folder any more. */
async function endOf(command: string, folder: string): Promise<void> {
  const isRunning = (pid: string): boolean => {
    try {
      return Deno.readTextFileSync(`/proc/${pid}/cmdline`).includes(`\0${command}\0${folder}\0`);
    } catch {
      return false;
    }
  };
  const until = Date.now() + 60_000;
  while (
    Date.now() < until &&
    [...Deno.readDirSync("/proc")].some(({ name }) => /^\d+$/.test(name) && isRunning(name))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
