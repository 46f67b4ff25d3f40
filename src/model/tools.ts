import table from "../../config/tools.json" with { type: "json" };
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
  /** Resource that MCP offers to read without a question, of a tool that needs no arguments. */
  readonly resource?: Readonly<Record<"name" | "uri" | "description", string>>;
  /** Arguments that only the program itself passes: the kind of each, by name. */
  readonly internal?: Readonly<Record<string, "question" | "position" | "names" | "number" | "flag">>;
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

/** The read-only tools; nothing else can be called. `navigate` is the language server's own. */
export type ToolName = keyof typeof table;

/** Types of the arguments of each tool. */
interface Arguments {
  ci_index_status: unknown;
  ci_search: {
    query: string;
    limit: number;
    path: string;
    language: string;
    kind: "code" | "test" | "doc" | "data";
    mode: "keyword" | "semantic" | "hybrid";
    question: Question;
    lines: number;
    brief: boolean;
    overview: boolean;
    packages: readonly string[];
    links: readonly string[];
  };
  ci_graph_rag: { query: string; depth: number; budget: number; top_k: number; question: Question };
  ci_call_chain: {
    symbol: string;
    direction: "callers" | "callees" | "both";
    depth: number;
    trace_usage: boolean;
    tests: boolean;
  };
  ci_bug_locate: { error: string; top_n: number; history_depth: number; question: Question };
  ci_impact: { symbol: string; file: string; depth: number; owners: boolean };
  ci_complexity: { path: string };
  ci_hotspot: { days: number; top: number; all: boolean; complex: boolean; within: readonly string[] };
  navigate: { navigation: NavigationQuery };
}

/** The arguments of each tool; an absent one has the tool's default. */
export type ToolArguments = {
  readonly [Tool in ToolName]: {
    readonly [Name in keyof Arguments[Tool]]?: Arguments[Tool][Name] | undefined;
  };
};

/** Files that a search returns at most, unless it is asked for another number. */
export const DEFAULT_LIMIT = table.ci_search.arguments.limit.default;
/** Places that a bug is located in at most, unless it is asked for another number. */
export const DEFAULT_TOP = table.ci_bug_locate.arguments.top_n.default;

/** By name, in order of tier. */
export const TOOL_SPECS: Readonly<Record<ToolName, ToolSpec>> = table as Readonly<Record<ToolName, ToolSpec>>;

/** A tool that plans and agents may call. */
export type OfferedTool = Exclude<ToolName, "navigate">;

/** The tools that plans and agents may call. */
export const TOOL_NAMES: readonly OfferedTool[] = (Object.keys(table) as ToolName[])
  .filter((tool) => tool !== "navigate");
