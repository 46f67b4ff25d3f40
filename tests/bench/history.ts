import { HistorySession } from "../../src/history/session.ts";
import { startHistory } from "../../src/engine/start_history.ts";
import { historyFiles } from "../../src/platform/history_files.ts";

/**
 * `deno run -A tests/bench/history.ts REPOSITORY`: reads the whole history into an empty cache, then again from the
 * cache, as the sandboxed side does it.
 */

const root = Deno.realPathSync(Deno.args[0] ?? ".");
const folder = Deno.makeTempDirSync({ prefix: "auto-tools-history-" });
const clock = (): number => performance.now();

async function read(name: string): Promise<void> {
  const started = clock();
  let session: HistorySession | undefined;
  await startHistory(root, {
    folder,
    limitMs: 4000,
    start: (start) => session = new HistorySession(start, historyFiles(folder)),
    receive: (event) => session?.receive(event),
  });
  const asked = clock();
  const history = await session!.history(clock, clock() + 600_000);
  const had = clock();
  const popular = history.commitsOf(0).length;
  const touched = clock();
  const words = history.messages.postings("fix")?.commits.length ?? 0;
  const ended = clock();
  console.log(
    `${name.padEnd(10)} asked ${(asked - started).toFixed(0)} ms, history ${(had - asked).toFixed(0)} ms, ` +
      `by path ${(touched - had).toFixed(0)} ms, messages ${(ended - touched).toFixed(0)} ms; ` +
      `${history.commits.count} commits, ${history.changes.count} changes, ${history.paths.length} paths, ` +
      `${history.authors.length} authors, ${popular}/${words}; ${history.gaps.join("; ")}`,
  );
}

try {
  await read("first");
  for (let run = 0; run < 5; run++) await read("again");
  let size = 0;
  for (const { name } of Deno.readDirSync(folder)) size += Deno.statSync(`${folder}/${name}`).size;
  console.log(`cache ${(size / 1e6).toFixed(1)} MB`);
} finally {
  Deno.removeSync(folder, { recursive: true });
}
