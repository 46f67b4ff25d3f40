import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { deflateSync, gzipSync } from "node:zlib";
import { decodeManifest, encodeManifest } from "../../src/index/team/manifest.ts";
import { packPart, readPart } from "../../src/index/team/part.ts";
import { packFiles } from "../../src/index/team/published_files.ts";
import { decompress } from "../../src/platform/compression.ts";
import { runGit } from "../../src/platform/git.ts";
import { sha256 } from "../../src/platform/sha256.ts";
import { PATIENT_HOME, payload, runBinary, type RunOptions } from "../support/binary.ts";
import { endlessRows } from "../support/endless_rows.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { longTest } from "../support/long_test.ts";
import { framed, LspClient } from "../support/lsp_client.ts";
import { watchProcess } from "../support/peak.ts";
import type { Ended } from "../support/processes.ts";
import { inputsOf, startProvider } from "../support/provider.ts";
import { startRemoteCache } from "../support/remote_cache.ts";
import { SHOP } from "../support/shop.ts";
import { embedText } from "../support/test_embedder.ts";
import { userSettings } from "../support/user_settings.ts";

/**
 * Small inputs that take a thousand times as much memory where they are believed: at every entry the peak stays within
 * 200 MB of the same command on a harmless input, and the user learns of it.
 */

const MEGABYTE = 1024 * 1024;
const MOST_ABOVE = 200 * MEGABYTE;
const QUESTION = "Where is refundOrder defined?";
const CACHE = ".devbooks/cache/auto-tools";

type Measured = Ended & { readonly bytes: number };

async function measured(args: readonly string[], options: RunOptions): Promise<Measured> {
  let watch: ReturnType<typeof watchProcess> | undefined;
  const ended = await runBinary(args, {
    ...options,
    env: { HOME: PATIENT_HOME, ...options.env },
    started: (pid) => watch = watchProcess(pid),
  });
  return { ...ended, bytes: watch!.end().bytes };
}

function assertSmall(
  { bytes }: { readonly bytes: number },
  rest: { readonly bytes: number },
  what = "",
): void {
  const above = Math.round((bytes - rest.bytes) / MEGABYTE);
  assert.ok(bytes - rest.bytes <= MOST_ABOVE, `${what}: ${above} MB above rest`);
}

/** JSON whose values take many times its length. */
const DENSE: Readonly<Record<string, (size: number) => string>> = {
  "empty lists": (size) => `[${"[],".repeat(size / 3)}[]]`,
  "nesting": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
};
const ZEROS = new Uint8Array(1024 * MEGABYTE);

Deno.test("bombs: a hook's payload", async () => {
  using repo = makeRepo(SHOP);
  const hook = (stdin: string): Promise<Measured> => measured(["hook"], { cwd: repo.root, stdin });
  const rest = await hook(payload(QUESTION, repo.root));
  assert.match(rest.stdout, /refund\.ts/);
  for (const [name, make] of Object.entries(DENSE)) {
    const whole = payload(QUESTION, repo.root).replace(/\}\n$/, `,"more":${make(15 * MEGABYTE)}}\n`);
    const bomb = await hook(whole);
    assert.deepEqual([bomb.code, bomb.stdout, bomb.stderr], [0, "", ""]);
    assertSmall(bomb, rest, name);
  }
  assertSmall(await hook(payload(`${QUESTION}\n${"words ".repeat(10_000_000)}`, repo.root)), rest, "prompt");
});

const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const OPENING = [
  { jsonrpc: "2.0", id: 0, ...INITIALIZE },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

for (const [era, first, meta] of [["old", OPENING, undefined], ["new", [], META]] as const) {
  const declare = era === "new" ? Deno.test : longTest;
  declare(`bombs: messages of an MCP client of the ${era} protocol`, async () => {
    using repo = makeRepo(SHOP);
    const call = (id: number): string => {
      const params = { name: "ci_search", arguments: { query: "refundOrder" }, ...(meta && { _meta: meta }) };
      return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
    };
    const serve = (lines: readonly string[]): Promise<Measured> => {
      const opening = first.map((one) => JSON.stringify(one));
      const stdin = [...opening, ...lines, call(9), ""].join("\n");
      const next = (line: string): string | null => line.includes('"id":9') ? null : "";
      return measured(["mcp"], { cwd: repo.root, stdin, next });
    };
    const rest = await serve([]);
    assert.match(rest.stdout, /refund\.ts/);
    for (const [name, make] of Object.entries(DENSE)) {
      const params = `{"name":"ci_search","arguments":${make(4_190_000)}}`;
      const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const bomb = await serve(new Array(8).fill(line));
      assert.equal(bomb.stdout.match(/"code":-32700/g)?.length, 8, bomb.stdout.slice(0, 500));
      assert.match(bomb.stdout, /too many lists and objects/);
      assert.match(bomb.stdout, /refund\.ts/);
      assertSmall(bomb, rest, name);
    }
  });
}

longTest("bombs: messages and documents of a language client", async () => {
  using repo = makeRepo(SHOP);
  const run = async (act: (client: LspClient) => Promise<void>): Promise<{ bytes: number }> => {
    const client = new LspClient(repo.root);
    const watch = watchProcess(client.pid);
    await client.initialize();
    await act(client);
    const { result } = await client.request("workspace/symbol", { query: "refundOrder" });
    assert.equal(result.length, 1);
    assert.equal(await client.end(), 0);
    return watch.end();
  };
  const rest = await run(async () => {});
  for (const [name, make] of Object.entries(DENSE)) {
    const bomb = await run(async (client) => {
      const reply = client.replyTo(null);
      await client.raw(framed(`{"jsonrpc":"2.0","id":1,"method":"x","params":${make(8_000_000)}}`));
      assert.equal((await reply).error?.code, -32700);
    });
    assertSmall(bomb, rest, name);
  }
  const documents = await run(async (client) => {
    const all = Array.from({ length: 300 }, (_, at) => ({ uri: client.uri(`src/open${at}.ts`) }));
    for (const one of all) {
      await client.notify("textDocument/didOpen", {
        textDocument: { ...one, text: `//${"x".repeat(1_000_000)}` },
      });
    }
    for (const one of all) await client.notify("textDocument/didClose", { textDocument: one });
  });
  assertSmall(documents, rest, "documents");
});

Deno.test("bombs: settings with aliases of aliases", async () => {
  using repo = makeRepo(SHOP);
  const run = (): Promise<Measured> => measured(["--prompt", QUESTION], { cwd: repo.root });
  const rest = await run();
  const lists = [..."bcdefghijk"].map((name, at) =>
    `${name}: &${name} [${new Array(9).fill(`*${"abcdefghij"[at]}`).join(", ")}]\n`
  );
  repo.write("config/auto-tools.yaml", `a: &a [x]\n${lists.join("")}exclude: *k\n`);
  const bomb = await run();
  assert.match(bomb.stdout, /config\/auto-tools\.yaml/);
  assertSmall(bomb, rest);
});

longTest("bombs: records of the cache", async () => {
  using repo = makeRepo(SHOP);
  const run = (...args: string[]): Promise<Measured> => measured(args, { cwd: repo.root });
  await run("index");
  const rest = await run("chain", "refundOrder");
  assert.match(rest.stdout, /refund\.ts/);
  const dense = new TextEncoder().encode(`["typescript",3,""]\n[${"[],".repeat(50_000_000)}[]]\n[]\n[]\n[]`);
  for (const bytes of [dense, ZEROS]) {
    const [file] = [...Deno.readDirSync(`${repo.root}/${CACHE}`)].filter(({ name }) =>
      /\.sqlite$/.test(name)
    );
    const database = new DatabaseSync(`${repo.root}/${CACHE}/${file!.name}`);
    database.prepare("UPDATE parsed SET data = ?").run(deflateSync(bytes));
    database.close();
    assertSmall(await run("chain", "refundOrder"), rest, "chain");
    assertSmall(await run("hotspots"), rest, "hotspots");
    const mended = await run("index");
    assert.equal(mended.code, 0, mended.stderr);
    assertSmall(mended, rest, "index");
  }
});

longTest("bombs: parts of a team's index", async () => {
  await using cache = startRemoteCache();
  const files = Array.from({ length: 230 }, (_, at) => `//- /src/f${at}.ts\nexport const f${at} = ${at};\n`);
  using origin = makeRepo(files.join(""));
  const clone = (): Repo => {
    const copy = makeRepo("", { git: false });
    origin.git("clone", "-q", origin.root, `${copy.root}/work`);
    return copy;
  };
  const index = (repo: Repo, ...args: string[]): Promise<Measured> => {
    const env = { CI_AUTO_TOOLS_INDEX_REMOTE: cache.url };
    return measured(["index", "--json", ...args], { cwd: `${repo.root}/work`, env });
  };
  using publisher = clone();
  assert.equal((await index(publisher, "--publish")).code, 0);
  using harmless = clone();
  const rest = await index(harmless);
  assert.ok(JSON.parse(rest.stdout).fetched.parts >= 1);
  const [place, bytes] = [...cache.blobs].find(([path]) => path.startsWith("ac/"))!;
  const put = (bomb: Uint8Array<ArrayBuffer>) => {
    const digest = { hash: sha256(bomb), size: bomb.length };
    cache.blobs.set(`cas/${digest.hash}`, bomb);
    return digest;
  };
  const manifest = decodeManifest(bytes)!;
  const part = put(new Uint8Array(deflateSync(ZEROS)));
  const separators = { id: "0".repeat(40), size: 1, kind: "source", language: "", part: -1 } as const;
  const empty = put(packFiles([{ ...separators, path: "\0".repeat(40 * MEGABYTE) }]));
  const real = readPart(decompress(cache.blobs.get(`cas/${manifest.parts[0]!.hash}`)!, MEGABYTE)!)!;
  const firstKeys = ["\n".repeat(40 * MEGABYTE)];
  const keys = put(packPart({ ...real, segment: { ...real.segment, firstKeys } }));
  // Four million keys of a random byte each: too many, and hardly smaller when compressed.
  const random = new Uint8Array(4 * MEGABYTE);
  for (let at = 0; at < random.length; at += 65_536) crypto.getRandomValues(random.subarray(at, at + 65_536));
  const many = put(packPart({ ...real, keys: Array.from(random, (byte) => Uint8Array.of(byte)) }));
  const forgeries = [
    { parts: manifest.parts.map(() => part) },
    { files: empty },
    { parts: [keys] },
    { parts: [many] },
  ];
  for (const forged of forgeries) {
    cache.blobs.set(place, encodeManifest({ ...manifest, ...forged }));
    using victim = clone();
    const outcome = await index(victim);
    assert.match(JSON.parse(outcome.stdout).limits.join(), /index\.remote: /);
    assertSmall(outcome, rest);
  }
});

longTest("bombs: packed answers of a provider and of a CKB server", async () => {
  using repo = makeRepo(SHOP);
  const rest = await measured(["index"], { cwd: repo.root });
  for (const body of [ZEROS, new TextEncoder().encode(`{"x":${DENSE["empty lists"]!(60 * MEGABYTE)}}`)]) {
    const packed = new Uint8Array(gzipSync(body));
    const headers = { "content-encoding": "gzip", "content-type": "application/json" };
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async (request) => (await request.arrayBuffer(), new Response(packed, { headers })),
    );
    const address = `127.0.0.1:${server.addr.port}`;
    const embedded = await measured(["index", "--semantic"], {
      cwd: repo.root,
      env: { OLLAMA_HOST: address },
    });
    assert.match(embedded.stderr, /bad_response/);
    assertSmall(embedded, rest, "provider");
    const own = userSettings(`ckb:\n  server: http://${address}/mcp\n  timeout_ms: 8000\n`);
    const chain = await measured(["chain", "refundOrder"], { cwd: repo.root, env: { XDG_CONFIG_HOME: own } });
    assert.match(chain.stdout + chain.stderr, /ckb unavailable/);
    assert.match(chain.stdout, /refund\.ts/);
    assertSmall(chain, rest, "ckb");
  }
});

longTest("bombs: a CKB server on standard output that does not end", async () => {
  using repo = makeRepo(SHOP);
  await measured(["index"], { cwd: repo.root });
  const rest = await measured(["chain", "refundOrder"], { cwd: repo.root });
  using home = makeRepo("", { git: false });
  for (
    const flood of ["yes '[[],[],[]]' | tr -d '\\n'", 'yes \'{"jsonrpc":"2.0","method":"notifications/x"}\'']
  ) {
    home.write("bin/ckb", `#!/bin/sh\n${flood}\n`);
    Deno.chmodSync(`${home.root}/bin/ckb`, 0o755);
    const own = userSettings("ckb:\n  server: ckb\n  timeout_ms: 8000\n");
    const env = { XDG_CONFIG_HOME: own, PATH: `${home.root}/bin:${Deno.env.get("PATH")}` };
    const chain = await measured(["chain", "refundOrder"], { cwd: repo.root, env });
    assert.match(chain.stdout + chain.stderr, /ckb unavailable/);
    assert.match(chain.stdout, /refund\.ts/);
    assertSmall(chain, rest, flood);
  }
});

longTest("bombs: rows of a vector database without end", async () => {
  using repo = makeRepo(SHOP);
  const rest = await measured(["index"], { cwd: repo.root });
  await using model = startProvider((request) =>
    Response.json({ embeddings: inputsOf(request).map((text) => Array.from(embedText(text))) })
  );
  await using database = endlessRows();
  const settings = {
    XDG_CONFIG_HOME: userSettings(),
    OLLAMA_HOST: `127.0.0.1:${model.port}`,
    CI_AUTO_TOOLS_VECTORS_URL: `postgres://open@127.0.0.1:${database.port}/postgres`,
  };
  for (const args of [["index", "--semantic"], ["search", "reimbursement", "--mode", "semantic"]]) {
    const asked = await measured(args, { cwd: repo.root, env: settings });
    assert.match(asked.stdout + asked.stderr, /too long/, args[0]);
    assertSmall(asked, rest, args[0]);
  }
});

Deno.test("bombs: releases that do not end, as they are sent and unpacked", async () => {
  using user = makeRepo("", { git: false });
  const env = { HOME: user.root };
  assert.equal((await measured(["install"], { cwd: user.root, env })).code, 0);
  const program = `${user.root}/.claude/hooks/auto-tools`;
  const name = `auto-tools-${Deno.build.target}.tar.gz`;
  const endless = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
    new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(MEGABYTE)) });
  const packed = new Uint8Array(gzipSync(ZEROS));
  const sum = sha256(packed);
  const answers: Record<string, () => BodyInit> = {};
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    return new Response(answers[url.slice(url.lastIndexOf("/") + 1)]?.());
  });
  const upgrade = (...args: string[]): Promise<Measured> => {
    const place = { CI_AUTO_TOOLS_RELEASES: `http://127.0.0.1:${server.addr.port}` };
    return measured(["upgrade", ...args], { cwd: user.root, env: { ...env, ...place }, program });
  };
  answers["release.json"] = () => '{"version":"99.1.0"}';
  const rest = await upgrade("--check");
  assert.match(rest.stdout, /99\.1\.0 can be had/);
  answers["SHA256SUMS"] = () => `${sum}  ${name}\n`;
  for (const [path, body] of [[name, () => packed], [name, endless], ["release.json", endless]] as const) {
    answers[path] = body;
    const bomb = await upgrade();
    assert.notEqual(bomb.code, 0);
    assert.match(bomb.stderr, /(?:unpacks to|larger|longer) (?:more )?than/);
    assertSmall(bomb, rest, path);
  }
});

/** Stores a git object of any size and form; returns its id. */
function store(repo: Repo, kind: string, body: string): string {
  const bytes = new TextEncoder().encode(`${kind} ${body.length}\0${body}`);
  const id = createHash("sha1").update(bytes).digest("hex");
  Deno.mkdirSync(`${repo.root}/.git/objects/${id.slice(0, 2)}`, { recursive: true });
  Deno.writeFileSync(`${repo.root}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`, deflateSync(bytes));
  return id;
}

longTest("bombs: objects of git", async () => {
  using repo = makeRepo(SHOP);
  const run = (...args: string[]): Promise<Measured> => measured(args, { cwd: repo.root });
  const rest = await run("hotspots");
  const [head, tree] = ["HEAD", "HEAD^{tree}"].map((name) => repo.git("rev-parse", name).trim());
  const who = "t <t@localhost> 1700000000 +0000";
  const commit = (message: string): string =>
    store(repo, "commit", `tree ${tree}\nparent ${head}\nauthor ${who}\ncommitter ${who}\n\n${message}`);
  repo.git("update-ref", "HEAD", commit("refund broken\n".repeat(5_000_000)));
  const long = await run("hotspots");
  assert.match(long.stdout, /src\//, "a long message costs nothing but its end");
  assertSmall(long, rest, "message of 70 MB");
  repo.git("update-ref", "HEAD", commit("refund broken\n".repeat(20_000_000)));
  const huge = await run("hotspots");
  assert.match(huge.stderr, /\[Limits\] history: /);
  assertSmall(huge, rest, "message of 280 MB");

  repo.git("reset", "-q", "--hard", head!);
  for (const name of ["one.ts", "two.ts"]) {
    const blob = store(repo, "blob", "refundOrder x\n".repeat(20_000_000) + name);
    const entries = `${repo.git("ls-tree", tree!)}100644 blob ${blob}\t${name}\n`;
    Deno.writeTextFileSync(`${repo.root}/.git/entries`, entries);
    const script = 'git mktree < .git/entries | xargs -I TREE git commit-tree TREE -p HEAD -m "$0"';
    const env = { GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t@localhost", GIT_COMMITTER_NAME: "t" };
    const { stdout } = new Deno.Command("/bin/sh", {
      args: ["-c", script, name],
      cwd: repo.root,
      env: { ...env, GIT_COMMITTER_EMAIL: "t@localhost" },
    }).outputSync();
    repo.git("update-ref", "HEAD", new TextDecoder().decode(stdout).trim());
  }
  repo.git("read-tree", "HEAD");
  const moved = await run("hotspots");
  assert.match(moved.stderr, /\[Limits\] history: /);
  assertSmall(moved, rest, "a moved file of 280 MB");
});

longTest("bombs: a large file that is tracked and changes leaves git's answers as they are", async () => {
  using repo = makeRepo(SHOP);
  const rest = await measured(["hotspots"], { cwd: repo.root });
  // What was counted before is kept.
  Deno.removeSync(`${repo.root}/.devbooks`, { recursive: true });
  const rows = "1,2,3,4,5,6,7\n".repeat(9_000_000);
  repo.write("data.csv", rows);
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "rows");
  repo.write("data.csv", `${rows}8\n`);
  repo.git("commit", "-q", "-a", "-m", "more rows");
  const changed = await measured(["hotspots", "--json"], { cwd: repo.root });
  const { hotspots, limits } = JSON.parse(changed.stdout);
  assert.deepEqual(limits, []);
  assert.ok(hotspots.length > 0);
  for (const { path, lines_added } of hotspots) {
    assert.ok(lines_added > 0, `lines of ${path}: ${lines_added}`);
  }
  assertSmall(changed, rest, "a changed file of 126 MB");
  repo.write("data.csv", `${rows}9\n`);
  const found = await runGit(repo.root, ["grep", "-n", "refundOrder"]);
  assert.ok(found.ok && found.stdout.length > 0, found.stderr);
});

Deno.test("bombs: manifests, notebooks and code that nest without end", async () => {
  using repo = makeRepo(SHOP);
  const rest = await measured(["index"], { cwd: repo.root });
  const files: Record<string, string> = {
    "package.json": `{"name":"x","exports":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}}`,
    "tsconfig.json": `{"compilerOptions":{"paths":{${'"a/*":["b/*"],'.repeat(60_000)}"c":["d"]}}}`,
    "Cargo.toml": `[workspace]\nmembers = [${'"crates/*",'.repeat(80_000)}]\n[a${
      ".a".repeat(50_000)
    }]\nb=1\n`,
    "pyproject.toml": `x = ${"[".repeat(900_000)}\n`,
    "dense.ipynb": `{"cells":[${'{"cell_type":"code","source":["x\\n"]},'.repeat(22_000)}{}]}`,
    "nested.ipynb": `{"cells":${"[".repeat(900_000)}`,
    "open.ts": "(".repeat(900_000),
    "nested.py": `x=${"[".repeat(450_000)}${"]".repeat(450_000)}`,
  };
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  const bomb = await measured(["index"], { cwd: repo.root });
  assert.equal(bomb.code, 0, bomb.stderr);
  assertSmall(bomb, rest);
  const { stdout } = await measured(["chain", "refundOrder"], { cwd: repo.root });
  assert.match(stdout, /refund\.ts/);
});
