import assert from "node:assert/strict";
import type {
  EngineContent,
  EngineOutcome,
  EngineService,
  SemanticFailure,
} from "../../../src/model/semantic.ts";
import { Network, networkEngine } from "../../../src/platform/network.ts";
import { PasswordError, PostgresClient } from "../../../src/platform/postgres.ts";
import { selfSigned } from "../../support/certificates.ts";
import { endlessRows, message, OK, READY } from "../../support/endless_rows.ts";
import { startFakePostgres } from "../../support/fake_postgres.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import type { Provider } from "../../support/provider.ts";
import { startProvider, startRaw } from "../../support/provider.ts";

const NETWORK = new URL("../../../src/semantic/network/worker.ts", import.meta.url);
const SPACE = { provider: "test", model: "m", format: 1 };
const KEY = "fake-" + "key-of-nobody";
const ONE: EngineContent = { content: "aa01", chunks: [0], values: Int8Array.of(127, 0, 0) };

/** Has an engine store one content, over the real worker. */
async function add(
  service: EngineService,
  one: EngineContent = ONE,
  limitMs = 10_000,
): Promise<EngineOutcome> {
  const network = new Network(NETWORK, { type: "engine", service, space: SPACE });
  try {
    const options = { dimension: one.values.length, signal: AbortSignal.timeout(limitMs) };
    return await networkEngine(network).add([one], options);
  } finally {
    network.close();
  }
}

async function ask(
  service: EngineService,
  query: readonly number[],
  limitMs = 10_000,
): Promise<EngineOutcome> {
  const network = new Network(NETWORK, { type: "engine", service, space: SPACE });
  try {
    const options = { most: 5, signal: AbortSignal.timeout(limitMs) };
    return await networkEngine(network).nearest(Float32Array.from(query), options);
  } finally {
    network.close();
  }
}

function check(outcome: EngineOutcome, reason: SemanticFailure, detail: RegExp): void {
  assert.ok(!outcome.ok, JSON.stringify(outcome));
  assert.equal(outcome.reason, reason, outcome.detail);
  assert.match(outcome.detail, detail);
  assert.doesNotMatch(outcome.detail, /of-nobody/);
}

function postgres(port: number, user = "open", password?: string): EngineService {
  const url = `postgres://127.0.0.1:${port}`;
  return {
    url,
    user,
    database: "postgres",
    isEncrypted: false,
    ...(password !== undefined && { password }),
  };
}

/** A port where nobody listens. */
function deadPort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

Deno.test("engines: nobody there, a server that hangs, one that speaks something else", async () => {
  const dead = deadPort();
  check(await ask(postgres(dead), [1]), "provider_unreachable", /refused|connection failed/);
  await using silent = startRaw(() => new Promise(() => {}));
  check(await ask(postgres(silent.port), [1], 200), "timeout", /in time/);
  await using web = startProvider(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  check(await ask(postgres(web.port), [1]), "bad_response", /closed the connection/);
});

/** One message of a PostgreSQL server: a letter, the length and the content. */
const WANTS_CLEAR_TEXT = message("R", 0, 0, 0, 3);
const WANTS_SCRAM = message("R", 0, 0, 0, 10, "SCRAM-SHA-256\0\0");

/**
 * A server that answers each thing it reads with the next of these messages, then closes the connection; with nothing as its
 * last answer it keeps the connection open.
 */
function scripted(...answers: readonly (readonly Uint8Array[])[]): Provider {
  return startRaw(async (connection) => {
    const buffer = new Uint8Array(4096);
    for (const answer of answers) {
      if (await connection.read(buffer) === null) return;
      for (const part of answer) await connection.write(part);
    }
    while (answers.at(-1)?.length === 0 && await connection.read(buffer) !== null);
    connection.close();
  });
}

Deno.test("engines: the driver works in a thread that may connect to one address and do nothing else", async () => {
  const noRows = [message("1"), message("2"), message("T", 0, 0), message("C", "SELECT 0\0"), READY];
  await using server = scripted([WANTS_CLEAR_TEXT], [OK, READY], noRows, []);
  assert.deepEqual(await ask(postgres(server.port, "u", KEY), [1]), { ok: true, near: [] });
});

Deno.test("engines: a PostgreSQL server that does not follow its protocol", async () => {
  await using long = scripted([Uint8Array.of("R".charCodeAt(0), 0x7f, 0xff, 0xff, 0xff)]);
  check(await ask(postgres(long.port), [1]), "bad_response", /closed the connection/);
  // It asks for SCRAM, then accepts the client without having proved that it knows the password.
  await using eager = scripted([WANTS_SCRAM], [OK, READY], []);
  check(await ask(postgres(eager.port, "scram", KEY), [1]), "bad_response", /did not prove/);
  await using unknown = scripted([message("R", 0, 0, 0, 10, "SCRAM-SHA-999\0\0")]);
  check(await ask(postgres(unknown.port, "scram", KEY), [1]), "bad_response", /password exchange/);
  await using plain = scripted([Uint8Array.of("N".charCodeAt(0))]);
  const encrypted = { ...postgres(plain.port), isEncrypted: true } as EngineService;
  check(await ask(encrypted, [1]), "bad_response", /does not encrypt/);
});

Deno.test("engines: a PostgreSQL server whose rows never end is left, with little memory", async () => {
  let sent = 0;
  await using endless = endlessRows((bytes) => sent += bytes);
  const before = Deno.memoryUsage().rss;
  check(await ask(postgres(endless.port), [1], 30_000), "bad_response", /too long/);
  const grown = Deno.memoryUsage().rss - before;
  assert.ok(grown < 200e6 && sent < 64e6, `${grown} bytes of memory, ${sent} sent`);
});

Deno.test("engines: a PostgreSQL server's error is known by its code, its text is not shown", async () => {
  const error = (code: string): Uint8Array =>
    message("E", "SFATAL\0", `C${code}\0`, "Mrefused for key-of-nobody\0", "\0");
  await using password = scripted([error("28P01")]);
  check(await ask(postgres(password.port), [1]), "no_api_key", /password was refused.*28P01/);
  await using database = scripted([OK, error("3D000")]);
  check(await ask(postgres(database.port), [1]), "provider_unreachable", /no such database/);
  await using silent = scripted([OK, READY], []);
  check(await ask(postgres(silent.port), [1], 300), "timeout", /in time/);
});

Deno.test("engines: a password is not sent in clear text over a connection that others could read", async () => {
  const sent: number[] = [];
  await using server = startRaw(async (connection) => {
    await connection.read(new Uint8Array(1024));
    await connection.write(WANTS_CLEAR_TEXT);
    sent.push(await connection.read(new Uint8Array(1024)) ?? 0);
  });
  const address = { hostname: "127.0.0.1", port: server.port, user: "u", database: "d", password: KEY };
  const signal = AbortSignal.timeout(10_000);
  await assert.rejects(
    PostgresClient.open({ ...address, isEncrypted: false, isTrusted: false, certificates: [] }, signal),
    PasswordError,
  );
  await assert.rejects(
    PostgresClient.open({
      ...address,
      password: undefined!,
      isEncrypted: false,
      isTrusted: true,
      certificates: [],
    }, signal),
    PasswordError,
  );
  assert.ok(sent.every((bytes) => bytes === 0), "bytes sent after the request for a password");
});

Deno.test("engines: the password, and vectors of another length", async () => {
  await using server = startFakePostgres(KEY);
  const service = postgres(server.port, "u", KEY);
  check(await ask(postgres(server.port, "u", "another"), [1]), "no_api_key", /password was refused.*28P01/);
  check(await ask(postgres(server.port, "u"), [1]), "no_api_key", /PGPASSWORD is not set/);
  assert.ok((await add(service)).ok);
  const wide = { ...ONE, values: Int8Array.of(1, 2, 3, 4) };
  check(await add(service, wide), "dimension_mismatch", /length 3.*of: 4/);
  check(await ask(service, [1, 0]), "dimension_mismatch", /length 3.*of: 2/);
});

const bin = findPostgres();

Deno.test({
  name: `engines: PostgreSQL's passwords, and vectors of another length${
    bin ? "" : " (SKIPPED: not installed)"
  }`,
  ignore: bin === undefined,
  fn: async () => {
    await using server = await startPostgres(bin!);
    const { port, password } = server;
    assert.ok((await add(postgres(port))).ok);
    for (const user of ["scram", "md5", "password"]) {
      assert.ok((await ask(postgres(port, user, password), [1, 0, 0])).ok, user);
      check(await ask(postgres(port, user, KEY), [1, 0, 0]), "no_api_key", /password was refused.*28P01/);
      check(await ask(postgres(port, user), [1, 0, 0]), "no_api_key", /PGPASSWORD is not set/);
    }
    const elsewhere = { ...postgres(port), database: "nowhere" } as EngineService;
    check(await ask(elsewhere, [1]), "provider_unreachable", /no such database/);
    check(
      await ask({ ...postgres(port), isEncrypted: true } as EngineService, [1]),
      "bad_response",
      /encrypt/,
    );
    check(await ask(postgres(port), [1, 0]), "dimension_mismatch", /length 3.*of: 2/);
    check(await add(postgres(port), { ...ONE, values: Int8Array.of(1, 2) }), "dimension_mismatch", /of: 2/);
  },
});

Deno.test({
  name: `engines: a connection that broke between two questions${bin ? "" : " (SKIPPED: not installed)"}`,
  ignore: bin === undefined,
  fn: async () => {
    await using server = await startPostgres(bin!);
    const service = postgres(server.port);
    const network = new Network(NETWORK, { type: "engine", service, space: SPACE });
    const engine = networkEngine(network);
    const { signal } = new AbortController();
    assert.ok((await engine.add([ONE], { dimension: 3, signal })).ok);
    const place = { hostname: "127.0.0.1", port: server.port, user: "open", database: "postgres" };
    const plain = { isEncrypted: false, isTrusted: true, certificates: [] };
    const owner = await PostgresClient.open({ ...place, ...plain }, signal);
    const sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity " +
      "WHERE application_name = $1 AND pid <> pg_backend_pid()";
    assert.equal((await owner.query(sql, ["auto-tools"], signal)).length, 1);
    owner.close();
    const outcome = await engine.nearest(Float32Array.of(1, 0, 0), { most: 1, signal });
    assert.ok(outcome.ok, JSON.stringify(outcome));
    network.close();
  },
});

Deno.test({
  name: `engines: PostgreSQL encrypted, its certificate verified${bin ? "" : " (SKIPPED: not installed)"}`,
  ignore: bin === undefined,
  fn: async () => {
    const folder = Deno.makeTempDirSync();
    const files = selfSigned(folder);
    if (!files) return console.error("SKIPPED: the connection over TLS was not tried, openssl is missing");
    await using server = await startPostgres(bin!, files);
    const { port, password } = server;
    const who = { hostname: "127.0.0.1", port, user: "password", database: "postgres", password };
    const { signal } = new AbortController();
    const open = (certificates: readonly string[]): Promise<PostgresClient> =>
      PostgresClient.open({ ...who, isEncrypted: true, isTrusted: true, certificates }, signal);
    const client = await open([Deno.readTextFileSync(`${folder}/ca.pem`)]);
    const sql = "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    assert.deepEqual(await client.query(sql, [], signal), [["true"]]);
    client.close();
    await assert.rejects(open([]), /certificate|UnknownIssuer/i);
    Deno.removeSync(folder, { recursive: true });
  },
});
