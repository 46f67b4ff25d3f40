import { EMBEDDING_PROVIDERS, RERANK_PROVIDERS } from "./semantic.ts";
import { TOOL_SPECS, type ToolName } from "./tools.ts";

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

const TIMEOUTS = Object.fromEntries(
  Object.entries(TOOL_SPECS).map(([tool, { timeoutMs }]) => [
    `tools.${tool}.timeout_ms`,
    { doc: `milliseconds ${tool} may take`, ...whole(10, 60_000, timeoutMs) },
  ]),
) as {
  readonly [Name in ToolName as `tools.${Name}.timeout_ms`]: SettingSpec & { readonly default: number };
};

/** A whole number from a minimum to a maximum. */
function whole(min: number, max: number, standard: number) {
  return { type: { kind: "number", min, max }, default: standard } as const;
}

function flag(standard: boolean) {
  return { type: { kind: "boolean" }, default: standard } as const;
}

function choice<Word extends string>(values: readonly Word[], standard: NoInfer<Word>) {
  return { type: { kind: "choice", values }, default: standard } as const;
}

function list(...standard: readonly string[]) {
  return { type: { kind: "list" }, default: standard } as const;
}

/** A text that is unset by default and that a repository's file may not set. */
const OWN_TEXT = {
  type: { kind: "text" },
  default: undefined as string | undefined,
  project: "never",
} as const;

/** Registry of settings, in the order of display. Values of a choice are ordered from strictest to loosest. */
export const SETTINGS = {
  enabled: {
    env: "CI_AUTO_TOOLS",
    doc: "auto acts on prompts about code, on always acts, off never does",
    ...choice(["off", "auto", "on"], "auto"),
  },
  mode: {
    env: "CI_AUTO_TOOLS_MODE",
    doc: "run the tools, or print the plan and call nothing",
    ...choice(["plan", "run"], "run"),
  },
  tier_max: {
    env: "CI_AUTO_TOOLS_TIER_MAX",
    doc: "highest tool tier; unset: 1, with tier 2 on condition or consent",
    type: { kind: "number", min: 0, max: 2 },
    default: undefined as number | undefined,
    unset: 1,
  },
  "budget.wall_ms": {
    env: "CI_AUTO_TOOLS_BUDGET_WALL_MS",
    doc: "milliseconds for the whole answer; tier 2 in the plan adds 5000",
    ...whole(50, 60_000, 5000),
  },
  "budget.max_concurrency": {
    env: "CI_AUTO_TOOLS_MAX_CONCURRENCY",
    doc: "calls that the MCP server runs at the same time",
    ...whole(1, 16, 3),
  },
  "budget.max_injected_chars": {
    env: "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
    doc: "upper bound of the injected text, cut further to what the client takes whole",
    ...whole(0, 100_000, 12_000),
  },
  "budget.max_items": {
    doc: "places in the injected text at most; a search shows three to eight",
    ...whole(1, 40, 13),
  },
  "budget.max_snippets": {
    doc: "places in the injected text that are shown with their code at most",
    ...whole(0, 20, 7),
  },
  "budget.max_snippet_lines": {
    doc:
      "lines shown of the best place; one that is less than twice as long is shown whole, the others get fewer",
    ...whole(1, 200, 30),
  },
  repo_root: {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_REPO_ROOT",
    doc: "the folder to analyse; unset: git's top level, else the current folder",
  },
  workspace: {
    doc:
      "folders of repositories that belong together, or a .code-workspace file that lists them; in each of them a " +
      "prompt is also answered from the others",
    ...list(),
    project: "never",
  },
  "codex.session_mode": {
    env: "CI_CODEX_SESSION_MODE",
    doc: "codex-auto keeps one session per repository, or starts a new one each turn",
    ...choice(["exec", "resume"], "resume"),
  },
  "graph_rag.enabled": { doc: "use the code graph", ...flag(true) },
  "graph_rag.max_depth": { doc: "hops from an anchor", ...whole(0, 2, 2) },
  "graph_rag.top_k": { doc: "anchors to start from", ...whole(0, 10, 10) },
  "graph_rag.token_budget": { doc: "tokens of context", ...whole(0, 8000, 8000) },
  "reranker.enabled": {
    env: "CI_AUTO_TOOLS_RERANKER",
    doc: "a language model puts what search and graph found in order",
    ...flag(false),
  },
  "reranker.provider": {
    doc:
      "whose model: anthropic (ANTHROPIC_API_KEY), openai-compatible (OPENAI_API_KEY where no url is set), ollama",
    ...choice(RERANK_PROVIDERS, "anthropic"),
    project: "never",
  },
  "reranker.model": { ...OWN_TEXT, doc: "the reranker's model; unset: claude-haiku-4-5, gpt-4.1-mini" },
  "reranker.url": { ...OWN_TEXT, doc: "the reranker's server; unset: the provider's own" },
  "reranker.key_env": {
    ...OWN_TEXT,
    doc: "the variable with its key; unset: the provider's own, with an url CI_AUTO_TOOLS_RERANKER_KEY",
  },
  "reranker.timeout_ms": {
    doc: "milliseconds it may take within the whole answer's; then the order stays as found",
    ...whole(10, 30_000, 2500),
  },
  "embedding.provider": {
    env: "CI_AUTO_TOOLS_EMBEDDING_PROVIDER",
    doc:
      "what turns text into vectors, one or more: auto (a local Ollama if there is one), none, openai, azure, " +
      "openai-compatible, ollama",
    type: { kind: "choices", values: ["auto", "none", ...EMBEDDING_PROVIDERS] },
    default: ["auto"] as readonly string[],
    project: { only: "none" },
  },
  "embedding.model": {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_EMBEDDING_MODEL",
    doc: "the embedding model, or Azure's deployment; where one provider is named",
  },
  "embedding.url": {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_EMBEDDING_URL",
    doc: "the embedding server; where one provider is named",
  },
  "embedding.key_env": {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_EMBEDDING_KEY_ENV",
    doc:
      "the variable with the key for openai-compatible; unset: CI_AUTO_TOOLS_EMBEDDING_KEY, for Voyage VOYAGE_API_KEY",
  },
  "embedding.dimensions": {
    doc: "length of the vectors, for models that can shorten them; unset: the model's own",
    type: { kind: "number", min: 8, max: 16_384 },
    default: undefined as number | undefined,
    project: "never",
  },
  "embedding.timeout_ms": {
    doc: "milliseconds a prompt waits for the question's vector; then keywords and graph answer",
    ...whole(10, 10_000, 1200),
  },
  "vectors.url": {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_VECTORS_URL",
    doc:
      "database for the vectors, instead of a file beside the index: postgres://USER@HOST:PORT/DATABASE (PGPASSWORD)",
  },
  "index.remote": {
    ...OWN_TEXT,
    env: "CI_AUTO_TOOLS_INDEX_REMOTE",
    doc: "where a team's index is fetched from: http(s)://HOST:PORT/PATH of a Bazel remote cache",
  },
  "ckb.server": {
    ...OWN_TEXT,
    doc: "a CKB server that answers for some tools: ckb or auto-tools-server on PATH, or a URL",
  },
  "ckb.args": { doc: "arguments of the server's program", ...list("mcp"), project: "never" },
  "ckb.tools": {
    doc: "the tools it answers for; ci_graph_rag can be one, then it is asked at every prompt",
    ...list("ci_call_chain", "ci_impact", "ci_hotspot"),
    project: "never",
  },
  "ckb.timeout_ms": {
    doc: "milliseconds to wait for its answer to a tool",
    ...whole(50, 30_000, 1500),
    project: "never",
  },
  "cache.ttl_s": {
    doc: "seconds an answer of ci_search or ci_graph_rag may be reused while no file changes; 0: never",
    ...whole(0, 86_400, 300),
  },
  "daemon.idle_s": {
    env: "CI_AUTO_TOOLS_DAEMON_IDLE_S",
    doc:
      "seconds the daemon keeps the index of a repository open after a prompt, for the next; 0: it does not serve it",
    ...whole(0, 86_400, 600),
  },
  "last.enabled": {
    doc: "keep what the last prompt was given until its session ends, for auto-tools last; private to you",
    ...flag(true),
    project: "never",
  },
  notice: {
    env: "CI_AUTO_TOOLS_NOTICE",
    doc:
      "tell you in Claude Code that facts were given to the model: for the first ones of a session, for each, or never",
    ...choice(["off", "first", "each"], "first"),
    project: "never",
  },
  exclude: { doc: "more paths to leave out, as glob patterns", ...list() },
  ...TIMEOUTS,
} satisfies Readonly<Record<string, SettingSpec>>;

/** All settings, in the order of display. */
export const SETTING_SPECS: ReadonlyMap<string, SettingSpec> = new Map(Object.entries<SettingSpec>(SETTINGS));
