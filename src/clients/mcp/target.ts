import { loadSettings } from "../../engine/load_settings.ts";
import { confinedTo, repositoryFor } from "../../engine/repository_for.ts";
import { everyOther, othersOf, withoutServers } from "../../engine/other_members.ts";
import { ALL_MEMBERS, type Member, membersWith, type Others } from "../../engine/workspace.ts";
import type { ToolOutcome } from "../../model/findings.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { namedAfter } from "../../pipeline/join_repositories.ts";

/** Target of a call. */
export interface Target extends ResolvedSettings {
  readonly cwd: string;
  /** Asked besides. */
  readonly others?: Others;
  /** Prefix of its places: of a repository that is not the client's own. */
  readonly name?: string;
}

/** Repository and subject of a call. */
export interface Named {
  /** A repository of the user's workspace, or `all`; default: the one at `cwd`. */
  readonly repository?: string | undefined;
  /** A prompt, for which the workspace is asked as far as it speaks of it; default: the others are asked only by name. */
  readonly prompt?: string;
}

/** The repository that a call means; undefined where the user's workspace has none of that name. */
export async function targetOf(cwd: string, { repository, prompt }: Named): Promise<Target | undefined> {
  const resolved = await loadSettings(cwd);
  const here = { cwd, ...resolved };
  if (repository === undefined && prompt === undefined) return here;
  const { members, root } = await workspaceAt(cwd, resolved);
  const others = members.filter((one) => one.root !== root);
  if (repository === undefined) {
    return others.length === 0
      ? here
      : { ...here, others: othersOf(others, { prompt: prompt!, keep: "server" }) };
  }
  if (repository === ALL_MEMBERS) {
    return members.length === 0 ? undefined : { ...here, others: everyOther(others) };
  }
  const member = members.find(({ name }) => name === repository);
  if (!member) return undefined;
  const { settings, problems } = await loadSettings(member.root);
  const own = withoutServers(confinedTo(member.root, settings));
  return { cwd: member.root, settings: own, problems, name: member.name };
}

async function workspaceAt(
  cwd: string,
  { settings }: ResolvedSettings,
): Promise<{ readonly root: string | undefined; readonly members: readonly Member[] }> {
  if (settings.workspace.value.length === 0) return { root: undefined, members: [] };
  const { root } = await repositoryFor(cwd, settings);
  return { root, members: root === undefined ? [] : await membersWith(root, settings) };
}

/** The outcomes of a call, with the name of a repository that is not the client's own. */
export function namedOutcomes({ name }: Target, outcomes: readonly ToolOutcome[]): readonly ToolOutcome[] {
  if (name === undefined) return outcomes;
  return outcomes.map((outcome) => {
    const named = namedAfter(name, outcome);
    const data = outcome.findings?.data;
    return data === undefined || !named.findings
      ? named
      : { ...named, findings: { ...named.findings, data } };
  });
}
