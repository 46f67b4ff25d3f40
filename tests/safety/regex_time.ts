import { INJECTION_RULES, looseRegex, strictRegex } from "../../src/safety/injection_rules.ts";
import { sanitize } from "../../src/safety/sanitize.ts";
import { expandExample } from "./examples.ts";
import { REDACTION_RULES, ruleRegex } from "../../src/safety/redaction.ts";

/**
 * Runs every expression over long repetitions that are close to what it matches, and prints the slowest.
 * `deno run -A tests/safety/regex_time.ts [units]`; the default is 20,000 UTF-16 units per text.
 */
const units = Number(Deno.args[0] ?? 20_000);

const FILLERS = ["a", "0", "aB3", " ", "\n", "-", ".", "/", "=", '"', "<", "你", "password ", "://"];

/** The parts of an example, each repeated alone and with fillers between. */
function* texts(example: string, keywords: readonly string[]): Generator<string> {
  const parts = [example, example.slice(0, example.length >> 1), ...keywords.slice(0, 3)];
  for (const part of parts) {
    if (part === "") continue;
    yield repeat(part);
    for (const filler of FILLERS) {
      yield part + repeat(filler);
      yield repeat(part + filler);
    }
  }
}

function repeat(part: string): string {
  return part.repeat(Math.ceil(units / part.length)).slice(0, units);
}

interface Row {
  readonly id: string;
  readonly ms: number;
  readonly text: string;
}

function slowest(id: string, regexes: readonly RegExp[], candidates: Iterable<string>): Row {
  let worst: Row = { id, ms: 0, text: "" };
  for (const text of candidates) {
    for (const regex of regexes) {
      const started = performance.now();
      for (const _ of text.matchAll(regex));
      const ms = performance.now() - started;
      if (ms > worst.ms) worst = { id, ms, text: JSON.stringify(text.slice(0, 60)) };
    }
  }
  return worst;
}

const rows = [
  ...REDACTION_RULES.map((rule) => {
    return slowest(rule.id, [ruleRegex(rule)], texts(expandExample(rule.example), rule.keywords));
  }),
  ...INJECTION_RULES.map((rule) => {
    return slowest(
      rule.id,
      [strictRegex(rule), looseRegex(rule)],
      texts(rule.example.toLowerCase(), rule.keywords.flat().slice(0, 8)),
    );
  }),
];
for (
  const filler of [
    ...FILLERS,
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----\n",
    "aGVsbG8gd29y",
    "%41",
    "&#65;",
    "\\x41",
    '" + "',
    "<system>",
    "忽 略 ",
    "a.b.",
  ]
) {
  const text = repeat(filler);
  const started = performance.now();
  sanitize(text);
  rows.push({ id: "sanitize", ms: performance.now() - started, text: JSON.stringify(filler) });
}
rows.sort((a, b) => b.ms - a.ms);
for (const { id, ms, text } of rows.slice(0, 25)) {
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${id}  ${text}`);
}
