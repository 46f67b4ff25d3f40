import type { Finding, Plan, ToolCall, ToolOutcome } from "../model/calls.ts";
import type { PackageImport } from "../graph/package_imports.ts";
import { linkNames } from "../intent/link_names.ts";
import { NO_QUESTION, NO_TERMS } from "../model/question.ts";
import { asObject } from "../model/json.ts";
import type { Settings } from "../model/settings.ts";
import { endsOf, joinLinks, joinRepositories, type OtherAnswer } from "../pipeline/join_repositories.ts";
import { dropRights, type KeptRights } from "../platform/permissions.ts";
import { Sanitizer } from "../safety/sanitize.ts";
import { callTools } from "./call.ts";
import { loadSettings } from "./load_settings.ts";
import { isNamed, type Member, type Others, packagesOf } from "./workspace.ts";
import { confinedTo } from "./repository_for.ts";
import { warmBeside } from "./background.ts";

/** With less time than this no other repository is asked. Milliseconds. */
const LEAST_MS = 300;
/** Names whose definitions are looked for in another repository because this one imports them. */
const MOST_IMPORTED = 5;

/** For which prompt, and with which rights afterwards. */
export interface OthersOptions {
  readonly prompt: string;
  /** Rights kept after the others were queried. */
  readonly keep: KeptRights;
}

/** Routes, topics and procedures that the others are asked for. */
const MOST_LINKS = 8;

/** Query to one of the others. */
interface Asking {
  readonly member: Member;
  readonly calls: readonly ToolCall[];
  /** None: everything that the plan looks for is; else the names that this repository imports from that one. */
  readonly imports: readonly PackageImport[];
}

/** The other repositories of a workspace, each in a sandbox of its own that can read that repository alone. */
export function othersOf(members: readonly Member[], { prompt, keep }: OthersOptions): Others {
  const known = members.map((member) => ({ member, packages: packagesOf(member) }));
  const links = linkNames(prompt);
  return {
    packages: known.flatMap(({ packages }) => packages),
    links,
    ask: async (plan, found, leftMs) => {
      try {
        const isEmpty = !found.some(({ findings }) =>
          findings && findings.items.length > 0 && findings.strength !== "none"
        );
        const names = [...new Set([...links, ...endsOf(found).map(({ name }) => name)])].slice(0, MOST_LINKS);
        const asked = known.flatMap(({ member, packages }): Asking[] => {
          const isAsked = isEmpty || isNamed(prompt, member, packages);
          const imports = isAsked ? [] : importsFrom(found, packages);
          const calls = isAsked ? linkedCalls(plan, names) : definitionCalls(plan, imports);
          const linked = isAsked ? [] : linkCalls(plan, names);
          return [{ member, calls, imports }, { member, calls: linked, imports: [] }]
            .filter(({ calls }) => calls.length > 0);
        });
        if (asked.length === 0 || leftMs < LEAST_MS) return found;
        const answers = await Promise.all(asked.map((one) => answerOf(one, plan, leftMs)));
        const joined = joinLinks(found, answers);
        return joinRepositories(joined.found, joined.others);
      } finally {
        dropRights(keep);
      }
    },
  };
}

/** All other repositories of a workspace, each asked the same as this one. */
export function everyOther(members: readonly Member[]): Others {
  return {
    packages: [],
    links: [],
    ask: async (plan, found, leftMs) => {
      const asked = members.map((member) => ({ member, calls: callsOf(plan), imports: [] }));
      if (leftMs < LEAST_MS) return found;
      return joinRepositories(found, await Promise.all(asked.map((one) => answerOf(one, plan, leftMs))));
    },
  };
}

/** The plan's calls for this repository, except for the index status. */
function callsOf({ calls }: Plan): readonly ToolCall[] {
  return calls.filter(({ tool }) => tool !== "ci_index_status");
}

/** The same with the names that may link the repositories. */
function linkedCalls(plan: Plan, links: readonly string[]): readonly ToolCall[] {
  return callsOf(plan).map((call) =>
    call.tool === "ci_search" ? { ...call, args: { ...call.args, links } } : call
  );
}

/** Asks for the places that name the same route, topic or procedure. */
function linkCalls({ calls }: Plan, links: readonly string[]): readonly ToolCall[] {
  return links.length === 0 ? [] : calls.filter((call) => call.tool === "ci_search").map((call) => ({
    ...call,
    args: { query: "", links },
  }));
}

/** Asks for the definitions of names that are imported from a package of another repository. */
function definitionCalls({ calls }: Plan, imports: readonly PackageImport[]): readonly ToolCall[] {
  const identifiers = imports.map(({ name }) => name);
  const question = { ...NO_QUESTION, terms: { ...NO_TERMS, identifiers } };
  return identifiers.length === 0 ? [] : calls.filter((call) => call.tool === "ci_search").map((call) => ({
    ...call,
    args: { ...call.args, query: identifiers.join(" "), question, limit: identifiers.length },
  }));
}

/** Reads the imports of the prompt's names from the search; the shape of a sandbox's data is checked. */
function importsFrom(found: readonly ToolOutcome[], packages: readonly string[]): readonly PackageImport[] {
  const data = asObject(found.find(({ tool }) => tool === "ci_search")?.findings?.data)?.["imports"];
  const all = Array.isArray(data) ? data.map(asObject) : [];
  return all.flatMap((one) => {
    const { name, package: from, path, line } = one ?? {};
    const isImport = typeof name === "string" && typeof path === "string" && typeof line === "number" &&
      typeof from === "string" && packages.includes(from);
    return isImport ? [{ name, package: from, path, line }] : [];
  }).slice(0, MOST_IMPORTED);
}

/** Answers from one repository: its own settings apply, and nothing of it is written or sent anywhere. */
async function answerOf(
  { member, calls, imports }: Asking,
  plan: Plan,
  leftMs: number,
): Promise<OtherAnswer> {
  const { name, root } = member;
  const { settings } = await loadSettings(root);
  if (settings.enabled.value === "off") return { name, outcomes: [] };
  const called = await callTools({
    cwd: root,
    plan: { ...plan, calls, budget: { ...plan.budget, wallMs: leftMs } },
    settings: withoutServers(confinedTo(root, settings)),
    sanitizer: new Sanitizer(),
    byDaemon: false,
  }, { keep: "server" });
  warmBeside(root);
  return { name, outcomes: called.root ? called.outcomes.map((one) => definitionsOf(one, imports)) : [] };
}

/** The settings of another repository: it runs its tools, and no server or model is asked for it. */
export function withoutServers(settings: Settings): Settings {
  return {
    ...settings,
    mode: { value: "run", source: "default" },
    "ckb.server": { value: undefined, source: "default" },
    "reranker.enabled": { value: false, source: "default" },
  };
}

/** Of what was found for imported names, only their definitions, with where they are imported. */
function definitionsOf(outcome: ToolOutcome, imports: readonly PackageImport[]): ToolOutcome {
  const { findings } = outcome;
  if (!findings || imports.length === 0) return outcome;
  const items = findings.items.flatMap((item): Finding[] => {
    const from = imports.find(({ name }) => item.symbol === name);
    if (!from) return [];
    const claim = `${
      item.isReason ? "" : `${item.claim}; `
    }imported from ${from.package} in ${from.path}:${from.line}`;
    const { isReason: _, ...rest } = item;
    return [{ ...rest, claim }];
  });
  return { ...outcome, findings: { ...findings, items } };
}
