import assert from "node:assert/strict";
import { loneName, subjectOf } from "../../../src/search/query/subject.ts";

const ABOUT: readonly (readonly [prompt: string, name: string, owner?: string])[] = [
  ["where is get_or_create implemented and how does it work?", "get_or_create"],
  ["Where is the function `reconcile` defined?", "reconcile"],
  ["how does QuerySet.filter work", "filter", "QuerySet"],
  ["what does store::Shard return?", "Shard", "store"],
  ["can you show me the source of Client#connect please", "connect", "Client"],
  ["explain UserService", "UserService"],
  ["what is Router?", "Router"],
  ["what does parse() take", "parse"],
  ["obj.go() — what does it do?", "go", "obj"],
  ["Router", "Router"],
  ["where's the body of _free_event", "_free_event"],
  ["get_or_create 是怎么实现的？", "get_or_create"],
  ["请解释一下 LinkedTreeMap 这个类的作用", "LinkedTreeMap"],
  ["ext4_da_map_blocks 函数在哪里定义的", "ext4_da_map_blocks"],
];

const MORE = [
  "where is get_or_create called?",
  "what calls get_or_create",
  "get_or_create 在哪里被调用？",
  "why does get_or_create return a stale object",
  "how does QuerySet turn filter() into a WHERE clause",
  "how does get_or_create differ from update_or_create?",
  "where is get_or_create in django/db/models/query.py?",
  "how does login work?",
  "explain the code",
  "Explain this module",
  "explain README.md",
  "what does package.json do?",
  "add a timeout to fetchUser",
  "fetchUser 报错了",
  "",
  `where is get_or_create implemented? ${"It is long. ".repeat(20)}`,
];

Deno.test("subject: the one name that a prompt asks about, with its owner", () => {
  for (const [prompt, name, owner] of ABOUT) {
    assert.deepEqual(subjectOf(prompt), { name, ...(owner !== undefined && { owner }) }, prompt);
  }
});

Deno.test("subject: none where a prompt says more, names a file or a plain word", () => {
  for (const prompt of MORE) assert.equal(subjectOf(prompt), undefined, prompt);
});

Deno.test("subject: the one word that is none of asking may be a name", () => {
  const words = [
    "where is kfree implemented?",
    "kfree 的实现在哪里",
    "how does schedule work",
    "what is Router?",
  ];
  assert.deepEqual(words.map(loneName), ["kfree", "kfree", "schedule", "Router"]);
  for (const prompt of ["how does login work in the shop?", "explain the code", "", "在哪里"]) {
    assert.equal(loneName(prompt), undefined, prompt);
  }
});
