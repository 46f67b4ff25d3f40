import type { Finding, ToolOutcome } from "../model/calls.ts";
import { likeness, type LinkEnd, type PlacedEnd, readEnds } from "../model/links.ts";
import type { OtherAnswer } from "./join_repositories.ts";

/** Ends of one repository that are taken into account. */
const MOST_ENDS = 40;
/** Ends in other repositories that one place names. */
const MOST_NAMED = 3;
const LONGEST_CLAIM = 240;

/** Link ends from the search of one repository; the first one has no name. */
export interface RepositoryEnds {
  readonly name: string | undefined;
  readonly ends: readonly PlacedEnd[];
}

/** The ends that the outcomes of a repository tell. */
export function endsOf(outcomes: readonly ToolOutcome[]): readonly PlacedEnd[] {
  return readEnds(outcomes.find(({ tool }) => tool === "ci_search")?.findings?.data, MOST_ENDS);
}

/** The outcomes of this repository and the others, where the two ends of a link name each other. */
export function joinLinks(
  found: readonly ToolOutcome[],
  others: readonly OtherAnswer[],
): { readonly found: readonly ToolOutcome[]; readonly others: readonly OtherAnswer[] } {
  const all: readonly RepositoryEnds[] = [
    { name: undefined, ends: endsOf(found) },
    ...others.map(({ name, outcomes }) => ({ name, ends: endsOf(outcomes) })),
  ];
  const linked = (
    outcomes: readonly ToolOutcome[],
    { name, ends }: RepositoryEnds,
  ): readonly ToolOutcome[] => {
    const rest = all.filter((one) => one.name !== name);
    return outcomes.map((outcome) =>
      outcome.tool === "ci_search" ? namingEnds(outcome, ends, rest) : outcome
    );
  };
  return {
    found: linked(found, all[0]!),
    others: others.map((one, at) => ({ ...one, outcomes: linked(one.outcomes, all[at + 1]!) })),
  };
}

function namingEnds(
  outcome: ToolOutcome,
  ends: readonly PlacedEnd[],
  others: readonly RepositoryEnds[],
): ToolOutcome {
  const { findings } = outcome;
  if (!findings) return outcome;
  const items = findings.items.map((item): Finding => {
    const own = ends.filter(({ path, startLine }) => path === item.path && startLine === item.startLine);
    const far = [...new Set(own.flatMap((end) => others.flatMap((other) => farEnds(end, other))))];
    if (far.length === 0) return item;
    const { isReason: _, ...rest } = item;
    return { ...rest, claim: [item.claim, ...far.slice(0, MOST_NAMED)].join("; ").slice(0, LONGEST_CLAIM) };
  });
  return { ...outcome, findings: { ...findings, items } };
}

/**
 * Describes the ends in another repository that match an end: `~` where a part of the name is filled in or unknown.
 */
function farEnds(end: PlacedEnd, { name, ends }: RepositoryEnds): string[] {
  return ends.flatMap((far) => {
    const fits = far.kind === end.kind && far.side !== end.side && likeness(end.kind, end.name, far.name);
    if (!fits) return [];
    const place = name === undefined ? `${far.path}:${far.line}` : `${name}:${far.path}:${far.line}`;
    return [`${fits === "alike" ? "~" : ""}${verbFor(far)} in ${place}`];
  });
}

function verbFor({ kind, side, name }: LinkEnd): string {
  const verbs = {
    route: ["declared", "called"],
    topic: ["taken", "sent"],
    rpc: ["declared", "called"],
  } as const;
  return `${name} ${verbs[kind][side === "serves" ? 0 : 1]}`;
}
