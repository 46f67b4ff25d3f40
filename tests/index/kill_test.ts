import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { FORMAT } from "../../src/index/schema.ts";
import { answers } from "../support/index_answers.ts";
import { openTestIndex, testParser } from "../support/index_kit.ts";
import { random } from "../support/random.ts";

/** Kills in all, and processes at a time; more on demand: `INDEX_KILLS=200 INDEX_PROCESSES=20 deno test ...`. */
const KILLS = Number(Deno.env.get("INDEX_KILLS") ?? 20);
const PROCESSES = Number(Deno.env.get("INDEX_PROCESSES") ?? 5);
const PROCESS = new URL("../support/index_process.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

function start(root: string, name: string, rounds?: number): Deno.ChildProcess {
  const args = [
    "run",
    "-A",
    "--no-check",
    `--config=${CONFIG}`,
    PROCESS,
    root,
    name,
    ...(rounds ? [`${rounds}`] : []),
  ];
  return new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
}

function folderWithFiles(count: number): string {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  for (let file = 0; file < count; file++) {
    Deno.writeTextFileSync(
      `${root}/file${file}.py`,
      `class Shop${file}:\n    def item(self):\n        return door(${file})\n`,
    );
  }
  return root;
}

/** The file is whole, and answers as an index made from scratch does. */
async function verify(root: string): Promise<void> {
  for (const { name } of Deno.readDirSync(`${root}/.cache`)) {
    if (!name.endsWith(".sqlite")) continue;
    const database = new DatabaseSync(`${root}/.cache/${name}`);
    assert.deepEqual(Object.values(database.prepare("PRAGMA quick_check").get()!), ["ok"]);
    database.close();
  }
  const files = [...Deno.readDirSync(root)].filter((entry) => entry.isFile).map(({ name }) => ({
    path: name,
    text: Deno.readTextFileSync(`${root}/${name}`),
  }));
  const fresh = buildMemoryIndex(files, await testParser());
  const opened = await openTestIndex(root);
  const terms = ["door", "item", "fix", "shop1"];
  assert.deepEqual(answers(opened.index, terms, ["Shop1", "item"]), answers(fresh, terms, ["Shop1", "item"]));
  opened.close();
}

/** Lets a process live until it has printed its first line and some time more, then kills it; its output is returned. */
async function killLater(child: Deno.ChildProcess, milliseconds: number): Promise<string> {
  const reader = child.stdout.getReader();
  const complaint = new Response(child.stderr).text();
  if (milliseconds >= 0) await reader.read();
  await new Promise((resolve) => setTimeout(resolve, Math.abs(milliseconds)));
  try {
    child.kill("SIGKILL");
  } catch {
    // It ended by itself, which it should not; its complaint says why.
  }
  await reader.cancel();
  await child.status;
  return await complaint;
}

Deno.test(`${KILLS} processes killed at any moment leave a whole index`, async () => {
  const next = random(Date.now());
  const root = folderWithFiles(30);
  try {
    for (let killed = 0; killed < KILLS; killed += PROCESSES) {
      const children = Array.from({ length: PROCESSES }, (_, number) => start(root, `edited${number}`));
      // A third of them early, while they start or build; the others somewhere in their loops.
      await Promise.all(
        children.map((child) => killLater(child, next() < 0.3 ? -next() * 400 : next() * 150)),
      );
      await verify(root);
    }
    const generations = [...Deno.readDirSync(`${root}/.cache`)].filter(({ name }) =>
      name.endsWith(".sqlite")
    );
    assert.deepEqual(
      generations.map(({ name }) => name),
      [`index-${FORMAT}-1.sqlite`],
      "no file had to be discarded",
    );
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("processes at work together all answer right", async () => {
  const root = folderWithFiles(30);
  try {
    const children = Array.from({ length: PROCESSES }, (_, number) => start(root, `edited${number}`, 10));
    for (const output of await Promise.all(children.map((child) => child.output()))) {
      const lines = new TextDecoder().decode(output.stdout).trim().split("\n").map((line) =>
        JSON.parse(line)
      );
      assert.equal(lines.length, 10, new TextDecoder().decode(output.stderr));
      for (const { found } of lines) assert.ok(found > 0);
      for (const { problem } of lines) assert.ok(problem === undefined || problem === "busy", problem);
    }
    await verify(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("a large build is done once, whoever else wants it", async () => {
  const root = folderWithFiles(0);
  try {
    const lines = Array.from(
      { length: 700 },
      (_, line) => `def item_${line}(door): return door.open(${line})`,
    );
    for (let file = 0; file < 80; file++) {
      Deno.writeTextFileSync(`${root}/file${file}.py`, `# ${file}\n${lines.join("\n")}\n`);
    }
    const children = ["one", "two", "three"].map((name) => start(root, name, 1));
    const outputs = await Promise.all(children.map((child) => child.output()));
    const parsed = outputs.map(({ stdout }) => JSON.parse(new TextDecoder().decode(stdout)).parsed);
    // Each also parses the files that it and the others wrote themselves.
    assert.ok(parsed.reduce((sum, count) => sum + count, 0) <= 80 + 9, `parsed: ${parsed}`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
