import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** The gate with what the index and the session know, on the binary. */

const REPO = `${SHOP}
//- /src/audio/wurlitzer.ts
/** Turns notes into sound. */
export class Wurlitzer {
  play(notes: string[]): void {}
}
export function pancakes(): number {
  return 3;
}
export function settings(): void {}
//- /src/audio/concert.ts
import { Wurlitzer } from "./wurlitzer.ts";
export function openConcert(): void {
  new Wurlitzer().play(["a"]);
}
//- /src/audio/tremolo.ts
export const MAX_TREMOLO_DEPTH = 9;
export function tremoloDepth(percent: number): number {
  return Math.min(MAX_TREMOLO_DEPTH, percent);
}
export class TcpTremolo {
  startSlow(): void {}
}
export class TcpVibrato {
  slowStart(): void {}
}
export class TremoloShape {
  depth = tremoloDepth(3);
}
export const TREMOLO_WAITERS = 2;
export function wakeTremoloWaiters(waiters: number = TREMOLO_WAITERS): number {
  return waiters;
}
//- /tests/refund_test.ts
import { refundOrder } from "../src/orders/refund.ts";
test("refund", () => refundOrder({ id: 1, total: 5 }, 3));
//- /tests/depth_test.ts
test("a tremolo stays below its greatest depth", () => expect(play("tremolo", 50)).toBeLessThan(10));
`;

const { repo: warm, env } = await warmRepo(REPO);

Deno.test("gate: an otherwise silent prompt that names a symbol of the index is answered", async () => {
  using repo = makeRepo(REPO);
  for (const prompt of ["Wurlitzer again, please look", "我又想到 Wurlitzer 了"]) {
    assert.equal(await hookContext(prompt, repo.root), "", `without an index: ${prompt}`);
  }
  await runBinary(["index"], { cwd: repo.root });
  for (
    const prompt of ["Wurlitzer again, please look", "我又想到 Wurlitzer 了", "what about the wurlitzer?"]
  ) {
    assert.match(await hookContext(prompt, repo.root), /^1\. src\/audio\/wurlitzer\.ts/m, prompt);
  }
});

Deno.test("gate: a short question is answered where its words name code, folders or files", async () => {
  const asked = ["tremolo depth?", "how does tremolo depth work", "执行 tremolo 时的深度"];
  for (const prompt of [...asked, "how does tremolo wake up waiters"]) {
    assert.match(await hookContext(prompt, warm.root, { env }), /src\/audio\/tremolo\.ts/, prompt);
  }
  for (
    const prompt of ["vibrato depth?", "how does an oboe wake up waiters", "gather vs TaskGroup", "great job"]
  ) {
    assert.equal(await hookContext(prompt, warm.root, { env }), "", prompt);
  }
});

Deno.test("follow-up: its answer is as sure as the earlier one, and none without a subject", async () => {
  const tested = "and where is that tested?";
  const afterwards = async (prompt: string): Promise<string> => {
    const options = { env, session: crypto.randomUUID() };
    const first = await hookContext(prompt, warm.root, options);
    assert.match(first, /refundOrder/);
    return `${first.includes("Likely places")} ${await hookContext(tested, warm.root, options)}`;
  };
  assert.match(await afterwards("what does refundOrder do?"), /^false (?!.*Likely)[^]*refund_test/);
  const likely = "what happens with a customer's order after it was paid?";
  assert.match(await afterwards(likely), /^true (?=[^]*refund_test)[^]*Likely places, none certain:/);
  assert.equal(await hookContext(tested, warm.root, { env }), "");
});

Deno.test("follow-up: a question with words of its own has another subject, in Chinese by their length", async () => {
  for (
    const other of [
      "what does it do with tremolo percent, greatest depth?",
      "tremolo 百分比超过它的最大深度会怎样",
    ]
  ) {
    const options = { env, session: crypto.randomUUID() };
    assert.match(await hookContext("Where is refundOrder defined?", warm.root, options), /refundOrder/);
    const block = await hookContext(other, warm.root, options);
    assert.match(block, /^1\. src\/audio\/tremolo\.ts/m, other);
    assert.doesNotMatch(block, /refund/, other);
  }
});

Deno.test("follow-up: the tests of what was asked about are found by its words", async () => {
  const asking = ["and where is that tested?", "which tests would break?", "这部分的测试在哪个文件里？"];
  const named = "how does MAX_TREMOLO_DEPTH keep a tremolo below its greatest depth?";
  for (const [at, tested] of [...asking, ...asking].entries()) {
    const options = { env, session: crypto.randomUUID() };
    const asked = at < asking.length ? "what bounds the depth of a tremolo?" : named;
    assert.match(await hookContext(asked, warm.root, options), /^1\. src\/audio\/tremolo\.ts/m);
    const block = await hookContext(tested, warm.root, options);
    // It may be among the places of the first answer.
    assert.match(block, /^(?:1\. |Given earlier, unchanged: )tests\/depth_test\.ts/m, tested);
  }
});

Deno.test("gate: a textbook question and a commit with its message stay silent", async () => {
  for (
    const prompt of [
      "what's the difference between a struct and a class in C#?",
      "explain to me how TCP slow start works",
      'commit this with the message "fix typo in changelog"',
      "帮我提交一下代码，commit message 写 fix lint output",
      "帮我把这些改动提交并推到远程分支",
      "帮我写一句 commit message:修复 tremolo 里偶发的空指针",
      "帮我把这段改成一条规范的 commit message：修了 tremolo 里偶发的空指针，顺便升级了 lint",
      "write a pull request description: fixes the crash in the tremolo parser",
    ]
  ) assert.equal(await hookContext(prompt, warm.root, { env }), "", prompt);
  const named = "what's the difference between the wurlitzer class and the tremolo class?";
  assert.match(await hookContext(named, warm.root, { env }), /wurlitzer\.ts/);
});

Deno.test("gate: a common word or a topic of daily life stays silent although a symbol has its name", async () => {
  for (
    const prompt of [
      "in that settings please",
      "how do I make pancakes",
      "thanks, that looks good to me",
      "今天的 pancakes 很好吃",
    ]
  ) assert.equal(await hookContext(prompt, warm.root, { env }), "", prompt);
});

Deno.test("gate: the index of a linked work tree's main one counts", async () => {
  using repo = makeRepo(REPO);
  await runBinary(["index"], { cwd: repo.root });
  using other = makeRepo("", { git: false });
  repo.git("worktree", "add", "-q", `${other.root}/tree`);
  assert.match(await hookContext("Wurlitzer again, please look", `${other.root}/tree`), /wurlitzer\.ts/);
});

Deno.test("gate: a symbol that was just written counts once the index has it", async () => {
  using repo = makeRepo(REPO);
  await runBinary(["index"], { cwd: repo.root });
  repo.write("src/audio/theremin.ts", "export class Theremin {}\n");
  await runBinary(["index"], { cwd: repo.root });
  assert.match(await hookContext("what about the theremin?", repo.root), /theremin\.ts/);
});

for (
  const [language, question, followUps] of [
    ["English", "Where is refundOrder defined?", ["and where is it called?", "and the tests?"]],
    ["Chinese", "refundOrder 在哪里定义的？", ["它在哪里被调用？", "那测试在哪"]],
  ] as const
) {
  Deno.test(`gate: follow-ups in ${language} use what the session was about`, async () => {
    for (const followUp of followUps) {
      const session = crypto.randomUUID();
      assert.match(await hookContext(question, warm.root, { env, session }), /refundOrder/);
      const context = await hookContext(followUp, warm.root, { env, session });
      assert.match(context, /refund/, followUp);
      assert.doesNotMatch(context, /Wurlitzer|openConcert/, followUp);
      const elsewhere = await hookContext(followUp, warm.root, { env });
      assert.doesNotMatch(elsewhere, /orders\/refund\.ts/, `another session: ${followUp}`);
    }
  });
}

Deno.test("gate: small talk between two questions is silent and forgets nothing", async () => {
  const session = crypto.randomUUID();
  await hookContext("Where is refundOrder defined?", warm.root, { env, session });
  assert.equal(await hookContext("thanks, that looks good to me", warm.root, { env, session }), "");
  assert.match(await hookContext("and its callers?", warm.root, { env, session }), /refund/);
});

Deno.test("gate: the kernel shows what the index and the session said", async () => {
  const run = await runBinary(["--prompt", "Wurlitzer again, please look", "--format", "json"], {
    cwd: warm.root,
    env,
  });
  const { inputs, tool_plan } = JSON.parse(run.stdout);
  assert.deepEqual(inputs.signals[0], { type: "code", match: "wurlitzer", weight: 0.5 });
  assert.deepEqual(tool_plan.tools[1].args.question.terms.identifiers, ["Wurlitzer"]);
});
