import { alternating, type Finding, type Findings, STRENGTHS, type ToolOutcome } from "../model/calls.ts";
import { likeness, type LinkEnd, type PlacedEnd, readEnds } from "../model/links.ts";

/** Findings from another repository of the user's workspace. */
export interface OtherAnswer {
  /** The repository's name. */
  readonly name: string;
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * The outcomes with those of other repositories, one per tool; their places begin with the repository's name and a colon.
 * What a tool is surer of comes first; where it is as sure of both, places alternate and the other repository begins.
 */
export function joinRepositories(
  found: readonly ToolOutcome[],
  others: readonly OtherAnswer[],
): readonly ToolOutcome[] {
  return others.reduce<readonly ToolOutcome[]>(
    (joined, { name, outcomes }) => {
      const answers = outcomes.map((outcome) => namedAfter(name, outcome)).filter(hasPlaces);
      const isNew = ({ tool }: ToolOutcome): boolean => joined.every((own) => own.tool !== tool);
      return [
        ...joined.map((own) => joinOutcomes(own, answers.find(({ tool }) => tool === own.tool))),
        ...answers.filter(isNew),
      ];
    },
    found,
  );
}

/** An outcome with findings that say something. */
type Answered = ToolOutcome & { readonly findings: Findings };

function hasPlaces(outcome: ToolOutcome): outcome is Answered {
  const { findings } = outcome;
  return findings !== undefined && findings.strength !== "none" && findings.items.length > 0;
}

/** The outcome with the repository's name in front of its places, its gaps and its summary; without the tool's own data. */
export function namedAfter(name: string, outcome: ToolOutcome): ToolOutcome {
  const { findings } = outcome;
  if (!findings) return outcome;
  const named = (item: Finding): Finding => ({
    ...item,
    path: `${name}:${item.path}`,
    ...(item.claimKey !== undefined && { claimKey: `${name}:${item.claimKey}` }),
  });
  const { data: _, isUnknown: __, ...rest } = findings;
  return {
    ...outcome,
    findings: {
      ...rest,
      items: findings.items.map(named),
      gaps: findings.gaps.map((gap) => `${name}: ${gap}`),
      summary: `${name}: ${findings.summary}`,
    },
  };
}

function joinOutcomes(own: ToolOutcome, other: Answered | undefined): ToolOutcome {
  if (!other) return own;
  if (!hasPlaces(own)) {
    const { data } = own.findings ?? {};
    const findings = { ...other.findings, ...(data !== undefined && { data }) };
    return { ...own, findings, ...(own.status === "ok" ? {} : { status: other.status }) };
  }
  const [a, b] = [own.findings, other.findings];
  const isOtherFirst = STRENGTHS.indexOf(b.strength) <= STRENGTHS.indexOf(a.strength);
  const [first, second] = isOtherFirst ? [b, a] : [a, b];
  return {
    ...own,
    findings: {
      ...a,
      items: alternating(first.items, second.items),
      strength: first.strength,
      gaps: [...a.gaps, ...b.gaps],
      summary: `${a.summary}; ${b.summary}`,
    },
  };
}

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
