import type { RerankProvider } from "./rerank.ts";
import type { ToolName } from "./tools.ts";

/** Source of a setting's value, strongest first. */
export type SettingSource = "env" | "project" | "user" | "default";

/** One setting: its key in the files, its environment variable, what it accepts and what it means. */
export interface SettingSpec {
  /** Environment variable that overrides the files; none when only files carry it. */
  readonly env?: string;
  readonly doc: string;
  readonly type: SettingType;
  readonly default: string | number | boolean | readonly string[] | undefined;
  /**
   * The only value that a repository's file may set: any other sends data off the machine, starts a program or widens the
   * root. `never`: there is none. Absent: whatever is tighter than the user's value; a smaller number, `false`, an earlier one
   * of the choices, more of a list.
   */
  readonly project?: "never" | { readonly only: string };
  /** Value of an unset number in a comparison with a repository's file. */
  readonly unset?: number;
}

/** Type of a value. Numbers are whole; `min` and `max` are inclusive. */
export type SettingType =
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** One or more of the values, as a list or separated by commas. */
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "text" }
  | { readonly kind: "list" };

/** A value that knows where it came from. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: SettingSource;
}

/** Time limit of each tool. Milliseconds. */
export type ToolTimeouts = { readonly [Name in ToolName as `tools.${Name}.timeout_ms`]: Sourced<number> };

/** The resolved settings, by their key in the files. Times are milliseconds unless the key names another unit. */
export interface Settings extends ToolTimeouts {
  readonly enabled: Sourced<"auto" | "on" | "off">;
  readonly mode: Sourced<"run" | "plan">;
  readonly tier_max: Sourced<number | undefined>;
  readonly "budget.wall_ms": Sourced<number>;
  readonly "budget.max_concurrency": Sourced<number>;
  readonly "budget.max_injected_chars": Sourced<number>;
  readonly "budget.max_items": Sourced<number>;
  readonly "budget.max_snippets": Sourced<number>;
  readonly "budget.max_snippet_lines": Sourced<number>;
  readonly repo_root: Sourced<string | undefined>;
  readonly workspace: Sourced<readonly string[]>;
  readonly "codex.session_mode": Sourced<"resume" | "exec">;
  readonly "graph_rag.enabled": Sourced<boolean>;
  readonly "graph_rag.max_depth": Sourced<number>;
  readonly "graph_rag.top_k": Sourced<number>;
  readonly "graph_rag.token_budget": Sourced<number>;
  readonly "reranker.enabled": Sourced<boolean>;
  readonly "reranker.provider": Sourced<RerankProvider>;
  readonly "reranker.model": Sourced<string | undefined>;
  readonly "reranker.url": Sourced<string | undefined>;
  readonly "reranker.key_env": Sourced<string | undefined>;
  readonly "reranker.timeout_ms": Sourced<number>;
  readonly "embedding.provider": Sourced<readonly string[]>;
  readonly "embedding.model": Sourced<string | undefined>;
  readonly "embedding.url": Sourced<string | undefined>;
  readonly "embedding.key_env": Sourced<string | undefined>;
  readonly "embedding.dimensions": Sourced<number | undefined>;
  readonly "embedding.timeout_ms": Sourced<number>;
  readonly "vectors.url": Sourced<string | undefined>;
  readonly "index.remote": Sourced<string | undefined>;
  readonly "ckb.server": Sourced<string | undefined>;
  readonly "ckb.args": Sourced<readonly string[]>;
  readonly "ckb.tools": Sourced<readonly string[]>;
  readonly "ckb.timeout_ms": Sourced<number>;
  readonly "cache.ttl_s": Sourced<number>;
  readonly "daemon.idle_s": Sourced<number>;
  readonly "last.enabled": Sourced<boolean>;
  readonly notice: Sourced<"off" | "first" | "each">;
  readonly exclude: Sourced<readonly string[]>;
}

/** A key of the settings, as the files spell it. */
export type SettingKey = keyof Settings;

/** Settings with what was wrong on the way: [Limits] lines that name file, line, value and the default used. */
export interface ResolvedSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** One configuration file as read. */
export interface ConfigFile {
  readonly source: "project" | "user";
  /** As shown in messages. */
  readonly path: string;
  readonly text: string;
}
