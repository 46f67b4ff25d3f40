import model from "../../config/gate.json" with { type: "json" };
import type { Signal } from "../model/intent.ts";
import type { Hit, Role } from "./lexicon.ts";

/** Roles that speak about the same thing share one allowance, a pool. */
type Pool = keyof typeof model.shares;

const POOLS = model.pools as Readonly<Record<Exclude<Role, "skip">, Pool>>;
/** The share each further trigger of a pool adds: more words of one sort are less and less news. */
const SHARES: Readonly<Record<Pool, readonly number[]>> = model.shares;

const IMPLICIT: ReadonlySet<Pool> = new Set(["context", "noun", "repo", "definite", "stop"]);

/** Signals of the words of a prompt, given the signals its structure already gave. */
export function wordSignals(hits: readonly Hit[], code: readonly Signal[], traced: boolean): Signal[] {
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
    if (hit.group.role === "skip" || seen.has(hit.match)) continue;
    seen.add(hit.match);
    const pool = POOLS[hit.group.role];
    const list = pools.get(pool);
    if (list === undefined) pools.set(pool, [hit]);
    else list.push(hit);
  }
  return pools;
}

/** Returns the factor of a pool, given the other signals: 0 to 1. */
function scaleOf(pool: Pool, hits: readonly Hit[], code: readonly Signal[], traced: boolean): number {
  if (pool === "knowledge") return code.some(({ weight }) => weight >= 0.5) ? 0 : 1;
  if (pool !== "chore") return 1;
  const isCode = code.some((one) => one.weight >= 0.55) && hits.every(({ group }) => group.role !== "shell");
  return traced || hits.some(isSymptom) || isCode ? 0.2 : 1;
}

function isSymptom({ group }: Hit): boolean {
  return (group.role === "fail" && group.weight >= 0.28) || group.role === "sure-fail" ||
    group.id.endsWith("debug.verb");
}
