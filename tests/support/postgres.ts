import { PostgresClient } from "../../src/platform/postgres.ts";

/** A real PostgreSQL with pgvector on loopback, where one is installed. */

/** A server under test; users prove themselves by the method they are named after, `open` needs no password. */
export interface Postgres extends AsyncDisposable {
  readonly port: number;
  /** Of the users `scram`, `md5` and `password`. */
  readonly password: string;
}

/** Where the server's programs are; undefined, said loudly, where there are none or pgvector is missing. */
export function findPostgres(): string | undefined {
  for (const folder of ["/usr/lib/postgresql", "/usr/local/pgsql"]) {
    for (const bin of [`${folder}/bin`, ...namesIn(folder).map((name) => `${folder}/${name}/bin`)]) {
      if (!isThere(`${bin}/initdb`)) continue;
      const version = /(\d+)\/bin$/.exec(bin)?.[1];
      const share = version ? `/usr/share/postgresql/${version}` : `${folder}/share`;
      if (isThere(`${share}/extension/vector.control`)) return bin;
    }
  }
  console.warn("SKIPPED: no PostgreSQL with pgvector is installed, nothing is proved about it here");
  return undefined;
}

/** Starts a server in a folder of its own, as a user that is not root; with `tls` it can encrypt. */
export async function startPostgres(
  bin: string,
  tls?: { readonly cert: string; readonly key: string },
): Promise<Postgres> {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-postgres-" });
  const user = Deno.uid() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (Deno.uid() === 0) Deno.chownSync(folder, 65534, 65534);
  const data = `${folder}/data`;
  const made = await new Deno.Command(`${bin}/initdb`, {
    args: ["-D", data, "-U", "open", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"],
    stdout: "null",
    stderr: "piped",
    cwd: folder,
    ...user,
  }).output();
  if (!made.success) throw new Error(new TextDecoder().decode(made.stderr));
  const rules = [["open", "trust"], ["scram", "scram-sha-256"], ["md5", "md5"], ["password", "password"]];
  const hosts = rules.map(([name, way]) => `host all ${name} 127.0.0.1/32 ${way}\n`);
  Deno.writeTextFileSync(`${data}/pg_hba.conf`, hosts.join(""));
  const port = freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  if (tls) {
    Deno.writeTextFileSync(`${data}/server.crt`, tls.cert);
    Deno.writeTextFileSync(`${data}/server.key`, tls.key, { mode: 0o600 });
    if (Deno.uid() === 0) Deno.chownSync(`${data}/server.key`, 65534, 65534);
    settings.push("ssl=on");
  }
  const server = new Deno.Command(`${bin}/postgres`, {
    args: ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    stdout: "null",
    stderr: "null",
    cwd: folder,
    ...user,
  }).spawn();
  const password = `fake-${crypto.randomUUID()}`;
  await addUsers(port, password);
  return {
    port,
    password,
    [Symbol.asyncDispose]: async () => {
      server.kill("SIGINT");
      await server.status;
      Deno.removeSync(folder, { recursive: true });
    },
  };
}

/** As the user who needs no password. */
function openAsOwner(port: number): Promise<PostgresClient> {
  const place = { hostname: "127.0.0.1", port, user: "open", database: "postgres" };
  const plain = { isEncrypted: false, isTrusted: true, certificates: [] };
  return PostgresClient.open({ ...place, ...plain }, new AbortController().signal);
}

async function addUsers(port: number, password: string): Promise<void> {
  const { signal } = new AbortController();
  const client = await eventually(() => openAsOwner(port));
  const users = ["scram", "md5", "password"].map((name) =>
    `SET password_encryption = '${name === "md5" ? "md5" : "scram-sha-256"}';
     CREATE ROLE "${name}" LOGIN SUPERUSER PASSWORD '${password}'`
  );
  await client.script(users.join(";"), signal);
  client.close();
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 200;; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
