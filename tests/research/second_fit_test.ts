import assert from "node:assert/strict";
import { WEIGHTS } from "../../src/search/second_pass.ts";
import type { SecondWeights } from "./harness/second_fit.ts";
import { BEFORE, fitSecond, heldOut, outcomeOf } from "./harness/second_fit.ts";
import type { Asked, Candidate, Question } from "./harness/second_values.ts";
import { askedOf, isAnswer, readQuestions } from "./harness/second_values.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";

const HARBOUR = `
//- /src/berth.ts
/** The berth of a ship: which berth a ship gets. */
export type ShipBerth = string;

/** Gives a ship its berth. */
export function assignBerth(ship: Ship, quay: Quay): ShipBerth {
  const free = quay.berths.filter((berth) => berth.isFree);
  for (const berth of free) {
    if (ship.draught > berth.depth) continue;
    if (ship.length <= berth.length) return berth.name;
  }
  throw new Error("no berth is deep enough");
}

//- /src/fee.ts
export function berthFee(ship: Ship): number {
  return ship.length;
}
`;
const LIBRARY = `
//- /src/loan.ts
/** The reader of a loan: which loan a reader has. */
export type ReaderLoan = string;

/** Gives a reader a loan. */
export function grantLoan(reader: Reader, shelf: Shelf): ReaderLoan {
  const books = shelf.books.filter((book) => book.isHere);
  for (const book of books) {
    if (reader.loans >= reader.limit) continue;
    if (reader.age >= book.age) return book.title;
  }
  throw new Error("no loan is allowed");
}

//- /src/due.ts
export function loanFee(reader: Reader): number {
  return reader.days;
}
`;
const QUESTIONS: readonly Question[] = [{
  repo: "test/harbour",
  kind: "locate",
  en: "how is it decided which berth a ship gets, by its draught and length?",
  zh: "船 ship 停哪个 berth 是怎么决定的？",
  primary: [{ path: "src/berth.ts", symbol: "assignBerth", start: 5, end: 12 }],
}, {
  repo: "test/library",
  kind: "locate",
  en: "how is it decided which loan a reader gets, by age and limit?",
  primary: [{ path: "src/loan.ts", symbol: "grantLoan", start: 5, end: 12 }],
}];

Deno.test("second ranking: the weights are fitted to questions about check-outs, with each repository held out", async () => {
  using harbour = makeRepo(HARBOUR);
  using library = makeRepo(LIBRARY);
  const asked = [...await ask(harbour, QUESTIONS[0]!), ...await ask(library, QUESTIONS[1]!)];
  assert.deepEqual(asked.map(({ repo, language, answers }) => `${repo} ${language} ${answers}`), [
    "test/harbour en 1",
    "test/harbour zh 1",
    "test/library en 1",
  ]);
  for (const { candidates } of asked) {
    const right = candidates.filter(({ answer }) => answer === 0);
    assert.equal(right.length, 1, "the function alone, not the type or the fee");
    assert.ok(right[0]!.values.decided > 0 && right[0]!.values.branches > 0);
  }
  assert.deepEqual(asked.map((one) => outcomeOf(one, { ...BEFORE, first: 0, tiny: 20 }).rank > 1), [
    true,
    true,
    true,
  ]);
  const fitted = fitSecond(asked);
  assert.ok(fitted.type < BEFORE.type && fitted.tiny < BEFORE.tiny, "types of one line were never right");
  assert.ok(fitted.decided > 0, "what decides by the question's words was");
  assert.deepEqual(heldOut(asked, 2), Array(3).fill({ rank: 1, found: 1 }));
  const elsewhere = { ...QUESTIONS[0]!, commit: "0".repeat(40) };
  await assert.rejects(ask(harbour, elsewhere), /is at [0-9a-f]{40}, a question is about 0{40}/);
});

Deno.test("second ranking: nothing is learnt from a repository that is evaluated", () => {
  const file = Deno.makeTempFileSync();
  try {
    const asked = ["test/harbour", "tokio-rs/tokio", "Scrapy/Scrapy", "test/library"];
    Deno.writeTextFileSync(
      file,
      asked.map((repo) => JSON.stringify({ ...QUESTIONS[0], repo }) + "\n").join(""),
    );
    assert.deepEqual(readQuestions(file).map(({ repo }) => repo), ["test/harbour", "test/library"]);
  } finally {
    Deno.removeSync(file);
  }
});

Deno.test("second ranking: the fit finds the weights that made the answers", () => {
  const made: SecondWeights = { ...BEFORE, words: 6, namesakes: -2 };
  const asked = Array.from({ length: 120 }, (_, i) => drawn(i, made));
  const fitted = fitSecond(asked);
  assert.ok(Math.abs(fitted.words / fitted.first / (6 / BEFORE.first) - 1) < 0.35, `words: ${fitted.words}`);
  assert.ok(fitted.namesakes < -0.5, `namesakes: ${fitted.namesakes}`);
  assert.ok(Math.abs(fitted.accessor / fitted.first - BEFORE.accessor / BEFORE.first) < 1e-9, "one factor");
  const first = (weights: SecondWeights): number =>
    asked.filter((one) => outcomeOf(one, weights).rank === 1).length;
  assert.ok(first(fitted) > first(BEFORE) + 20, `${first(BEFORE)} before, ${first(fitted)} fitted`);
  assert.deepEqual(fitSecond(asked), fitted, "the same again");
});

Deno.test("second ranking: held-out weights never saw the repository of the question", () => {
  const up: SecondWeights = { ...BEFORE, first: 0.01, words: 9 };
  const down: SecondWeights = { ...up, words: -9 };
  const asked = Array.from(
    { length: 80 },
    (_, i) => i % 2 === 0 ? { ...drawn(i, up), repo: "a" } : { ...drawn(i, down), repo: "b" },
  );
  const first = heldOut(asked, 2).filter(({ rank }) => rank === 1).length;
  assert.ok(first < 10, `the two repositories contradict each other, yet ${first} of 80 are right`);
});

Deno.test("second ranking: of several answers it is enough that one comes first", () => {
  const two = Array.from({ length: 20 }, () => choice([[1, 1, 0], [0, 0, 1], [1, 0.5, -1]]));
  const one = Array.from({ length: 60 }, () => choice([[1, 0.5, 0], [0, 0.5, -1]]));
  const { words } = fitSecond([...two, ...one]);
  assert.ok(
    words > 0.2,
    `the better answer has more of them than what is wrong, the other has none: ${words}`,
  );
  assert.deepEqual(outcomeOf(two[0]!, { ...BEFORE, words: 9 }), { rank: 1, found: 1 });
  assert.deepEqual(outcomeOf(two[0]!, { ...BEFORE, first: 0, words: -9 }), { rank: 1, found: 1 });
});

Deno.test("second ranking: a class with a member before it, and what lies in a function before it, take no place", () => {
  const [one] = choice([[3, 0, -1], [2, 0, -1], [1, 0, 0]]).candidates;
  const place = (
    startLine: number,
    endLine: number,
    kind: "class" | "method",
    answer: number,
    first: number,
  ) => {
    const definition = { kind, startLine, endLine };
    return { ...one!, definition, startLine, endLine, answer, values: { ...one!.values, first } };
  };
  const rank = (candidates: readonly Candidate[]): number =>
    outcomeOf({ ...choice([]), answers: 1, candidates }, BEFORE).rank;
  const method = place(10, 20, "method", -1, 3);
  const right = place(50, 60, "method", 0, 1);
  assert.equal(rank([method, place(1, 40, "class", -1, 2), right]), 2);
  assert.equal(rank([method, place(12, 14, "method", -1, 2), right]), 2);
  assert.equal(rank([method, place(30, 40, "method", -1, 2), right]), 3);
});

Deno.test("second ranking: what overlaps the answer answers, unless it holds much else", () => {
  const answer = { path: "a.ts", symbol: "f", start: 101, end: 110 };
  const at = (startLine: number, endLine: number, path = "a.ts"): boolean =>
    isAnswer({ path, startLine, endLine }, answer);
  assert.ok(at(101, 110) && at(106, 120) && at(103, 104) && at(90, 139));
  assert.ok(!at(101, 110, "b.ts") && !at(107, 130) && !at(111, 120) && !at(80, 131));
});

/** What `askedOf` says with the index kept in the repository's own folder, which the test removes. */
function ask({ root }: Repo, question: Question): Promise<Asked[]> {
  return askedOf([question], root, `${root}/.cache`);
}

/** A question with two answers; its candidates are told by `first`, `words` and which answer they are. */
function choice(rows: readonly (readonly [first: number, words: number, answer: number])[]): Asked {
  const nothing = Object.fromEntries(Object.keys(WEIGHTS).map((id) => [id, 0])) as SecondWeights;
  const candidates = rows.map(([first, words, answer], i) => {
    const place = { startLine: 10 * i + 1, endLine: 10 * i + 5 };
    const definition = { kind: "function" as const, ...place };
    return { file: 0, path: "a.ts", ...place, definition, values: { ...nothing, first, words }, answer };
  });
  return { repo: "test/test", kind: "locate", language: "en", answers: 2, candidates };
}

/** A question whose candidates have pseudo-random values, answered by the one that `weights` put first. */
function drawn(seed: number, weights: SecondWeights): Asked {
  let state = seed + 1;
  const next = (): number => (state = state * 48271 % 2147483647) / 2147483647;
  const ids = Object.keys(WEIGHTS) as (keyof SecondWeights)[];
  next();
  const all = Array.from({ length: 8 }, (_, i) => {
    const values = Object.fromEntries(ids.map((id) => [id, next()])) as SecondWeights;
    return { values, score: ids.reduce((sum, id) => sum + weights[id] * values[id], 0), line: 10 * i + 1 };
  });
  const best = Math.max(...all.map(({ score }) => score));
  const candidates = all.map(({ values, score, line }) => {
    const place = { startLine: line, endLine: line + 5 };
    const definition = { kind: "function" as const, ...place };
    return { file: 0, path: "a.ts", ...place, definition, values, answer: score === best ? 0 : -1 };
  });
  return { repo: `test/${seed % 9}`, kind: "locate", language: "en", answers: 1, candidates };
}
