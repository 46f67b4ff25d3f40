import type { IntentKind, Signal } from "../../model/intent.ts";
import type { Hit } from "./lexicon.ts";
import type { Segments } from "./segments.ts";

type Kind = Exclude<IntentKind, "none">;

/** Ties go to the earlier one: what changes the answer most comes first. */
const ORDER: readonly Kind[] = [
  "impact",
  "history",
  "test",
  "review",
  "refactor",
  "debug",
  "modify",
  "locate",
  "explain",
];

/** The kind with the most votes: each group of triggers votes once, a trigger near the beginning votes louder. */
export function kindOf(hits: readonly Hit[], parts: Segments, code: readonly Signal[]): Kind {
  const votes = new Map<Kind, number>();
  const seen = new Set<string>();
  const vote = (kind: Kind, weight: number): void => void votes.set(kind, (votes.get(kind) ?? 0) + weight);
  for (const { group, at } of hits) {
    if (group.kind === undefined || group.vote === undefined || seen.has(group.id)) continue;
    seen.add(group.id);
    vote(group.kind, group.vote * (at < 4 ? 1.2 : at < 20 ? 1 : 0.7));
  }
  if (parts.trace.length > 0) vote("debug", 0.8);
  if (parts.diff.length > 0) vote("review", 0.3);
  if (votes.size === 0 && code.length > 0) vote("locate", 0.1);
  let best: Kind = "explain";
  let most = 0;
  for (const kind of ORDER) {
    const weight = votes.get(kind) ?? 0;
    if (weight > most) {
      best = kind;
      most = weight;
    }
  }
  return best;
}
