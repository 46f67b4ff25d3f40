import type { NavigationQuery } from "./navigation.ts";
import type { Question } from "./question.ts";

/** The registry of tools: what is known of each without loading it. Settings, clamps, typed calls and what MCP offers are derived from it. */

/** One tool. */
export interface ToolSpec {
  /** 0 status, 1 search, 2 deep analysis. */
  readonly tier: 0 | 1 | 2;
  /** Default of the setting `tools.NAME.timeout_ms`. Milliseconds. */
  readonly timeoutMs: number;
  /** For agents and people that choose among tools: its name, when to call it and what comes back. */
  readonly title: string;
  readonly description: string;
  /** Accepted arguments, by name. */
  readonly arguments: Readonly<Record<string, ToolArgument>>;
  /** Arguments that only the program itself passes: the kind of each, by name. */
  readonly internal?: Readonly<Record<string, keyof InternalKinds>>;
}

/** Types of the arguments that only the program itself passes, by kind. */
interface InternalKinds {
  readonly question: Question;
  readonly position: NavigationQuery;
  readonly names: readonly string[];
  readonly number: number;
  readonly flag: boolean;
}

/** One argument of a tool; a number may be left out and is put within its inclusive bounds, of which the lower one is 1 unless given. */
export type ToolArgument =
  & { readonly about: string }
  & (
    | { readonly type: "text"; readonly isRequired?: true }
    | { readonly type: "choice"; readonly values: readonly string[] }
    | { readonly type: "flag" }
    | { readonly type: "number"; readonly default: number; readonly max: number; readonly min?: number }
  );

const SYMBOL = "Name of a function, class, method or constant, qualified if there are several of that name";

const SPECS = {
  ci_index_status: {
    tier: 0,
    timeoutMs: 500,
    title: "State of the index",
    description: "Say what the answers of the other tools are based on: the commit.",
    arguments: {},
  },
  ci_search: {
    tier: 1,
    timeoutMs: 2000,
    title: "Search code",
    description:
      "Find the files and lines of this repository that answer a question. Better than grep for questions in words, " +
      "in English or Chinese: ranks by meaning of the parts, definitions before mentions. Pass identifiers exactly.",
    arguments: {
      query: {
        type: "text",
        about: "What to look for: identifiers, paths, error text or a question",
        isRequired: true,
      },
      limit: { type: "number", about: "Most places to return", default: 10, max: 10 },
      path: { type: "text", about: "Only files whose path matches this glob: src/**/*.ts, *.py" },
      language: { type: "text", about: "Only files of this language: python, typescript, go" },
      kind: { type: "choice", about: "Only files of this kind", values: ["code", "test", "doc", "data"] },
      mode: {
        type: "choice",
        about: "By words, by meaning where the repository has vectors, or both (default hybrid)",
        values: ["keyword", "semantic", "hybrid"],
      },
    },
    // `lines`: of code of the best definition; `brief`: few places, by how sure the ranking is; `overview`: the repository
    // as a whole; `packages`: of which imports of the named identifiers are listed; `links`: names of other repositories.
    internal: {
      question: "question",
      lines: "number",
      brief: "flag",
      overview: "flag",
      packages: "names",
      links: "names",
    },
  },
  ci_graph_rag: {
    tier: 1,
    timeoutMs: 3500,
    title: "Code around a topic",
    description:
      "Find the code that matches a question together with what it calls, uses and is used by. For questions that " +
      "span several files.",
    arguments: {
      query: {
        type: "text",
        about: "What to look for: identifiers, paths or a question",
        isRequired: true,
      },
      depth: { type: "number", about: "Steps away from the matches", default: 2, max: 2, min: 0 },
      budget: { type: "number", about: "Most tokens to return", default: 8000, max: 8000, min: 0 },
      top_k: { type: "number", about: "Matches to start from", default: 10, max: 10, min: 0 },
    },
    internal: { question: "question" },
  },
  ci_call_chain: {
    tier: 2,
    timeoutMs: 2500,
    title: "Callers and callees",
    description:
      "Say what calls a symbol and what it calls, over several steps. For tracing how control reaches a place.",
    arguments: {
      symbol: { type: "text", about: SYMBOL, isRequired: true },
      direction: {
        type: "choice",
        about: "Which way to go (default both)",
        values: ["callers", "callees", "both"],
      },
      depth: { type: "number", about: "Steps to go", default: 2, max: 3 },
      trace_usage: { type: "flag", about: "Go from entry points to the symbol (default false)" },
    },
    // Of the callers those that are tests.
    internal: { tests: "flag" },
  },
  ci_bug_locate: {
    tier: 2,
    timeoutMs: 2500,
    title: "Locate a bug",
    description:
      "Rank the places where an error most likely comes from, by stack, text, history and tangledness.",
    arguments: {
      error: {
        type: "text",
        about: "The error message, stack trace or a description of the wrong behaviour",
        isRequired: true,
      },
      top_n: { type: "number", about: "Most places to return", default: 5, max: 20 },
      history_depth: {
        type: "number",
        about: "Newest commits to look at, 0 for none",
        default: 100_000,
        max: 100_000,
        min: 0,
      },
    },
    internal: { question: "question" },
  },
  ci_impact: {
    tier: 2,
    timeoutMs: 2500,
    title: "Impact of a change",
    description:
      "Say what depends on a symbol or a file and would be affected if it changed, which tests cover it and who knows " +
      "it. Without symbol and file: the same for the uncommitted changes. Ask before editing and before committing.",
    arguments: {
      symbol: { type: "text", about: SYMBOL },
      file: { type: "text", about: "Path relative to the root, instead of a symbol" },
      depth: { type: "number", about: "Steps to go", default: 3, max: 5 },
    },
    // False for a prompt's call: the authors are not shown there and take longer than the rest.
    internal: { owners: "flag" },
  },
  ci_complexity: {
    tier: 2,
    timeoutMs: 1000,
    title: "Complexity of a file",
    description: "Say how complex the functions of a file are, the most complex first.",
    arguments: { path: { type: "text", about: "Path relative to the root", isRequired: true } },
  },
  ci_hotspot: {
    tier: 2,
    timeoutMs: 2500,
    title: "Hotspots",
    description: "List files that changed often lately and are complex: where errors gather.",
    arguments: {
      days: { type: "number", about: "Days to look back", default: 30, max: 30 },
      top: { type: "number", about: "Most files to return", default: 20, max: 20 },
    },
    // The whole history instead of the days.
    internal: { all: "flag" },
  },
  navigate: {
    tier: 1,
    timeoutMs: 15_000,
    title: "Navigate",
    description: "Say where the name at a position is defined and used.",
    arguments: {},
    internal: { navigation: "position" },
  },
} as const satisfies Readonly<Record<string, ToolSpec>>;

/** The read-only tools; nothing else can be called. `navigate` is the language server's own. */
export type ToolName = keyof typeof SPECS;

/** The arguments of each tool; an absent one has the tool's default. */
export type ToolArguments = {
  readonly [Name in ToolName]: Offered<(typeof SPECS)[Name]["arguments"]> & Internal<(typeof SPECS)[Name]>;
};

type Offered<Arguments> = { readonly [Name in keyof Arguments]?: ValueOf<Arguments[Name]> | undefined };
type ValueOf<Argument> = Argument extends { type: "choice"; values: readonly (infer Word)[] } ? Word
  : Argument extends { type: "number" } ? number
  : Argument extends { type: "flag" } ? boolean
  : string;
type Internal<Spec> = Spec extends { internal: infer Kinds }
  ? { readonly [Name in keyof Kinds]?: InternalKinds[Kinds[Name] & keyof InternalKinds] | undefined }
  : unknown;

/** Files that a search returns at most, unless it is asked for another number. */
export const DEFAULT_LIMIT = SPECS.ci_search.arguments.limit.default;
/** Places that a bug is located in at most, unless it is asked for another number. */
export const DEFAULT_TOP = SPECS.ci_bug_locate.arguments.top_n.default;

/** By name, in order of tier. */
export const TOOL_SPECS: Readonly<Record<ToolName, ToolSpec>> = SPECS;

/** A tool that plans and agents may call. */
export type OfferedTool = Exclude<ToolName, "navigate">;

/** The tools that plans and agents may call. */
export const TOOL_NAMES: readonly OfferedTool[] = (Object.keys(SPECS) as ToolName[])
  .filter((tool) => tool !== "navigate");
