/**
 * Prints how well the gate does on gate_set.jsonl: both parts as totals, tables by language and kind, and the failures of the tune part.
 * Failures of the held part stay unseen on purpose: it measures what tuning did not see. `--tune` leaves it out
 * altogether, for work on the triggers.
 */
import { judge, type Outcome, readCases, score } from "./gate.ts";

const outcomes = judge(readCases().filter((one) => one.split === "tune" || !Deno.args.includes("--tune")));
const tune = outcomes.filter((o) => o.case.split === "tune");
const held = outcomes.filter((o) => o.case.split === "held");

console.log("part          cases  precision  recall   kind");
row("tune", tune);
row("held", held);
for (const lang of ["en", "zh", "mixed"]) {
  for (const [name, part] of [["tune", tune], ["held", held]] as const) {
    row(`${name} ${lang}`, part.filter((o) => o.case.lang === lang));
  }
}

console.log("\nkind        tune: cases  fired  right kind   held: cases  fired  right kind");
for (const kind of [...new Set(outcomes.map((o) => o.case.kind))].sort()) {
  console.log(`${kind.padEnd(10)}${counts(tune, kind)}${counts(held, kind)}`);
}

console.log("\nfailures of the tune part");
for (const { case: one, intent } of tune) {
  if (one.kind === intent.kind) continue;
  const level = one.fire === (intent.kind !== "none") ? "kind" : "GATE";
  const why = intent.signals.map((s) => `${s.match}=${Math.round(s.weight * 100) / 100}`).join(", ")
    .replaceAll("\n", " ");
  const text = one.text.replaceAll("\n", "\\n").slice(0, 90);
  console.log(`${level} ${one.id} ${one.kind} -> ${intent.kind} ${intent.confidence}: ${text}  [${why}]`);
}

function row(name: string, part: readonly Outcome[]): void {
  const { cases, precision, recall, kind } = score(part);
  const figures = [precision, recall, kind].map((value) => `${(value * 100).toFixed(1)} %`.padStart(9)).join(
    "",
  );
  console.log(`${name.padEnd(12)}${String(cases).padStart(7)}${figures}`);
}

function counts(part: readonly Outcome[], kind: string): string {
  const own = part.filter((o) => o.case.kind === kind);
  const fired = own.filter((o) => o.intent.kind !== "none").length;
  const right = own.filter((o) => o.intent.kind === kind).length;
  return `${String(own.length).padStart(13)}${String(fired).padStart(7)}${String(right).padStart(12)}`;
}
