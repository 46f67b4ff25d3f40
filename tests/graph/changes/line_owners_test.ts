import assert from "node:assert/strict";
import { lineOwners, type LineTools, type Span } from "../../../src/graph/impact/line_owners.ts";
import { type Commit, historyOf } from "../../search/rank/press_history.ts";

/** The authors of lines over a history of one file, of which every version is known. */

/** What a commit left in the file, oldest first; another path where it had one. */
interface Version {
  readonly author: string;
  readonly lines: readonly string[];
  readonly files?: readonly string[];
}

const PATH = "shop.py";

/** The history, newest first as git tells it, with what stands in the file and may be asked. */
function setUp(versions: readonly Version[], now?: readonly string[]): {
  readonly owners: (startLine: number, endLine: number, late?: boolean) => Promise<string>;
  readonly asked: string[];
} {
  const commits = versions.toReversed().map((
    { author, files = [PATH] },
    at,
  ): Commit => [at, `change ${at}`, files, author]);
  const history = historyOf(commits);
  const contents = new Map<string, Uint8Array>();
  versions.toReversed().forEach(({ lines }, at, all) => {
    const bytes = (text: readonly string[]): Uint8Array => new TextEncoder().encode(text.join("\n"));
    contents.set(`${history.id(at)}:./${PATH}`, bytes(lines));
    const before = all[at + 1];
    if (before) contents.set(`${history.id(at)}^:./${PATH}`, bytes(before.lines));
  });
  const asked: string[] = [];
  const tools = (late: boolean): LineTools => ({
    text: (path) => path === PATH ? (now ?? versions.at(-1)!.lines).join("\n") : undefined,
    read: (names) => {
      asked.push(...names);
      return Promise.resolve(
        new Map(names.flatMap((name) => contents.has(name) ? [[name, contents.get(name)!] as const] : [])),
      );
    },
    late: () => late,
  });
  return {
    asked,
    owners: async (startLine, endLine, late = false) => {
      const span: Span = { path: PATH, startLine, endLine };
      const found = await lineOwners(history, [span], tools(late));
      return found?.map(({ name, lines, commits, share, last_changed }) =>
        `${name} ${lines} of ${commits} ${share} ${last_changed}`
      ).join(", ") ?? "unknown";
    },
  };
}

const ADA = { author: "Ada", lines: ["a", "b", "c", "d"] };
const BEN = { author: "Ben", lines: ["x", "a", "b", "C", "d"] };
const CY = { author: "Cy", lines: ["x", "a", "b", "C", "d", "e", "f"] };

Deno.test("lines: each is of the newest commit that added it, wherever it stands now", async () => {
  const { owners } = setUp([ADA, BEN, CY]);
  assert.equal(
    await owners(1, 7),
    "Ada 3 of 1 0.43 2023-11-12, Cy 2 of 1 0.29 2023-11-14, Ben 2 of 1 0.29 2023-11-13",
  );
  assert.equal(await owners(1, 1), "Ben 1 of 1 1 2023-11-13");
  assert.equal(await owners(2, 3), "Ada 2 of 1 1 2023-11-12");
  assert.equal(await owners(4, 5), "Ben 1 of 1 0.5 2023-11-13, Ada 1 of 1 0.5 2023-11-12");
  assert.equal(await owners(6, 7), "Cy 2 of 1 1 2023-11-14");
});

Deno.test("lines: several commits of one author are counted, those without a line are not", async () => {
  const { owners } = setUp([ADA, { author: "Ada", lines: [...ADA.lines, "e"] }, {
    author: "Ada",
    lines: [...ADA.lines, "e", "f"],
  }]);
  assert.equal(await owners(1, 5), "Ada 5 of 2 1 2023-11-13");
});

Deno.test("lines: unknown where less than half are committed, known from half on", async () => {
  const { owners } = setUp([ADA, BEN], ["new", "x", "newer", "C", "newest"]);
  assert.equal(await owners(1, 4), "Ben 2 of 1 1 2023-11-14");
  assert.equal(await owners(1, 5), "unknown");
  assert.equal(await owners(3, 3), "unknown");
  assert.equal(await owners(2, 2), "Ben 1 of 1 1 2023-11-14");
});

Deno.test("lines: what lies before the file got its name is not asked", async () => {
  const { owners } = setUp([ADA, { ...BEN, files: [`old.py > ${PATH}`] }, { ...CY, files: ["a.py", PATH] }]);
  assert.equal(await owners(6, 7), "Cy 2 of 1 1 2023-11-14");
  assert.equal(await owners(1, 5), "unknown");
});

Deno.test("lines: unknown of what cannot be read or has no history", async () => {
  const history = historyOf([[0, "change", ["a.py", "b\nc.py"]]]);
  for (const [path, text] of [["a.py", undefined], ["z.py", "a"], ["b\nc.py", "a"]] as const) {
    const tools: LineTools = {
      text: () => text,
      read: (names) => Promise.resolve(new Map(names.map((name) => [name, new TextEncoder().encode("a")]))),
      late: () => false,
    };
    assert.equal(await lineOwners(history, [{ path, startLine: 1, endLine: 1 }], tools), undefined, path);
  }
});

Deno.test("lines: eight commits are read at a time, and no more once all lines are known or the time is over", async () => {
  const growing = Array.from({ length: 10 }, (_, at): Version => ({
    author: `A${at}`,
    lines: Array.from({ length: at + 1 }, (_, line) => `line ${line}`),
  }));
  const all = setUp(growing);
  assert.equal(await all.owners(1, 1), "A0 1 of 1 1 2023-11-05");
  assert.equal(all.asked.length, 20);
  const last = setUp(growing);
  assert.equal(
    await last.owners(3, 10),
    [9, 8, 7, 6, 5].map((at) => `A${at} 1 of 1 0.13 2023-11-${14 - 9 + at}`).join(", ").replaceAll(
      "2023-11-9",
      "2023-11-09",
    ),
  );
  assert.equal(last.asked.length, 16);
  const late = setUp(growing);
  assert.equal(await late.owners(1, 1, true), "unknown");
  assert.equal(late.asked.length, 16);
});
