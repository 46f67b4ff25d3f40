import type { Signal } from "../model/intent.ts";
import type { Hit, Role } from "./lexicon.ts";

/** Roles that speak about the same thing and share one allowance. */
type Pool =
  | "context"
  | "act"
  | "fail"
  | "noun"
  | "repo"
  | "definite"
  | "vague"
  | "stop"
  | "task"
  | "knowledge"
  | "chore";

const POOLS: Readonly<Record<Exclude<Role, "skip">, Pool>> = {
  act: "act",
  fail: "fail",
  "sure-fail": "fail",
  noun: "noun",
  sure: "noun",
  repo: "repo",
  definite: "definite",
  vague: "vague",
  stop: "stop",
  task: "task",
  knowledge: "knowledge",
  chore: "chore",
  shell: "chore",
  context: "context",
};

/** The share each further trigger of a pool adds: more words of one sort are less and less news. */
const SHARES: Readonly<Record<Pool, readonly number[]>> = {
  act: [1, 0.5, 0.25],
  fail: [1, 0.4],
  noun: [1, 0.5, 0.3],
  repo: [1],
  definite: [1],
  vague: [1],
  stop: [1, 0.8, 0.6, 0.5, 0.4],
  task: [1],
  knowledge: [1, 0.6],
  chore: [1],
  context: [1],
};

/** Words into the text, from 0. */
const LONG_REPORT = 25;

const IMPLICIT: ReadonlySet<Pool> = new Set(["context", "noun", "repo", "definite", "stop"]);

/** Signals of the words of a prompt, given the signals its structure already gave. */
export function wordSignals(read: readonly Hit[], code: readonly Signal[], traced: boolean): Signal[] {
  const hits = read.filter((hit) => !isPartOfQuestion(hit, read, code));
  const pools = pooled(hits);
  const signals: Signal[] = [];
  for (const [pool, list] of pools) {
    const scale = scaleOf(pool, hits, code, traced);
    list.sort((a, b) => Math.abs(b.group.weight) - Math.abs(a.group.weight));
    SHARES[pool].forEach((share, i) => {
      const hit = list[i];
      if (hit === undefined) return;
      const weight = Math.round(hit.group.weight * share * scale * 1000) / 1000;
      signals.push({
        type: IMPLICIT.has(pool) ? "implicit" : "explicit",
        match: hit.match.slice(0, 80),
        weight,
      });
    });
  }
  const thing = plainThing(hits);
  if (thing !== undefined) raise(signals, thing.match.slice(0, 80), 0.15);
  return signals;
}

/** Adds to the weight of the signal with that match. */
function raise(signals: Signal[], match: string, by: number): void {
  const i = signals.findIndex((signal) => signal.match === match);
  const signal = signals[i];
  if (signal === undefined) signals.push({ type: "implicit", match, weight: by });
  else signals[i] = { ...signal, weight: Math.round((signal.weight + by) * 1000) / 1000 };
}

/** The thing of software a longer prompt names, one only software has or two of them, when nothing speaks against. */
function plainThing(hits: readonly Hit[]): Hit | undefined {
  if (hits.some(({ group }) => group.weight < 0) || !hits.some(({ at }) => at >= 2)) return undefined;
  const things = hits.filter(({ group }) => group.role === "noun" || group.role === "sure");
  const sure = things.find(({ group }) => group.role === "sure");
  return sure ?? (things.length > 1 ? things[0] : undefined);
}

function pooled(hits: readonly Hit[]): Map<Pool, Hit[]> {
  const pools = new Map<Pool, Hit[]>();
  const seen = new Set<string>();
  for (const hit of hits) {
    if (hit.group.role === "skip" || seen.has(hit.match) || isLateChore(hit)) continue;
    seen.add(hit.match);
    const pool = POOLS[hit.group.role];
    const list = pools.get(pool);
    if (list === undefined) pools.set(pool, [hit]);
    else list.push(hit);
  }
  return pools;
}

/** True for an errand past the beginning; there the same words are part of something else. */
function isLateChore({ group, at }: Hit): boolean {
  return (group.role === "chore" || group.role === "shell") && at > (group.lang === "zh" ? 10 : 6);
}

/**
 * True for a word such as "recommend" that is no request: it is behind the asking word, or in a question of the other
 * language, and the question names symbols of the index.
 */
function isPartOfQuestion({ group, at }: Hit, hits: readonly Hit[], code: readonly Signal[]): boolean {
  return group.role === "task" && code.some(({ weight }) => weight >= 0.6) &&
    hits.some((other) => other.group.role === "act" && (other.group.lang !== group.lang || other.at < at));
}

/** Returns the factor of a pool, given the other signals: 0 to 1. */
function scaleOf(pool: Pool, hits: readonly Hit[], code: readonly Signal[], traced: boolean): number {
  if (pool !== "task" && pool !== "stop" && pool !== "knowledge" && pool !== "chore") {
    // What follows "translate this" is material, not a request.
    return hits.some(({ group }) => group.role === "task") ? 0.3 : 1;
  }
  if (pool === "stop") {
    const isSure = hits.some(({ group }) => group.role === "sure" || group.role === "sure-fail");
    return isSure || isReport(hits) ? 0.35 : 1;
  }
  if (pool === "knowledge") {
    return code.some(({ weight }) => weight >= 0.5) ? 0 : hits.some(pointsHere) ? 0.2 : 1;
  }
  if (pool === "chore") {
    if (goesOn(hits, code) || asksOfProgram(hits)) return 0;
    const shell = hits.some(({ group }) => group.role === "shell");
    return traced || hits.some(isSymptom) || (!shell && code.some(({ weight }) => weight >= 0.55)) ? 0.2 : 1;
  }
  return 1;
}

/** A Chinese sentence that begins with the name of a program is about it: a command line holds no Chinese words. */
function asksOfProgram(hits: readonly Hit[]): boolean {
  const isErrand = hits.some(({ group }) => group.role === "chore");
  return !isErrand && hits.some(({ group }) => group.role === "shell") &&
    hits.some(({ group }) => group.lang === "zh" && group.weight > 0);
}

/**
 * Something is taken back, and that is not the whole request: "revert that and look at the parser". What follows names
 * code or a thing of software, and is no further errand.
 */
function goesOn(hits: readonly Hit[], code: readonly Signal[]): boolean {
  const undo = hits.find(({ group }) => group.id.endsWith("stop.undo"));
  if (undo === undefined) return false;
  const errands = hits.filter(({ group }) => group.role === "chore" || group.role === "shell");
  if (errands.length > 1) return false;
  return code.some(({ weight }) => weight >= 0.5) ||
    hits.some(({ group, at }) => at > undo.at && group.role === "sure");
}

/** A report of some length with more than one symptom, such as users write: people and places come up in it as well. */
function isReport(hits: readonly Hit[]): boolean {
  return hits.filter(isSymptom).length > 1 && hits.some(({ at }) => at >= LONG_REPORT);
}

function pointsHere({ group }: Hit): boolean {
  return group.role === "repo" && group.weight >= 0.25;
}

function isSymptom({ group }: Hit): boolean {
  return (group.role === "fail" && group.weight >= 0.28) || group.role === "sure-fail" ||
    group.id.endsWith("debug.verb");
}
