import assert from "node:assert/strict";
import type { FileRole } from "../../src/model/calls.ts";
import { NO_QUESTION } from "../../src/model/question.ts";
import { likelyFiles } from "../../src/search/likely_files.ts";
import { filesOf } from "../support/files.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "src/dock.py": "def moor(ship):\n    return ship\n",
  "src/harbour.py": "def weigh_anchor(ship):\n    return ship\n",
  "src/chain.py": "# 船锚在哪里\n",
  "src/mail.py": "def send(mail):\n    return mail\n",
  "src/sail.py": "def hoist(ship):\n    return ship\n",
  "src/weigh.py": "def lift():\n    return None\n",
  "tests/test_harbour.py": "def test_weigh_anchor(ship):\n    return ship\n",
};

async function likely(query: string, looks = Infinity): Promise<readonly [readonly string[], number]> {
  const listed = Object.keys(TEXTS).map((path) => ({
    path,
    role: (path.startsWith("tests/") ? "test" : "code") as FileRole,
  }));
  let now = 0;
  const { paths, looked } = await likelyFiles({ query, question: NO_QUESTION }, listed, {
    files: filesOf((path) => TEXTS[path]),
    clock: () => now++,
    deadline: looks - 1,
  });
  return [paths, looked];
}

Deno.test("likely files: what holds the rarest words comes first, code before tests, others not at all", async () => {
  const [paths, looked] = await likely("where do we weigh the anchor of a ship?");
  assert.equal(paths[0], "src/harbour.py");
  assert.ok(paths.indexOf("tests/test_harbour.py") > 0 && paths.includes("src/weigh.py"));
  assert.equal(looked, 7);
  assert.deepEqual((await likely("the kitchen"))[0], []);
});

Deno.test("likely files: without time those with a word in their path were looked at", async () => {
  const [paths, looked] = await likely("where do we weigh the anchor of a ship?", 1);
  assert.deepEqual([paths[0], looked], ["src/weigh.py", 1]);
});

Deno.test("likely files: unread, rare words of paths count more than common ones", async () => {
  const paths = [
    "src/the_anchor.py",
    "src/an/weigh.py",
    "src/be/weigh.py",
    "src/do/weigh.py",
    "src/other.py",
  ];
  const listed = paths.map((path) => ({ path, role: "code" } as const));
  const found = await likelyFiles({ query: "where do we weigh the anchor?" }, listed);
  assert.deepEqual(found, { paths: paths.slice(0, 4), looked: 0 });
});

Deno.test("likely files: a Chinese question is looked for in both languages", async () => {
  assert.equal((await likely("邮件在哪里发送？"))[0][0], "src/mail.py");
  assert.equal((await likely("锚在哪里"))[0][0], "src/chain.py");
});
