import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import { asksAboutTopic } from "../../src/intent/topic.ts";

const asks = (prompt: string): boolean => asksAboutTopic(prompt, readIntent(prompt));

Deno.test("topic: a short question how one thing works may be about the repository", () => {
  for (
    const prompt of [
      "how does recovery work?",
      "how does reactivity work?",
      "ok, how is gossip done",
      "限购怎么做的",
    ]
  ) {
    assert.ok(asks(prompt), prompt);
  }
});

Deno.test("topic: thanks, small talk, general knowledge and long prompts are not", () => {
  const others = [
    "thanks",
    "谢谢",
    "ok go on",
    "how are you?",
    "how does photosynthesis work?",
    "how does it work?",
    "recovery works",
    `how does recovery ${"really ".repeat(12)}work?`,
  ];
  for (const prompt of others) assert.ok(!asks(prompt), prompt);
});

Deno.test("topic: what is about code anyway is no guess", () => {
  assert.ok(!asks("how does the rate limiter work"));
});
