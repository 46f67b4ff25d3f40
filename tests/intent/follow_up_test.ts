import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";

/** Prompts in a session that was just told about `Ledger.settle` in `src/ledger.ts`. */
const previous = { symbols: ["Ledger.settle"], paths: ["src/ledger.ts"] };

const LEANING = [
  "and where is it called?",
  "what about the tests?",
  "and the tests?",
  "why does it do that?",
  "show me the caller",
  "and its callers?",
  "now rename it",
  "add a test for it",
  "it still fails",
  "still broken",
  "where else?",
  "who calls it",
  "which file is that in",
  "what does it return",
  "does it handle null",
  "and how is that validated?",
  "so which parameters does it take",
  "can you make that async",
  "what are its dependencies",
  "is that tested anywhere",
  "then settle fails too",
  "and the callers?",
  "add a retry with backoff there",
  "那测试在哪",
  "那测试呢",
  "它在哪里被调用",
  "谁在用它？",
  "谁调用了它",
  "这个函数为什么返回空",
  "还有别的地方用到吗",
  "改一下它",
  "那配置呢",
  "还是报错",
  "还有哪里",
  "它会抛异常吗",
  "能给它加个缓存吗",
  "那它的参数是什么",
  "这个有测试吗",
  "那返回值呢，是什么类型",
  "这段逻辑能简化吗",
  "顺便给它加上日志",
  "它的子类有哪些",
];

const SMALL_TALK = [
  "thanks, that looks good to me",
  "that works, great",
  "ok do it",
  "that was helpful",
  "it is raining",
  "that's all for today",
  "what do you think about that?",
  "yes please",
  "and have a nice weekend",
  "perfect, thanks again",
  "continue",
  "go on",
  "this is great",
  "ok that makes sense now",
  "so, how was your day",
  "what about lunch?",
  "then let's take a break",
  "it's late, see you tomorrow",
  "好的，就这样",
  "那就这样吧",
  "这个不错",
  "这个周末去哪玩",
  "那家餐厅在哪",
  "那我们去哪吃饭",
  "还有别的事吗",
  "那明天再说",
  "它很可爱",
  "刚才去吃饭了",
  "这个主意好",
  "再见",
];

Deno.test("follow-up: what leans on the last turn opens the gate and carries its targets", () => {
  const wrong = LEANING.filter((prompt) => {
    const { kind, carried, terms } = readIntent(prompt, { previous });
    return kind === "none" || carried === undefined || !terms.identifiers.includes("Ledger.settle");
  });
  assert.deepEqual(wrong, []);
});

Deno.test("follow-up: small talk in the same session stays silent", () => {
  const wrong = SMALL_TALK.filter((prompt) => readIntent(prompt, { previous }).kind !== "none");
  assert.deepEqual(wrong, []);
});

Deno.test("follow-up: a prompt with targets of its own carries nothing", () => {
  const intent = readIntent("and where is parseConfig called?", { previous });
  assert.equal(intent.carried, undefined);
  assert.deepEqual(intent.terms.identifiers, ["parseConfig"]);
});

Deno.test("follow-up: a prompt that says enough itself carries nothing", () => {
  for (
    const prompt of [
      "why does it take so long to load the settings page when the network is down",
      "where does the ledger file get written",
      "what happens when a feed returns 304?",
      "where are uploaded images validated?",
      "and where are the feeds parsed?",
      "so which worker reads the queue",
    ]
  ) assert.equal(readIntent(prompt, { previous }).carried, undefined, prompt);
});

Deno.test("follow-up: without a last turn nothing leans", () => {
  assert.equal(readIntent("and its callers?").kind, "none");
  assert.equal(readIntent("and where is it called?").carried, undefined);
  assert.equal(readIntent("and its callers?", { previous: { symbols: [], paths: [] } }).kind, "none");
});
