import type { Finding, Findings, Strength, ToolOutcome } from "../model/calls.ts";

/** Findings from another repository of the user's workspace. */
export interface OtherAnswer {
  /** The repository's name. */
  readonly name: string;
  readonly outcomes: readonly ToolOutcome[];
}

const ORDER: readonly Strength[] = ["strong", "weak", "none"];

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
  const isOtherFirst = ORDER.indexOf(b.strength) <= ORDER.indexOf(a.strength);
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

function alternating(first: readonly Finding[], second: readonly Finding[]): readonly Finding[] {
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, rank) => [first[rank], second[rank]]).flat()
    .filter((item) => item !== undefined);
}
