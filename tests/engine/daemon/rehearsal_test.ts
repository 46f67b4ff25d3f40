import assert from "node:assert/strict";
import type { AnsweringThread } from "../../../src/engine/daemon/answering_thread.ts";
import { rehearse } from "../../../src/engine/daemon/rehearsal.ts";
import type { DaemonQuestion, FromTurn, ToTurn } from "../../../src/model/daemon.ts";
import type { PromptQuestion } from "../../../src/model/prompt.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { scriptedPool, scriptedSandbox, until } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";

// Limits for git's listing are left running, as in a daemon.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const FACTS = { rootSource: "git", isGit: true } as const;

/** A question that is a prompt. */
type Rehearsed = DaemonQuestion & { readonly task: { readonly prompt: PromptQuestion } };

/** What a daemon asks itself before its first prompt, where each is answered by these messages. */
async function rehearsed(root: string, answer: readonly FromTurn[], limit = Infinity) {
  const questions: Rehearsed[] = [];
  const told: string[] = [];
  let tell: (message: FromTurn) => void = () => {};
  const answering = {
    begin: (listener: typeof tell) => {
      tell = listener;
      return {
        say: (message: ToTurn) => {
          told.push(message.type);
          if (message.type === "ask") questions.push(message.question as Rehearsed);
          if (message.type === "meaning") setTimeout(() => answer.forEach((one) => tell(one)));
        },
        end: () => void told.push("end"),
      };
    },
  } as unknown as AnsweringThread;
  const { pool } = scriptedPool(scriptedSandbox());
  const { settings } = resolveSettings((name) => name === "CI_AUTO_TOOLS_CACHE_TTL_S" ? "60" : undefined);
  const over = rehearse({ root, cache: `${root}/.cache`, pool, answering }, {
    settings,
    facts: FACTS,
  }, (ask) => ask());
  if (limit === Infinity) await over;
  else await until(() => questions.length >= limit);
  return { questions, told, over };
}

/** Files that look like code by these names, and others that do not. */
function repoOf(names: readonly string[]) {
  const code = names.map((name) => `//- /src/${name}.ts\nlet a;\n`).join("");
  return makeRepo(
    `${code}//- /README.md\nhello\n//- /data.json\n1\n//- /ab.ts\nlet a;\n//- /1st.ts\nlet a;\n`,
  );
}
const NAMES = Array.from({ length: 25 }, (_, at) => `file${String.fromCharCode(97 + at)}`);
const IDLE = [{ type: "idle", kind: "none" }] as const;

Deno.test(
  "rehearsal: ten names from everywhere, with three kinds of questions in turn, one after the other",
  lenient,
  async () => {
    using repo = repoOf(NAMES);
    const { questions, told } = await rehearsed(repo.root, IDLE);
    const asked = NAMES.filter((_, at) => at % 2 === 0).slice(0, 10);
    assert.deepEqual(questions.map(({ task }) => /file[a-z]/.exec(task.prompt.request.prompt)?.[0]), asked);
    const kinds = [
      /^Where is `\w+` used/,
      /^How does \w+ handle errors/,
      /^fix the bug in \w+: .* impact of/,
    ];
    questions.forEach(({ task }, at) => assert.match(task.prompt.request.prompt, kinds[at % 3]!));
    assert.deepEqual(told, asked.flatMap(() => ["ask", "meaning", "end"]));
    for (const { task, rules, elapsedMs } of questions) {
      const { request, plain, cap, isTurn, asksModels } = task.prompt;
      assert.deepEqual([request.client, request.event, request.cwd], [
        "claude-code",
        "UserPromptSubmit",
        repo.root,
      ]);
      assert.notEqual(plain.kind, "none");
      // Answers that are kept would be no work.
      assert.equal(rules.ttlMs, 0);
      assert.deepEqual([cap.limit, isTurn, asksModels, elapsedMs], [10_000, true, false, 0]);
    }
  },
);

Deno.test("rehearsal: few names are all asked about, each once", lenient, async () => {
  using repo = repoOf(["one", "two", "three"]);
  repo.write("lib/one.py", "a = 1\n");
  const { questions } = await rehearsed(repo.root, IDLE);
  const names = questions.map(({ task }) => /one|two|three/.exec(task.prompt.request.prompt)?.[0]);
  assert.deepEqual(names.toSorted(), ["one", "three", "two"]);
});

Deno.test(
  "rehearsal: the next is asked when one was answered, not when a tool was called",
  lenient,
  async () => {
    using repo = repoOf(NAMES);
    const { questions, told, over } = await rehearsed(repo.root, [{
      type: "progress",
      message: "running ci_search",
    }], 2);
    assert.deepEqual([questions.length, told.slice(0, 3)], [2, ["ask", "meaning", "end"]]);
    Deno.removeSync(repo.root, { recursive: true });
    Deno.mkdirSync(repo.root);
    void over;
  },
);

Deno.test("rehearsal: without a listing nothing is asked", lenient, async () => {
  using repo = makeRepo("//- /src/file.ts\nlet a;\n", { git: false });
  const { questions } = await rehearsed(repo.root, IDLE);
  assert.deepEqual(questions, []);
});
