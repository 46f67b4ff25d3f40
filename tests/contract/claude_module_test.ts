import assert from "node:assert/strict";
import { register } from "../../src/clients/claude_code/module.ts";

/** The plug-in's module inside Claude Code, with a client that is played. */

const CODE = "Where is the refund of an order calculated?";
const SMALL_TALK = "thanks, that was all for today";
const DOOR = { address: "/run/one.ask", key: "secret", environment: "[]" };

type Fields = Readonly<Record<string, unknown>>;
type Handler = (client: unknown, event: Fields, next: (event: Fields) => Promise<Fields>) => Promise<Fields>;

/** What a played client answers, and what it was asked. */
interface Played {
  readonly door?: Fields;
  /** What is printed for `auto-tools hook`. */
  readonly hook?: string;
  /** Status and text of GET and POST; an error is thrown. */
  readonly socket?: Readonly<Record<"GET" | "POST", readonly [number, string] | Error>>;
}

const printed = (additionalContext: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } });

let sessions = 0;

/** A session of the module: each has a folder of its own, as the module remembers folders. */
function play({ door, hook = printed("by the hook"), socket }: Played) {
  const handlers = new Map<string, Handler>();
  register(((event: string, handler: Handler) => handlers.set(event, handler)) as never);
  const id = `session-${++sessions}`;
  const calls: Fields[] = [];
  const client = {
    session: { id: () => Promise.resolve(id), cwd: () => Promise.resolve(`/work/${id}`) },
    env: { set: (name: string, value: string) => Promise.resolve(void calls.push({ name, value })) },
    process: {
      run: (argv: string[], init: Fields) => {
        const isDoor = argv.includes("--door");
        calls.push({ run: argv.slice(argv.indexOf("auto-tools") + 1), ...init });
        return Promise.resolve({ stdout: isDoor ? JSON.stringify({ isOn: false, door }) : hook });
      },
    },
    http: {
      fetch: (_url: string, { method = "GET", ...init }: { method?: "GET" | "POST" } & Fields) => {
        calls.push({ fetch: method, ...init });
        const reply = socket?.[method] ?? new Error("no socket");
        if (reply instanceof Error) return Promise.reject(reply);
        return Promise.resolve({ status: reply[0], text: reply[1] });
      },
    },
    ui: { notify: (text: string) => void calls.push({ text }) },
  };
  const say = (event: string, fields: Fields): Promise<Fields> =>
    handlers.get(event)!(client, fields, (changed) => Promise.resolve(changed));
  return { calls, say, ran: () => calls.flatMap(({ run }) => run ? [String(run)] : []), id };
}

const READY: readonly [number, string] = [200, JSON.stringify({ root: "/", key: DOOR.key })];

Deno.test("a prompt that is not about code, or was not typed, starts no program", async () => {
  const { say, ran } = play({});
  for (
    const event of [
      { text: SMALL_TALK },
      { text: CODE, origin: { kind: "task-notification" } },
      { text: CODE, origin: { kind: "auto-continuation" } },
    ]
  ) assert.deepEqual(await say("prompt.submit", event), event);
  assert.deepEqual(ran(), []);
});

Deno.test("a prompt about code gets what the hook prints, after what others gave", async () => {
  const { say, ran, calls, id } = play({});
  const event = { text: CODE, origin: { kind: "sdk" }, context: ["theirs"] };
  assert.deepEqual(await say("prompt.submit", event), { ...event, context: ["theirs", "by the hook"] });
  assert.equal(ran()[0], "hook");
  const { stdin, env } = calls.find(({ run }) => run !== undefined)!;
  assert.deepEqual(JSON.parse(String(stdin)), {
    hook_event_name: "UserPromptSubmit",
    session_id: id,
    prompt: CODE,
    cwd: `/work/${id}`,
  });
  // The plug-in's hook is told that this session is answered here; the program that is run instead is not.
  assert.deepEqual(calls[0], { name: "CI_AUTO_TOOLS_MOD", value: id });
  assert.deepEqual(env, { CI_AUTO_TOOLS_MOD: "" });
});

Deno.test("where a daemon serves the folder it is asked, with the secret and no program", async () => {
  const { say, ran, calls } = play({
    door: DOOR,
    socket: { GET: READY, POST: [200, printed("by the daemon")] },
  });
  await say("session.start", {});
  assert.deepEqual(ran(), ["daemon,--door,/work/" + calls[0]!["value"]]);
  const answered = await say("prompt.submit", { text: CODE });
  assert.deepEqual(answered["context"], ["by the daemon"]);
  assert.equal(ran().length, 1);
  const post = calls.find(({ fetch }) => fetch === "POST")!;
  assert.deepEqual(post["headers"], { authorization: "Bearer secret" });
  assert.equal(JSON.parse(String(post["body"])).environment, DOOR.environment);
});

Deno.test("a socket that is not the daemon's, refuses, breaks or says nothing: the program answers", async () => {
  const sockets: NonNullable<Played["socket"]>[] = [
    { GET: [200, JSON.stringify({ key: "another" })], POST: [200, printed("evil")] },
    { GET: [200, "no JSON"], POST: [200, printed("evil")] },
    { GET: READY, POST: [409, ""] },
    { GET: READY, POST: [403, ""] },
    { GET: READY, POST: new Error("cut") },
    { GET: new Error("none listens"), POST: [200, printed("evil")] },
  ];
  for (const socket of sockets) {
    const { say, calls } = play({ door: DOOR, socket });
    await say("session.start", {});
    const answered = await say("prompt.submit", { text: CODE });
    assert.deepEqual(answered["context"], ["by the hook"], JSON.stringify(socket));
    const received = calls.filter(({ fetch, body }) => fetch === "POST" && String(body).includes(CODE));
    const isProven = socket.GET === READY;
    assert.equal(received.length, isProven ? 1 : 0, "the prompt is sent to a proven daemon alone");
  }
});

Deno.test("a program that prints nothing or nonsense changes nothing; its line for the user is shown", async () => {
  for (const hook of ["", "nonsense", "[]", "{}", '{"hookSpecificOutput":{"additionalContext":7}}']) {
    const { say } = play({ hook });
    assert.deepEqual(await say("prompt.submit", { text: CODE }), { text: CODE }, hook);
  }
  const { say, calls } = play({ hook: JSON.stringify({ systemMessage: "name a file" }) });
  assert.deepEqual(await say("prompt.submit", { text: CODE }), { text: CODE });
  assert.ok(calls.some(({ text }) => text === "name a file"));
});

Deno.test("a subagent's prompt is preceded by its facts", async () => {
  const updatedInput = { prompt: `facts\n\n---\n\n${CODE}` };
  const { say, ran } = play({ hook: JSON.stringify({ hookSpecificOutput: { updatedInput } }) });
  const spawn = { prompt: CODE, subagentType: "Explore" };
  assert.deepEqual(await say("agent.spawn", spawn), { ...spawn, ...updatedInput });
  const other = { ...spawn, prompt: SMALL_TALK };
  assert.deepEqual(await say("agent.spawn", other), other);
  const received = { ...spawn, prompt: `<auto-tools-context>\nx\n</auto-tools-context>\n${CODE}` };
  assert.deepEqual(await say("agent.spawn", received), received);
  assert.equal(ran().filter((run) => run === "hook").length, 1);
});
