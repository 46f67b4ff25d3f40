import assert from "node:assert/strict";
import { type Asked, Server } from "../matrix/client.ts";
import { askHere } from "../matrix/here.ts";
import { makeRepo } from "../support/fixture.ts";
import { RUNS_ALL } from "../support/long_test.ts";

/**
 * Callers by the semantics of each language, written before the program was asked: `marked/*.txt` are repositories whose
 * lines are marked by the number of a check: `§T1` its definition, `§C1` a line that uses it, `§N1` one that must not be
 * given, `§A1` one that may be. A check is right if exactly these lines are given at a confidence of 0.5 or more. All are
 * asked of the engine in this process, and with `--all` the first file of each language of the compiled program.
 */

const FOLDER = new URL("marked/", import.meta.url);
/** Confidence of a use that counts, inclusive. */
const COUNTS = 0.5;
/** Checks that fail; one that is mended is removed here. */
const WRONG: ReadonlySet<string> = new Set(
  Deno.readTextFileSync(new URL("wrong.list", FOLDER)).trim().split("\n"),
);

type Mark = "T" | "C" | "N" | "A";
type Marks = Readonly<Record<Mark, readonly string[]>>;
type Checks = ReadonlyMap<string, Marks>;

/** A repository's files in the tests' notation, and the places of the marks by check. */
function readMarked(text: string): { readonly files: string; readonly checks: Checks } {
  const checks = new Map<string, Record<Mark, string[]>>();
  const files: string[] = [];
  let [path, line] = ["", 0];
  for (const raw of text.split("\n")) {
    if (raw.startsWith("=== ")) {
      [path, line] = [raw.slice(4).trim(), 0];
      files.push(`//- /${path}`);
    } else if (path !== "") {
      line++;
      const [code = "", ...marks] = raw.split(/ ?§/);
      files.push(marks.length > 0 ? code.trimEnd() : raw);
      for (const mark of marks) {
        const [kind, id] = [mark[0] as Mark, mark.slice(1).trim()];
        const check = checks.get(id) ?? { T: [], C: [], N: [], A: [] };
        check[kind].push(`${path}:${line}`);
        checks.set(id, check);
      }
    }
  }
  return { files: files.join("\n"), checks };
}

async function callersOf(symbol: string, asked: Asked): Promise<string[]> {
  const chain = await asked.call("ci_call_chain", { symbol, direction: "callers", depth: 1 });
  assert.notEqual(chain.text, "");
  const certain = (chain.data?.callers?.children ?? []).filter(({ confidence }) => confidence >= COUNTS);
  return certain.flatMap(({ path, call_path = path, line, lines = [line] }) =>
    lines.map((one) => `${call_path}:${one}`)
  );
}

/** Checks that are wrong. */
async function wrongOf(checks: Checks, asked: Asked): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, { T: [target], C: expected, A: allowed }] of checks) {
    const found = new Set(await callersOf(target!, asked));
    const isRight = expected.every((one) => found.has(one)) &&
      [...found].every((one) => expected.includes(one) || allowed.includes(one));
    if (!isRight) wrong.push(id);
  }
  return wrong;
}

async function wrongOfProgram(files: string, checks: Checks): Promise<string[]> {
  using repo = makeRepo(files);
  await using server = await Server.start(repo.root);
  return await wrongOf(checks, server);
}

for (const { name } of Deno.readDirSync(FOLDER)) {
  if (!name.endsWith(".txt")) continue;
  const language = name.replace(".txt", "");
  Deno.test(`marked callers of ${language}`, async () => {
    const { files, checks } = readMarked(Deno.readTextFileSync(new URL(name, FOLDER)));
    const wrong = RUNS_ALL && !/\d/.test(language)
      ? await wrongOfProgram(files, checks)
      : await wrongOf(checks, askHere(files));
    const known = [...WRONG].filter((id) => id.startsWith(`${language}-`));
    assert.deepEqual(wrong.map((id) => `${language}-${id}`).sort(), known.sort());
  });
}
