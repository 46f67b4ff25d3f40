import { RERANK_PROVIDERS } from "../model/rerank.ts";
import { EMBEDDING_PROVIDERS } from "../model/semantic.ts";
import type { SettingKey, SettingSpec, ToolTimeouts } from "../model/settings.ts";
import { TOOL_SPECS } from "../model/tools.ts";

const TIMEOUTS = Object.fromEntries(
  Object.entries(TOOL_SPECS).map((
    [tool, { timeoutMs }],
  ): [string, SettingSpec] => [`tools.${tool}.timeout_ms`, {
    doc: `milliseconds ${tool} may take`,
    type: { kind: "number", min: 10, max: 60_000 },
    default: timeoutMs,
  }]),
) as { readonly [K in keyof ToolTimeouts]: SettingSpec };

/** A text that is unset by default and that a repository's file may not set. */
const OWN_TEXT = { type: { kind: "text" }, default: undefined, project: "never" } as const;

/** Registry of settings, in the order of display. Values of a choice are ordered from strictest to loosest. */
export const SETTINGS: { readonly [K in SettingKey]: SettingSpec } = {
  enabled: {
    env: "CI_AUTO_TOOLS",
    doc: "auto acts on prompts about code, on always acts, off never does",
    type: { kind: "choice", values: ["off", "auto", "on"] },
    default: "auto",
  },
  mode: {
    env: "CI_AUTO_TOOLS_MODE",
    doc: "run the tools, or print the plan and call nothing",
    type: { kind: "choice", values: ["plan", "run"] },
    default: "run",
  },
  tier_max: {
    env: "CI_AUTO_TOOLS_TIER_MAX",
    doc: "highest tool tier; unset: 1, with tier 2 on condition or consent",
    type: { kind: "number", min: 0, max: 2 },
    default: undefined,
    unset: 1,
  },
  "budget.wall_ms": {
    env: "CI_AUTO_TOOLS_BUDGET_WALL_MS",
    doc: "milliseconds for the whole answer; tier 2 in the plan adds 5000",
    type: { kind: "number", min: 50, max: 60_000 },
    default: 5000,
  },
  "budget.max_concurrency": {
    env: "CI_AUTO_TOOLS_MAX_CONCURRENCY",
    doc: "calls that the MCP server runs at the same time",
    type: { kind: "number", min: 1, max: 16 },
    default: 3,
  },
  "budget.max_injected_chars": {
    env: "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
    doc: "upper bound of the injected text, cut further to what the client takes whole",
    type: { kind: "number", min: 0, max: 100_000 },
    default: 12_000,
  },
  "budget.max_items": {
    doc: "places in the injected text at most; a search shows three to eight",
    type: { kind: "number", min: 1, max: 40 },
    default: 13,
  },
  "budget.max_snippets": {
    doc: "places in the injected text that are shown with their code at most",
    type: { kind: "number", min: 0, max: 20 },
    default: 7,
  },
  "budget.max_snippet_lines": {
    doc: "lines of code shown of the best place at most; the others get fewer",
    type: { kind: "number", min: 1, max: 200 },
    default: 50,
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
    type: { kind: "list" },
    default: [],
    project: "never",
  },
  "codex.session_mode": {
    env: "CI_CODEX_SESSION_MODE",
    doc: "codex-auto keeps one session per repository, or starts a new one each turn",
    type: { kind: "choice", values: ["exec", "resume"] },
    default: "resume",
  },
  "graph_rag.enabled": { doc: "use the code graph", type: { kind: "boolean" }, default: true },
  "graph_rag.max_depth": {
    doc: "hops from an anchor",
    type: { kind: "number", min: 0, max: 2 },
    default: 2,
  },
  "graph_rag.top_k": {
    doc: "anchors to start from",
    type: { kind: "number", min: 0, max: 10 },
    default: 10,
  },
  "graph_rag.token_budget": {
    doc: "tokens of context",
    type: { kind: "number", min: 0, max: 8000 },
    default: 8000,
  },
  "reranker.enabled": {
    env: "CI_AUTO_TOOLS_RERANKER",
    doc: "a language model puts what search and graph found in order",
    type: { kind: "boolean" },
    default: false,
  },
  "reranker.provider": {
    doc:
      "whose model: anthropic (ANTHROPIC_API_KEY), openai-compatible (OPENAI_API_KEY where no url is set), ollama",
    type: { kind: "choice", values: RERANK_PROVIDERS },
    default: "anthropic",
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
    type: { kind: "number", min: 10, max: 30_000 },
    default: 2500,
  },
  "embedding.provider": {
    env: "CI_AUTO_TOOLS_EMBEDDING_PROVIDER",
    doc:
      "what turns text into vectors, one or more: auto (a local Ollama if there is one), none, openai, azure, " +
      "openai-compatible, ollama",
    type: { kind: "choices", values: ["auto", "none", ...EMBEDDING_PROVIDERS] },
    default: ["auto"],
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
    default: undefined,
    project: "never",
  },
  "embedding.timeout_ms": {
    doc: "milliseconds a prompt waits for the question's vector; then keywords and graph answer",
    type: { kind: "number", min: 10, max: 10_000 },
    default: 1200,
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
  "ckb.args": {
    doc: "arguments of the server's program",
    type: { kind: "list" },
    default: ["mcp"],
    project: "never",
  },
  "ckb.tools": {
    doc: "the tools it answers for; ci_graph_rag can be one, then it is asked at every prompt",
    type: { kind: "list" },
    default: ["ci_call_chain", "ci_impact", "ci_hotspot"],
    project: "never",
  },
  "ckb.timeout_ms": {
    doc: "milliseconds to wait for its answer to a tool",
    type: { kind: "number", min: 50, max: 30_000 },
    default: 1500,
    project: "never",
  },
  "cache.ttl_s": {
    doc: "seconds an answer of ci_search or ci_graph_rag may be reused while no file changes; 0: never",
    type: { kind: "number", min: 0, max: 86_400 },
    default: 300,
  },
  "daemon.idle_s": {
    env: "CI_AUTO_TOOLS_DAEMON_IDLE_S",
    doc:
      "seconds the daemon keeps the index of a repository open after a prompt, for the next; 0: it does not serve it",
    type: { kind: "number", min: 0, max: 86_400 },
    default: 600,
  },
  "last.enabled": {
    doc: "keep what the last prompt was given until its session ends, for auto-tools last; private to you",
    type: { kind: "boolean" },
    default: true,
    project: "never",
  },
  notice: {
    env: "CI_AUTO_TOOLS_NOTICE",
    doc:
      "tell you in Claude Code that facts were given to the model: for the first ones of a session, for each, or never",
    type: { kind: "choice", values: ["off", "first", "each"] },
    default: "first",
    project: "never",
  },
  exclude: { doc: "more paths to leave out, as glob patterns", type: { kind: "list" }, default: [] },
  ...TIMEOUTS,
};

/** Definition of a setting; undefined for an unknown key. */
export function specOf(key: string): SettingSpec | undefined {
  return Object.hasOwn(SETTINGS, key) ? SETTINGS[key as SettingKey] : undefined;
}
