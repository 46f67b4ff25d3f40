import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Finished, PROJECT, runProgram } from "./support.ts";

/** A copy of install.sh in a project of stand-ins: no compiler, no network, a home and a PATH of its own. */
export interface Sandbox {
  readonly home: string;
  readonly project: string;
  /** The first folder on PATH; programs put there stand in for the real ones. */
  readonly bin: string;
  /** What the stand-ins were called with, one line each. */
  calls(): Promise<string[]>;
  /** Puts a shell script on PATH. */
  program(name: string, script: string): Promise<void>;
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
}

/** The pinned version in install.sh. */
export const DENO_VERSION =
  /^DENO_VERSION=(.*)$/m.exec(Deno.readTextFileSync(`${PROJECT}/install.sh`))?.[1] ?? "";

/** A stand-in for Deno: says the given version, "builds" by copying the stand-in for the program. */
export function fakeDeno(version: string): string {
  return `echo "deno $*" >>"$FAKE_LOG"
case $1 in
  --version) echo "deno ${version} (stand-in)" ;;
  install) [ -z "\${FAKE_NO_PACKAGES:-}" ] ;;
  task) echo "ok | 3 passed (1 step) | 0 failed | 1 ignored (5ms)" ;;
  run)
    [ -z "\${FAKE_NO_BUILD:-}" ] || exit 1
    while [ $# -gt 1 ]; do
      if [ "$1" = --output ]; then cp "$FAKE_PROGRAM" "$2"; fi
      shift
    done ;;
  *) exit 1 ;;
esac
`;
}

const FAKE_PROGRAM = `#!/bin/sh
[ -z "\${FAKE_BROKEN:-}" ] || exit 126
echo "program $*" >>"$FAKE_LOG"
hooks=\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/hooks
case "$1 \${2:-}" in
  '--version '*) echo "auto-tools 0" ;;
  'install --show-context') echo "shown: $(cat)" ;;
  'install '*) mkdir -p "$hooks" && cp "$0" "$hooks/auto-tools" ;;
  'uninstall '*) rm -f "$hooks/auto-tools" && { rmdir "$hooks" "\${hooks%/*}" 2>/dev/null || true; } ;;
  'hook '*) cat ;;
esac
`;

/** Runs the test in a fresh sandbox whose PATH holds a working stand-in for the pinned Deno. */
export async function withSandbox(test: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-test-" }));
  const [home, project, bin] = [`${root}/home`, `${root}/a project`, `${root}/bin`];
  try {
    for (const folder of [home, bin, `${root}/tmp`, `${project}/src`, `${project}/.ci`]) {
      await Deno.mkdir(folder, { recursive: true });
    }
    for (const name of ["install.sh", ".ci/run"]) {
      await Deno.copyFile(`${PROJECT}/${name}`, `${project}/${name}`);
    }
    for (const name of ["deno.json", "deno.lock", "main.ts"]) {
      await Deno.writeTextFile(`${project}/${name}`, "{}");
    }
    await Deno.writeTextFile(`${root}/program`, FAKE_PROGRAM, { mode: 0o755 });
    const sandbox = sandboxIn(root, home, project, bin);
    await sandbox.program("deno", fakeDeno(DENO_VERSION));
    for (const name of ["npm", "curl", "wget"]) {
      await sandbox.program(name, `echo "${name} $*" >>"$FAKE_LOG"; exit 7`);
    }
    await test(sandbox);
    const left = [...Deno.readDirSync(`${root}/tmp`)].map(({ name }) => name);
    if (left.length > 0) throw new Error(`install.sh left temporary files: ${left.join(", ")}`);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function sandboxIn(root: string, home: string, project: string, bin: string): Sandbox {
  const environment = {
    HOME: home,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    TMPDIR: `${root}/tmp`,
    FAKE_LOG: `${root}/log`,
    FAKE_PROGRAM: `${root}/program`,
    DENORT_BIN: `${root}/denort`,
  };
  return {
    home,
    project,
    bin,
    calls: async () => (await Deno.readTextFile(`${root}/log`).catch(() => "")).split("\n").filter(Boolean),
    program: (name, script) => Deno.writeTextFile(`${bin}/${name}`, `#!/bin/sh\n${script}`, { mode: 0o755 }),
    run: (args, env = {}) =>
      runProgram(`${project}/install.sh`, args, { env: { ...environment, ...env }, cwd: project }),
  };
}

/** A zip archive of one stored file that unpacks as an executable. */
export function zipOf(name: string, content: string): Uint8Array {
  const [data, file] = [Buffer.from(content), Buffer.from(name)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, file, data]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x03"), common, rest, file]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06"), end]);
}

/** A site on the loopback interface that serves files with their digests. */
export interface Site {
  readonly address: string;
  /** `METHOD name [range]`, in order. */
  readonly asked: string[];
  /** Names whose next transfer breaks off halfway. */
  readonly breaks: Set<string>;
  /** Files by name; `<name>.sha256sum` is answered from them unless it is given itself. */
  readonly files: Map<string, Uint8Array>;
}

/** Runs the test with a site of its own. */
export async function withSite(
  files: Record<string, Uint8Array>,
  test: (site: Site) => Promise<void>,
): Promise<void> {
  const [asked, breaks, served] = [[] as string[], new Set<string>(), new Map(Object.entries(files))];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const name = new URL(request.url).pathname.slice(1);
    const range = request.headers.get("range");
    asked.push([request.method, name, range].filter(Boolean).join(" "));
    return answer(name, range, breaks.delete(name), served);
  });
  try {
    await test({ address: `http://127.0.0.1:${server.addr.port}`, asked, breaks, files: served });
  } finally {
    await server.shutdown();
  }
}

function answer(
  name: string,
  range: string | null,
  breakOff: boolean,
  files: Map<string, Uint8Array>,
): Response {
  const summed = files.get(name.replace(/\.sha256sum$/, ""));
  const file = files.get(name) ?? (summed && name.endsWith(".sha256sum") ? sumOf(name, summed) : undefined);
  if (file === undefined) return new Response("not here", { status: 404 });
  const start = Number(/^bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0);
  const body = file.slice(start);
  const headers: Record<string, string> = { "content-length": String(body.length) };
  if (start > 0) headers["content-range"] = `bytes ${start}-${file.length - 1}/${file.length}`;
  return new Response(breakOff ? brokenOff(body) : body, { status: start > 0 ? 206 : 200, headers });
}

function sumOf(name: string, file: Uint8Array): Uint8Array {
  const sum = createHash("sha256").update(file).digest("hex");
  return new TextEncoder().encode(`${sum}  ${name.replace(/\.sha256sum$/, "")}\n`);
}

function brokenOff(body: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    async pull(controller): Promise<void> {
      if (!sent) controller.enqueue(body.slice(0, body.length / 2));
      else {
        // The client must have the first half before the connection goes.
        await new Promise((resolve) => setTimeout(resolve, 30));
        controller.error(new Error("broken off"));
      }
      sent = true;
    },
  });
}

/** Whether a program is on the machine at all; tests that need a real one say so when they are skipped. */
export function has(...names: readonly string[]): boolean {
  return names.every((name) =>
    ["/usr/local/bin", "/usr/bin", "/bin"].some((folder) => {
      try {
        return Deno.statSync(`${folder}/${name}`).isFile;
      } catch {
        return false;
      }
    })
  );
}
