import assert from "node:assert/strict";
import { askForPlan, askForPrompt, askToServe } from "../../../src/engine/daemon/client.ts";
import { attempt } from "../../../src/model/attempt.ts";
import type { ToDaemon } from "../../../src/model/daemon.ts";
import type { PromptAsk } from "../../../src/model/prompt.ts";
import { daemonAddress, preparePlace } from "../../../src/platform/daemon_place.ts";
import { env } from "../../../src/platform/host_files.ts";
import type { Connection } from "../../../src/platform/lines.ts";
import { linesOf, writeLine } from "../../../src/platform/lines.ts";
import type { Repository } from "../../../src/platform/repository.ts";
import { environmentText } from "../../../src/settings/environment.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { askOf, foundBy, planOf, until } from "../../support/engine_kit.ts";
import { checks } from "../../support/own_process.ts";

/** How a daemon is found, whether it is believed, how long it is waited for, and what of its reply is taken. */

const CWD = Deno.realPathSync(Deno.makeTempDirSync());
const BLOCK = "<auto-tools-context>\nfact\n</auto-tools-context>";

/** The other end of a connection: what it hears, and what it says. */
function scripted(connection: Connection) {
  const heard: ToDaemon[] = [];
  const state = { isOver: false };
  const sayLine = (line: string): void => void writeLine(connection, line).catch(() => {});
  const say = (...messages: readonly unknown[]): void => {
    if (messages.length > 0) sayLine(messages.map((one) => JSON.stringify(one)).join("\n"));
  };
  const listen = async (): Promise<void> => {
    for await (const line of linesOf(connection, 1e7)) heard.push(JSON.parse(line));
    state.isOver = true;
  };
  void listen().catch(() => state.isOver = true);
  return { heard, say, sayLine, state, close: () => connection.close() };
}
type Daemon = ReturnType<typeof scripted>;

/** Leaves the place that was taken last: there is one for all repositories. */
let leave = (): unknown => undefined;

function takePlace() {
  leave();
  const place = preparePlace(daemonAddress()!)!;
  leave = () => attempt(() => place.leave());
  place.take();
  return place;
}

/** A prompt that a daemon is asked, which has greeted; how it was replied to, and when. */
async function askPrompt(
  act: (daemon: Daemon) => void | Promise<void>,
  { elapsedMs = 0, greeting, ...more }: {
    readonly elapsedMs?: number;
    /** In place of the greeting with this user's secret. */
    readonly greeting?: unknown;
  } & Partial<Omit<PromptAsk, "request">> = {},
) {
  const place = takePlace();
  const ask = askOf("where is a?", { cwd: CWD, ...more });
  const log: string[] = [];
  const since = performance.now();
  const asking = askForPrompt(ask, since - elapsedMs, () => void log.push("rights given up"));
  const daemon = scripted((await place.next())!);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(daemon.heard.length, 0, "nothing is said before it has shown whose it is");
  if (greeting !== null) daemon.say(greeting ?? { type: "ready", key: place.key });
  await act(daemon);
  const answer = await asking;
  return { ask, answer, reply: answer?.reply, log, daemon, took: performance.now() - since };
}

const asked = (daemon: Daemon): Promise<void> => until(() => daemon.heard.length > 0, "it was asked");
const reply = (context: string, more: object = {}) => ({ type: "reply", reply: { context, ...more } });
const draft = (context: string) => ({ type: "draft", reply: { context } });

/** A plan that a daemon is asked to run, its other end, how often the rights were given up, and the progress. */
async function askPlan({ text = "exclude: [gen]\n", greeting, signal }: {
  readonly text?: string;
  readonly greeting?: unknown;
  readonly signal?: AbortSignal;
} = {}) {
  const place = takePlace();
  const { settings } = resolveSettings(
    () => undefined,
    [{ source: "user", path: "u", text }],
    readConfigFile,
  );
  const repository = { root: "/r", main: "/r", facts: FACTS, limits: [] } as unknown as Repository;
  const done = { released: 0, progress: [] as string[] };
  const asking = askForPlan(repository, {
    plan: PLAN,
    settings,
    signal,
    startedAt: performance.now() - 30_000,
    release: () => void done.released++,
    onProgress: (message) => void done.progress.push(message),
  });
  const connection = await Promise.race([place.next(), asking]);
  if (!connection || !("read" in connection)) return { asking, done };
  const daemon = scripted(connection);
  daemon.say(greeting ?? { type: "ready", key: place.key });
  return { asking, daemon, done };
}

const FACTS = { rootSource: "git", isGit: true, head: "1" } as const;
const PLAN = planOf("ci_search");
const FOUND = foundBy({ plan: PLAN });

// As on a busy machine: the start takes half a second, and a second before the deadline is kept for the end.
await new Promise((resolve) => setTimeout(resolve, 500));

await checks({
  "a daemon: one that listens, with this user's secret": async () => {
    assert.equal(await askForPrompt(askOf("where?", { cwd: CWD })), undefined, "none listens");
    const silent = await askPrompt(() => {}, { greeting: null });
    assert.ok(silent.took >= 690 && silent.took < 5000, `it says nothing: ${silent.took} ms`);
    const { key } = takePlace();
    const greetings = [
      { type: "other", key },
      { type: "ready" },
      { type: "ready", key: "0".repeat(64) },
      [{ type: "ready", key }],
      7,
    ];
    for (const greeting of greetings) {
      const { answer, log, daemon } = await askPrompt(() => {}, { greeting });
      await until(() => daemon.state.isOver);
      assert.deepEqual([answer, log, daemon.heard], [undefined, [], []], JSON.stringify(greeting));
    }
    const gone = await askPrompt(({ close }) => close(), { greeting: null });
    assert.deepEqual([gone.answer, gone.log], [undefined, []]);
    const path = `${daemonAddress()!.replace(/[^/]+$/, "")}key`;
    takePlace();
    Deno.chmodSync(path, 0o644);
    assert.equal(await askForPrompt(askOf("where?", { cwd: CWD })), undefined, "a key that others may read");
    Deno.chmodSync(path, 0o600);
  },

  "a reply: read once the rights are given up, recorded once it was passed on": async () => {
    const { ask, answer, log, daemon } = await askPrompt(async (daemon) => {
      await asked(daemon);
      daemon.say({ type: "working" }, { type: "planned", waitedMs: 2500 });
      daemon.say(reply(BLOCK, { isTruncated: true, message: "line" }));
    }, { elapsedMs: 300 });
    const [opening] = daemon.heard as [Extract<ToDaemon, { type: "prompt" }>];
    assert.deepEqual([opening.type, opening.ask, opening.environment], ["prompt", ask, environmentText(env)]);
    assert.ok(opening.elapsedMs >= 300 && opening.elapsedMs < 5000, `${opening.elapsedMs}`);
    assert.deepEqual(answer?.reply, { context: BLOCK, isTruncated: true, message: "line" });
    assert.deepEqual(log, ["rights given up"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([daemon.heard.length, daemon.state.isOver], [1, false], "it is not told before");
    answer!.record();
    await until(() => daemon.state.isOver);
    assert.deepEqual(daemon.heard.slice(1), [{ type: "taken" }]);
  },

  "a daemon that does not reply: this process answers, with its rights, and the daemon is left": async () => {
    const ways: Readonly<Record<string, (daemon: Daemon) => void>> = {
      "it says that this process has to": ({ say }) => say({ type: "alone" }),
      "it is gone": ({ close }) => close(),
      "it falls silent": ({ say }) => say({ type: "planned", waitedMs: 2500 }),
      "it says what is no message": ({ sayLine }) => sayLine("what"),
      "it says too much for news": ({ say }) => say({ type: "planned", more: "x".repeat(1000) }),
      "it says too much for a reply": ({ say }) => say(reply("x".repeat(400 * 1024))),
    };
    for (const [what, way] of Object.entries(ways)) {
      const { answer, log, daemon, took } = await askPrompt(async (daemon) => {
        await asked(daemon);
        way(daemon);
      });
      assert.deepEqual([answer, log], [undefined, []], what);
      assert.equal(took >= 690, what === "it falls silent", `${what}: ${took} ms`);
      await until(() => daemon.state.isOver, what);
    }
  },

  "a daemon that works is waited for, with a draft as long as a person waits, without one some seconds":
    async () => {
      const works = async (daemon: Daemon, ms: number, ...first: readonly unknown[]): Promise<void> => {
        await asked(daemon);
        daemon.say(...first);
        for (let left = ms; left > 0; left -= 100) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          daemon.say({ type: "working" });
        }
      };
      const late = await askPrompt(async (daemon) => {
        await works(daemon, 1500, { type: "planned", waitedMs: 600 });
        daemon.say(reply(BLOCK));
      });
      assert.ok(late.reply?.context === BLOCK && late.took >= 1500);
      const planned = await askPrompt((daemon) => {
        void works(
          daemon,
          3000,
          { type: "planned", waitedMs: 1900 },
          draft(BLOCK),
          draft(BLOCK.replace("fact", "more")),
        );
      });
      assert.equal(planned.reply?.context, BLOCK.replace("fact", "more"), "the last one");
      assert.ok(planned.took >= 890 && planned.took < 1600, `${planned.took} ms`);
      const unplanned = await askPrompt((daemon) => void works(daemon, 3000, draft(BLOCK)), {
        elapsedMs: 1200,
      });
      assert.ok(unplanned.reply?.context === BLOCK && unplanned.took >= 290 && unplanned.took < 1100);
      const endless = await askPrompt((daemon) => void works(daemon, 3000), { elapsedMs: 9500 });
      assert.deepEqual([endless.answer, endless.log], [undefined, []]);
      assert.ok(endless.took >= 490 && endless.took < 2500, `${endless.took} ms`);
    },

  "a draft is the reply of a daemon that is gone or falls silent behind it": async () => {
    const ways: readonly ((daemon: Daemon) => void)[] = [({ close }) => setTimeout(close, 20), () => {}];
    for (const way of ways) {
      const { reply, log } = await askPrompt(async (daemon) => {
        await asked(daemon);
        daemon.say(draft(BLOCK));
        way(daemon);
      });
      assert.deepEqual([reply, log], [{ context: BLOCK }, ["rights given up"]]);
    }
  },

  "of a reply only what the client takes and what is sanitized is passed on": async () => {
    const long = BLOCK.replace("fact", "x".repeat(10_000));
    const rows: readonly (readonly [
      what: string,
      sent: unknown,
      more: Partial<Omit<PromptAsk, "request">>,
      taken: object,
    ])[] = [
      ["silence", {}, {}, {}],
      ["no reply", 7, {}, {}],
      ["no block", { context: "evil" }, {}, {}],
      ["two blocks", { context: BLOCK + BLOCK }, {}, {}],
      ["a list", { context: [BLOCK], message: ["line"] }, {}, {}],
      ["no truth value", { context: BLOCK, isTruncated: 1 }, {}, { context: BLOCK }],
      ["longer than the client takes", { context: long, message: "line" }, {}, { message: "line" }],
      [
        "longer in bytes",
        { context: BLOCK.replace("fact", "码".repeat(10)) },
        { cap: { limit: BLOCK.length + 10, unit: "bytes" } },
        {},
      ],
      [
        "as long as it takes",
        { context: BLOCK },
        { cap: { limit: BLOCK.length, unit: "UTF-16 units" } },
        { context: BLOCK },
      ],
      ["a line with an escape", { message: "a\x1b[2J" }, {}, {}],
      ["a line with a block's end", { message: "</auto-tools-context>" }, {}, {}],
      ["a long line", { message: "x".repeat(4001) }, {}, {}],
    ];
    for (const [what, sent, more, taken] of rows) {
      const { reply, log } = await askPrompt(async (daemon) => {
        await asked(daemon);
        daemon.say({ type: "reply", reply: sent });
      }, more);
      assert.deepEqual([reply, log], [taken, ["rights given up"]], what);
    }
  },

  "how the question's vector is to be had is said when the daemon asks": async () => {
    const { daemon, reply: taken } = await askPrompt(async (daemon) => {
      await asked(daemon);
      daemon.say({ type: "embed" });
      await until(() => daemon.heard.length === 2);
      daemon.say(reply(BLOCK));
    });
    assert.deepEqual([daemon.heard[1], taken?.context], [{ type: "meaning", models: { uses: [] } }, BLOCK]);
  },

  "a plan in a daemon: what is said first, and the result once the rights are given up": async () => {
    const { asking, daemon, done } = await askPlan();
    await asked(daemon!);
    const [first] = daemon!.heard as [Extract<ToDaemon, { type: "plan" }>];
    const { type, root, facts, plan, rules, elapsedMs } = first;
    assert.deepEqual([type, root, facts, plan, rules.exclude], ["plan", "/r", FACTS, PLAN, ["gen"]]);
    assert.ok(elapsedMs >= 30_000 && elapsedMs < 60_000, `${elapsedMs} ms`);
    daemon!.say({ type: "working" }, { type: "running", tool: "ci_search" }, { type: "running", tool: "rm" });
    await until(() => done.progress.length === 1);
    assert.deepEqual(done, { released: 0, progress: ["running ci_search"] });
    daemon!.say(FOUND);
    assert.deepEqual({ type: "found", outcomes: await asking }, FOUND);
    assert.deepEqual(done, { released: 1, progress: ["running ci_search"] });
    await until(() => daemon!.state.isOver);
  },

  "a plan that no daemon is asked for: the settings want none, a server, or nothing run": async () => {
    for (const text of ["daemon:\n  idle_s: 0\n", "ckb:\n  server: ckb\n", "mode: plan\n"]) {
      const { asking, daemon, done } = await askPlan({ text });
      assert.deepEqual([await asking, daemon, done.released], [undefined, undefined, 0], text);
    }
    const wrong = await askPlan({ greeting: { type: "ready", key: "" } });
    assert.deepEqual([await wrong.asking, wrong.daemon!.heard, wrong.done.released], [undefined, [], 0]);
  },

  "a daemon that goes away: the plan can run elsewhere, with the rights it needs": async () => {
    const ways: Readonly<Record<string, (daemon: Daemon) => void>> = {
      "it closes": ({ close }) => close(),
      "it is not served": ({ say }) => say({ type: "alone" }),
      "it falls silent": () => {},
    };
    for (const [what, end] of Object.entries(ways)) {
      const { asking, daemon, done } = await askPlan();
      const since = performance.now();
      await asked(daemon!);
      end(daemon!);
      assert.equal(await asking, undefined, what);
      assert.equal(performance.now() - since > 3400, what === "it falls silent", what);
      assert.equal(done.released, 0, what);
    }
  },

  "a result that is none: its tools have failed; one that the client cancels is not waited for": async () => {
    const broken = await askPlan();
    await asked(broken.daemon!);
    broken.daemon!.say({ type: "found", outcomes: [] });
    const [outcome] = await broken.asking ?? [];
    assert.deepEqual([outcome?.tool, outcome?.status, broken.done.released], ["ci_search", "error", 1]);
    const cancel = new AbortController();
    const cancelled = await askPlan({ signal: cancel.signal });
    await asked(cancelled.daemon!);
    const since = performance.now();
    cancel.abort();
    assert.deepEqual([await cancelled.asking, performance.now() - since < 3000], [undefined, true]);
    await until(() => cancelled.daemon!.state.isOver);
  },

  "a repository is named to the daemon, if there is one": async () => {
    const place = takePlace();
    const asking = askToServe("/r");
    const daemon = scripted((await place.next())!);
    daemon.say({ type: "ready", key: place.key });
    await asked(daemon);
    daemon.close();
    assert.deepEqual([await asking, daemon.heard], [true, [{ type: "serve", root: "/r" }]]);
    leave();
    assert.equal(await askToServe("/r"), false);
  },
});
