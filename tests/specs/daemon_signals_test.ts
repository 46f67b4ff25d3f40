import assert from "node:assert/strict";
import { hookContext, PATIENT_SETTINGS, runBinary } from "../support/binary.ts";
import { end, eventually, serveDaemon, socketsIn } from "../support/daemon.ts";
import { makeRepo, removeTree } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** A daemon and its terminal; prompts while a daemon is stopped or killed. */

const QUESTION = "Where is the refund of an order calculated?";
const ALONE = { CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };
/** Reads processes from /proc. */
const ignore = Deno.build.os !== "linux";

/** Process id of the daemon that was started for a root. */
function daemonOf(root: string): number | undefined {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (/^\d+$/.test(name) && argumentsOf(name).slice(1, 3).join() === `daemon,${root}`) return Number(name);
  }
  return undefined;
}

function argumentsOf(pid: string): string[] {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/cmdline`).split("\0");
  } catch {
    return [];
  }
}

/** Session of a process: the fourth field behind its name. */
function sessionOf(pid: number): string | undefined {
  return Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[3];
}

/** Sockets that a process has open. */
function openSockets(pid: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].filter(({ name }) => {
    try {
      return Deno.readLinkSync(`/proc/${pid}/fd/${name}`).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;
}

Deno.test(
  "daemon: a hook starts it in a session apart, and it outlives the terminal",
  { ignore },
  async () => {
    using repo = makeRepo(SHOP);
    for (let i = 0; i < 320; i++) repo.write(`notes/${i}.md`, `# Note ${i}\n`);
    const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
    const env = { HOME: home, CI_AUTO_TOOLS_DAEMON_IDLE_S: "60", CI_AUTO_TOOLS_BUDGET_WALL_MS: "15000" };
    await runBinary(["index"], { cwd: repo.root, env });
    await hookContext(QUESTION, repo.root, { env });
    assert.ok(await eventually(() => socketsIn(home).length > 0), "none was started");
    const pid = daemonOf(repo.root)!;
    assert.equal(sessionOf(pid), String(pid));
    for (const signal of ["SIGHUP", "SIGINT", "SIGTSTP"] as const) Deno.kill(pid, signal);
    const [socket] = socketsIn(home) as [string];
    const called = (): number => Deno.lstatSync(socket).mtime?.getTime() ?? 0;
    const before = called();
    assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
    assert.ok(await eventually(() => called() > before, 5000), "answered by the process itself");
    Deno.kill(pid, "SIGKILL");
    removeTree(home);
  },
);

Deno.test("daemon: a prompt while it is stopped is answered by the hook within its time", async () => {
  await using standing = await serveDaemon(SHOP, { settings: PATIENT_SETTINGS });
  const { repo, process } = standing;
  const env = { ...standing.env, CI_AUTO_TOOLS_BUDGET_WALL_MS: "30000" };
  const alone = await hookContext(QUESTION, repo.root, { env: { ...env, ...ALONE } });
  const before = standing.called();
  process.kill("SIGSTOP");
  const startedAt = performance.now();
  assert.equal(await hookContext(QUESTION, repo.root, { env }), alone);
  assert.ok(performance.now() - startedAt < 30_000);
  process.kill("SIGCONT");
  assert.match(alone, /refund\.ts/);
  assert.equal(standing.called(), before, "it was answered by the daemon");
});

Deno.test("daemon: a prompt in whose middle it is stopped or killed is answered by the hook", {
  ignore,
}, async () => {
  const settings = PATIENT_SETTINGS.replace(
    "ci_search:\n    timeout_ms: 30000",
    "ci_search:\n    timeout_ms: 4000",
  );
  // Long enough to be in its middle.
  await using standing = await serveDaemon(SHOP, { settings, fault: "ci_search:stall" });
  const { repo, env, process: { pid } } = standing;
  const prompt = "fix the bug in src/auth/login.ts: loginUser throws InvalidCredentials";
  const alone = await hookContext(prompt, repo.root, { env: { ...env, ...ALONE } });
  assert.match(alone, /src\/auth\/login\.ts/);
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    const sockets = openSockets(pid);
    const answer = hookContext(prompt, repo.root, { env });
    assert.ok(await eventually(() => openSockets(pid) > sockets), "it was not asked");
    end(standing.process, signal);
    assert.equal(await answer, alone, signal);
    end(standing.process, "SIGCONT");
    await eventually(() => openSockets(pid) === sockets, 1000).catch(() => {});
  }
});
