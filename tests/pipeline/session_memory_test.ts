import assert from "node:assert/strict";
import type { QueryTerms } from "../../src/model/question.ts";
import type { NewParts, Report, ReportItem } from "../../src/model/report.ts";
import { render } from "../../src/pipeline/render.ts";
import {
  changedLine,
  digest,
  lastTargets,
  noteLines,
  sessionMemory,
} from "../../src/pipeline/session_notes.ts";
import { EMPTY } from "../../src/safety/safe_text.ts";
import { sanitize } from "../../src/safety/sanitize.ts";

const LINES = [
  "function save() {",
  "  const a = 1;",
  "  const b = 2;",
  "  const c = 3;",
  "  return a + b + c;",
  "}",
];
const TERMS: QueryTerms = { identifiers: [], paths: [], phrases: [], words: [] };
const CAP = { limit: 10_000, unit: "UTF-16 units" } as const;

function item(
  given: Partial<{ line: number; version: string; claim: string; fact: string; first: number }> = {},
): ReportItem {
  const { line = 10, version = "1-1", claim = "matches save", fact, first } = given;
  const text = (raw: string) => sanitize(raw).text;
  return {
    tools: ["ci_search"],
    path: text("src/save.ts"),
    startLine: line,
    endLine: line + LINES.length - 1,
    symbol: text("save"),
    claim: text(claim),
    ...(fact !== undefined && { fact: text(fact) }),
    conflict: false,
    version,
    ...(first !== undefined &&
      { code: [{ startLine: line + first, text: text(LINES.slice(first, first + 4).join("\n")) }] }),
  };
}

/** What a session with these notes is told of the item, and its notes afterwards. */
function tell(
  one: ReportItem,
  notes = "",
  basis = "git 1",
): { text: string; newParts: readonly NewParts[]; notes: string } {
  const memory = sessionMemory(notes);
  const block = render({
    found: [memory.newOf(one)],
    basis: sanitize(basis).text,
    before: memory.basis,
    gaps: [],
    strength: "strong",
    cap: CAP,
  });
  const report = {
    items: [one],
    newParts: block.newParts,
    ...(block.basis && { basis: block.basis }),
  } as unknown as Report;
  return {
    text: block.text,
    newParts: block.newParts,
    notes: [notes, ...noteLines(TERMS, report)].join("\n"),
  };
}

Deno.test("session memory: of overlapping lines only the new ones are given", () => {
  const first = tell(item({ first: 0 }));
  assert.match(
    first.text,
    /1\. src\/save\.ts:10-15 save: matches save\n--- src\/save\.ts:10-13\nfunction save/,
  );
  const second = tell(item({ first: 2 }), first.notes);
  assert.match(second.text, /--- src\/save\.ts:14-15\n {2}return a \+ b \+ c;\n}\n<\/auto/);
  assert.match(second.text, /^1\. src\/save\.ts:10-15 save: given earlier, other lines of it\n---/m);
  assert.equal(tell(item({ first: 1 }), second.notes).text, tell(item(), second.notes).text);
});

Deno.test("session memory: lines that only moved are not given again, their new place is", () => {
  const { notes } = tell(item({ first: 0 }));
  const moved = tell(item({ first: 0, line: 30, version: "2-2" }), notes);
  assert.match(moved.text, /^1\. src\/save\.ts:30-35 save: matches save$/m);
  assert.doesNotMatch(moved.text, /^---/m);
});

Deno.test("session memory: something new about a place it has is said, once", () => {
  const { notes } = tell(item());
  const fact = { claim: "called by load in line 3 (confidence 0.7)", fact: "called by load" };
  const second = tell(item(fact), notes);
  assert.match(second.text, /\nGiven earlier, also called by load: save \(src\/save\.ts:10\)\n/);
  assert.match(tell(item(fact), second.notes).text, /\nGiven earlier, unchanged: src\/save\.ts:10\n/);
  // Another tool names the owner of what calls it.
  const same = tell(item({ claim: "", fact: "called by Store.load" }), second.notes);
  assert.doesNotMatch(same.text, /also/);
});

Deno.test("session memory: a change of the file makes void what was said of its places", () => {
  const { notes } = tell(item({ fact: "called by load" }));
  assert.match(tell(item({ version: "2-2" }), notes).text, /^1\. src\/save\.ts:10-15 save: matches save$/m);
  assert.match(
    tell(item(), `${notes}\n${changedLine("src/save.ts")}`).text,
    /^1\. src\/save\.ts:10-15 save: matches save$/m,
  );
});

Deno.test("session memory: what did not fit counts as not given", () => {
  const memory = sessionMemory("");
  const cap = { ...CAP, limit: 215 };
  const found = [memory.newOf(item({ first: 0 }))];
  const block = render({ found, basis: EMPTY, before: undefined, gaps: [], strength: "strong", cap });
  assert.equal(block.truncated, true);
  assert.deepEqual(block.newParts.map(({ place, code }) => ({ place, code })), [{
    place: true,
    code: undefined,
  }]);
});

Deno.test("session memory: the heading comes once, and again when the commit is another", () => {
  const first = tell(item());
  assert.match(first.text, /read-only analysis \(git 1\)/);
  const other = item({ line: 50 });
  assert.doesNotMatch(tell(other, first.notes).text, /Found/);
  assert.match(tell(other, first.notes, "git 2").text, /Found in this repository \(git 2\):/);
});

Deno.test("session memory: damaged and foreign lines cost only themselves", () => {
  const { notes } = tell(item({ first: 0 }));
  const damaged = `{"path":5}\n\0\n{"lines":7,"path":"a","line":1,"claim":"x"}\n${notes}\n{"basis":4}\n[]`;
  assert.match(tell(item({ first: 0 }), damaged).text, /^Given earlier, unchanged: src\/save\.ts:10$/m);
  assert.match(digest(damaged, 1500), /- src\/save\.ts:10 save: matches save/);
});

Deno.test("session memory: a digest names places as they fit, the latest eight at most", () => {
  const { notes } = tell(item());
  const whole = digest(notes, 1500);
  assert.equal(
    whole,
    [
      "<auto-tools-context>",
      "Places found earlier in this session, latest first.",
      "- src/save.ts:10 save: matches save",
      "</auto-tools-context>",
    ].join("\n"),
  );
  assert.equal(digest(notes, whole.length), whole);
  assert.equal(digest("", 1500), "");
  for (const limit of [0, whole.length - 1]) assert.equal(digest(notes, limit), "", `${limit}`);
  const many = Array.from({ length: 12 }, (_, at) => tell(item({ line: 100 * (at + 1) })).notes).join("\n");
  const lines = digest(many, 1500).match(/^- src\/save\.ts:\d+/gm) ?? [];
  assert.deepEqual([lines.length, lines[0], lines.at(-1)], [8, "- src/save.ts:1200", "- src/save.ts:500"]);
  for (let limit = 90; limit < 500; limit += 7) assert.ok(digest(many, limit).length <= limit, `${limit}`);
  assert.equal(digest(`${notes}\n${changedLine("src/save.ts")}`, 1500), "");
  assert.notEqual(digest(`${notes}\n${changedLine("src/other.ts")}`, 1500), "");
});

Deno.test("session memory: at first all is new, as it stands", () => {
  const code = [{ startLine: 10, text: sanitize("\nrun();\n").text }];
  const one = { ...item(), code };
  assert.deepEqual(sessionMemory("").newOf(one), { item: one, place: true, fact: true, code });
});

Deno.test("session memory: facts of another state of the file are stale, those of this one add up", () => {
  const load = item({ fact: "called by load" });
  const sync = item({ fact: "called by sync" });
  const first = tell(load);
  const second = tell(sync, first.notes);
  for (const known of [load, sync]) assert.match(tell(known, second.notes).text, /Given earlier, unchanged/);
  const newer = item({ version: "2-2", fact: "called by sync" });
  const third = tell(newer, second.notes);
  assert.match(third.text, /^1\. src\/save\.ts:10-15/m);
  assert.match(
    tell(item({ version: "2-2", fact: "called by load" }), third.notes).text,
    /also called by load: save/,
  );
  // A place without a version cannot be known to stand as it was.
  const { version: _, ...unversioned } = item();
  assert.match(tell(unversioned, tell(unversioned).notes).text, /^1\. src\/save\.ts:10-15/m);
});

Deno.test("session memory: a turn leaves what it was about, two targets at most", () => {
  const items = ["save", "load", "drop", "sync"].map((name) => ({
    ...item(),
    symbol: sanitize(`Store.${name}`).text,
    path: sanitize(`src/${name}.ts`).text,
  }));
  const about = (terms: Partial<QueryTerms>, strength = "strong"): readonly string[] => {
    const report = { items, strength, newParts: [] } as unknown as Report;
    return lastTargets(
      noteLines({ identifiers: [], paths: [], phrases: [], words: [], ...terms }, report).join("\n"),
    )
      ?.symbols ?? [];
  };
  assert.deepEqual(about({}), ["Store.save"]);
  assert.deepEqual(about({ identifiers: ["sync"] }), ["Store.sync"]);
  assert.deepEqual(about({ identifiers: ["A.load"], paths: [{ path: "src/drop.ts" }] }), [
    "Store.load",
    "Store.drop",
  ]);
  assert.deepEqual(about({ paths: [{ path: "drop.ts" }] }), ["Store.drop"]);
  assert.deepEqual(about({}, "likely"), ["Store.save"]);
  assert.deepEqual(about({}, "weak"), []);
  assert.deepEqual(about({ paths: [{ path: "rop.ts" }] }), ["Store.save"]);
  assert.deepEqual(about({ identifiers: ["sync", "drop", "load"] }), ["Store.load", "Store.drop"]);
  const words = (terms: Partial<QueryTerms>): readonly string[] | undefined => {
    const report = { items, strength: "weak", newParts: [] } as unknown as Report;
    return lastTargets(noteLines({ ...TERMS, ...terms }, report).join("\n"))?.words;
  };
  assert.deepEqual(words({ words: ["<b>", "lost", "lines"] }), ["lost", "lines"]);
  assert.equal(words({ identifiers: ["sync"], words: ["sync"] }), undefined);
  assert.equal(lastTargets(""), undefined);
  assert.deepEqual(lastTargets('{"about":{"symbols":[5,"a"],"paths":"x"}}'), {
    symbols: ["a"],
    paths: [],
    isLikely: false,
  });
});
