import { readIntent } from "../../src/intent/intent.ts";
import type { Intent, IntentKind } from "../../src/model/intent.ts";

/** One labelled prompt of gate_set.jsonl. */
export interface Case {
  readonly id: string;
  readonly lang: "en" | "zh" | "mixed";
  readonly text: string;
  readonly fire: boolean;
  readonly kind: IntentKind;
  /** `held` cases were frozen before tuning and never looked at one by one. */
  readonly split: "tune" | "held";
}

/** What the gate said about a case. */
export interface Outcome {
  readonly case: Case;
  readonly intent: Intent;
}

/** Counts over a set of outcomes; precision and recall are about firing, `kind` about fired cases that should fire. */
export interface Score {
  readonly cases: number;
  readonly precision: number;
  readonly recall: number;
  readonly kind: number;
}

/** All cases, in file order. */
export function readCases(): Case[] {
  const lines = Deno.readTextFileSync(new URL("./gate_set.jsonl", import.meta.url)).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Case);
}

/** Runs the gate over the cases. */
export function judge(cases: readonly Case[]): Outcome[] {
  return cases.map((one) => ({ case: one, intent: readIntent(one.text) }));
}

/** Precision, recall and kind accuracy; 1 where nothing could be wrong. */
export function score(outcomes: readonly Outcome[]): Score {
  const fired = outcomes.filter((o) => o.intent.kind !== "none");
  const wanted = outcomes.filter((o) => o.case.fire);
  const right = fired.filter((o) => o.case.fire);
  const kinds = right.filter((o) => o.intent.kind === o.case.kind);
  return {
    cases: outcomes.length,
    precision: fired.length === 0 ? 1 : right.length / fired.length,
    recall: wanted.length === 0 ? 1 : right.length / wanted.length,
    kind: right.length === 0 ? 1 : kinds.length / right.length,
  };
}
