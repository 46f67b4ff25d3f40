import { CODE_KINDS, type Signal } from "../model/intent.ts";
import type { Hit } from "./lexicon.ts";
import type { Segments } from "./segments.ts";

type Kind = typeof CODE_KINDS[number];

/** The kind with the most votes: each group of triggers votes once, a trigger near the beginning votes louder. */
export function kindOf(hits: readonly Hit[], parts: Segments, rest: string, code: readonly Signal[]): Kind {
  const votes = new Map<Kind, number>();
  const seen = new Set<string>();
  // The loudest group decides; further groups of the same kind only lean on it.
  const vote = (kind: Kind, weight: number): void => {
    const before = votes.get(kind) ?? 0;
    votes.set(kind, Math.max(before, weight) + 0.3 * Math.min(before, weight));
  };
  const asks = hits.some(isQuestion);
  for (const { group, at } of hits) {
    if (group.kind === undefined || group.vote === undefined || seen.has(group.id)) continue;
    seen.add(group.id);
    const change = group.kind === "modify" || group.kind === "refactor";
    vote(group.kind, group.vote * (at < 4 ? 1.2 : at < 20 ? 1 : 0.7) * (asks && change ? 0.5 : 1));
  }
  if (parts.trace.length > 0) vote("debug", 0.8);
  if (isStatement(rest)) vote("debug", 0.2);
  else if (votes.size === 0) vote(code.length > 0 ? "locate" : "explain", 0.1);
  return most(votes);
}

function most(votes: ReadonlyMap<Kind, number>): Kind {
  const top = Math.max(...votes.values());
  return CODE_KINDS.find((kind) => top > 0 && votes.get(kind) === top) ?? "explain";
}

function isQuestion({ group }: Hit): boolean {
  return group.role === "act" && group.id !== "en.explain.how-i" &&
    (group.kind === "locate" || group.kind === "explain" || group.kind === "history" ||
      group.kind === "impact");
}

const ASKING = " how why what where which who when can could does do is are should ";

/** A sentence of some length that asks for nothing describes a symptom. */
function isStatement(prose: string): boolean {
  const text = prose.trim().toLowerCase();
  const last = text[text.length - 1] ?? "";
  if ("?？吗呢".includes(last) || text.includes("?") || text.includes("？")) return false;
  if (text.includes("什么") || text.includes("怎") || text.includes("哪")) return false;
  const words = text.split(" ").filter((word) => word !== "");
  return !ASKING.includes(` ${words[0] ?? ""} `) &&
    (words.length > 3 || (last > "\u2e7f" && text.length > 6));
}
