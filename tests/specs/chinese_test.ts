import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";

/** A repository whose Chinese stands in its translations alone; more of them than other data may have. */
const MESSAGES = Array.from({ length: 1500 }, (_, i) => `  "menu.entry_${i}": "菜单条目${i}",`).join("\n");
const REPO = `
//- /locales/zh-CN.json
{
${MESSAGES}
  "run.backfill": "补数",
  "run.backfill_start": "开始补数",
  "post.pinned": "置顶"
}
//- /src/backfill.ts
export function planDates(start: Date, end: Date): Date[] {
  return [start, end];
}
//- /src/worker.ts
export function startWorker(run: number): number {
  return run;
}
`;

Deno.test("a Chinese word that only the repository's translations know finds the code", async () => {
  using repo = makeRepo(REPO);
  const indexed = await runBinary(["index"], { cwd: repo.root });
  assert.equal(indexed.code, 0, indexed.stderr);
  const found = await runBinary(["search", "补数逻辑在哪里实现", "--json"], { cwd: repo.root });
  assert.ok(JSON.parse(found.stdout).files.slice(0, 2).includes("src/backfill.ts"), found.stdout);
  assert.match(await hookContext("补数这个函数在哪里实现", repo.root), /src\/backfill\.ts/);
});
