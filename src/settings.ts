import { RERANK_PROVIDERS } from "./model/rerank.ts";
import { EMBEDDING_PROVIDERS } from "./model/semantic.ts";
import type {
  ConfigFile,
  ResolvedSettings,
  SettingKey,
  Settings,
  SettingSource,
  SettingSpec,
  SettingType,
} from "./model/settings.ts";

const timeout = (tool: string, milliseconds: number): SettingSpec => ({
  doc: `milliseconds ${tool} may take`,
  type: { kind: "number", min: 10, max: 60_000 },
  default: milliseconds,
});

/** The registry of settings: one entry each, in the order they are shown. */
export const SETTINGS: { readonly [K in SettingKey]: SettingSpec } = {
  enabled: {
    env: "CI_AUTO_TOOLS",
    doc: "auto acts on prompts about code, on always acts, off never does",
    type: { kind: "choice", values: ["auto", "on", "off"] },
    default: "auto",
  },
  mode: {
    env: "CI_AUTO_TOOLS_MODE",
    doc: "run the tools, or print the plan and call nothing",
    type: { kind: "choice", values: ["run", "plan"] },
    default: "run",
  },
  tier_max: {
    env: "CI_AUTO_TOOLS_TIER_MAX",
    doc: "highest tool tier; unset: 1, with tier 2 on condition or consent",
    type: { kind: "number", min: 0, max: 2 },
    default: undefined,
  },
  "budget.wall_ms": {
    env: "CI_AUTO_TOOLS_BUDGET_WALL_MS",
    doc: "milliseconds for the whole answer; tier 2 in the plan adds 5000",
    type: { kind: "number", min: 50, max: 60_000 },
    default: 5000,
  },
  "budget.max_concurrency": {
    env: "CI_AUTO_TOOLS_MAX_CONCURRENCY",
    doc: "tools that may run at the same time",
    type: { kind: "number", min: 1, max: 16 },
    default: 3,
  },
  "budget.max_injected_chars": {
    env: "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
    doc: "upper bound of the injected text, cut further to what the client takes whole",
    type: { kind: "number", min: 0, max: 100_000 },
    default: 12_000,
  },
  repo_root: {
    env: "CI_AUTO_TOOLS_REPO_ROOT",
    doc: "the folder to analyse; unset: git's top level, else the current folder",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "codex.session_mode": {
    env: "CI_CODEX_SESSION_MODE",
    doc: "codex-auto keeps one session per repository, or starts a new one each turn",
    type: { kind: "choice", values: ["resume", "exec"] },
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
    userOnly: true,
    tightest: false,
  },
  "reranker.provider": {
    doc:
      "whose model: anthropic (ANTHROPIC_API_KEY), openai-compatible (OPENAI_API_KEY where no url is set), ollama",
    type: { kind: "choice", values: RERANK_PROVIDERS },
    default: "anthropic",
    userOnly: true,
  },
  "reranker.model": {
    doc: "the reranker's model; unset: claude-haiku-4-5, gpt-4.1-mini",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "reranker.url": {
    doc: "the reranker's server; unset: the provider's own",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "reranker.key_env": {
    doc: "the variable with its key; unset: the provider's own, with an url CI_AUTO_TOOLS_RERANKER_KEY",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "reranker.timeout_ms": {
    doc: "milliseconds it may take within the whole answer's; then the order stays as found",
    type: { kind: "number", min: 10, max: 30_000 },
    default: 2500,
  },
  "embedding.provider": {
    env: "CI_AUTO_TOOLS_EMBEDDING_PROVIDER",
    doc:
      "who turns text into vectors, one or more: auto (a local Ollama if there is one), none, openai, azure, " +
      "openai-compatible, ollama",
    type: { kind: "choices", values: ["auto", "none", ...EMBEDDING_PROVIDERS] },
    default: ["auto"],
    userOnly: true,
    tightest: "none",
  },
  "embedding.model": {
    env: "CI_AUTO_TOOLS_EMBEDDING_MODEL",
    doc: "the embedding model, or Azure's deployment; where one provider is named",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "embedding.url": {
    env: "CI_AUTO_TOOLS_EMBEDDING_URL",
    doc: "the embedding server; where one provider is named",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "embedding.key_env": {
    env: "CI_AUTO_TOOLS_EMBEDDING_KEY_ENV",
    doc:
      "the variable with the key for openai-compatible; unset: CI_AUTO_TOOLS_EMBEDDING_KEY, for Voyage VOYAGE_API_KEY",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "embedding.dimensions": {
    doc: "length of the vectors, for models that can shorten them; unset: the model's own",
    type: { kind: "number", min: 8, max: 16_384 },
    default: undefined,
    userOnly: true,
  },
  "embedding.timeout_ms": {
    doc: "milliseconds a prompt waits for the question's vector; then keywords and graph answer",
    type: { kind: "number", min: 10, max: 10_000 },
    default: 1200,
  },
  "vectors.url": {
    env: "CI_AUTO_TOOLS_VECTORS_URL",
    doc:
      "where vectors are kept instead of beside the index: qdrant+http://HOST:PORT/COLLECTION (QDRANT_API_KEY) " +
      "or postgres://USER@HOST:PORT/DATABASE (PGPASSWORD)",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "ckb.server": {
    doc: "a CKB server that answers for some tools: ckb or auto-tools-server on PATH, or a URL",
    type: { kind: "text" },
    default: undefined,
    userOnly: true,
  },
  "ckb.args": {
    doc: "arguments of the server's program",
    type: { kind: "list" },
    default: ["mcp"],
    userOnly: true,
  },
  "ckb.tools": {
    doc: "the tools it answers for; ci_graph_rag can be one, then it is asked at every prompt",
    type: { kind: "list" },
    default: ["ci_call_chain", "ci_impact", "ci_hotspot"],
    userOnly: true,
  },
  "ckb.timeout_ms": {
    doc: "milliseconds to wait for its answer to a tool",
    type: { kind: "number", min: 50, max: 30_000 },
    default: 1500,
    userOnly: true,
  },
  "cache.ttl_s": {
    doc: "seconds an answer of ci_search or ci_graph_rag may be reused while no file changes; 0: never",
    type: { kind: "number", min: 0, max: 86_400 },
    default: 300,
  },
  "standby.idle_s": {
    env: "CI_AUTO_TOOLS_STANDBY_IDLE_S",
    doc: "seconds a process stands by after a prompt, with the index open for the next; 0: none is started",
    type: { kind: "number", min: 0, max: 86_400 },
    default: 600,
    userOnly: true,
    tightest: 0,
  },
  exclude: { doc: "more paths to leave out, as glob patterns", type: { kind: "list" }, default: [] },
  "tools.ci_index_status.timeout_ms": timeout("ci_index_status", 500),
  "tools.ci_search.timeout_ms": timeout("ci_search", 2000),
  "tools.ci_graph_rag.timeout_ms": timeout("ci_graph_rag", 3500),
  "tools.ci_call_chain.timeout_ms": timeout("ci_call_chain", 2500),
  "tools.ci_bug_locate.timeout_ms": timeout("ci_bug_locate", 2500),
  "tools.ci_impact.timeout_ms": timeout("ci_impact", 2500),
  "tools.ci_complexity.timeout_ms": timeout("ci_complexity", 1000),
  "tools.ci_hotspot.timeout_ms": timeout("ci_hotspot", 2500),
};

/** Reads one YAML file into dotted keys with one-based lines; `problems` are complete [Limits] lines. */
export type ConfigReader = (file: ConfigFile) => {
  readonly entries: readonly ConfigEntry[];
  readonly problems: readonly string[];
};

/** One leaf of a configuration file. */
export interface ConfigEntry {
  /** Dotted, for instance `budget.wall_ms`. */
  readonly key: string;
  readonly value: unknown;
  /** One-based. */
  readonly line: number;
}

/**
 * Resolves every setting: environment over project file over user file over default.
 *
 * @param env reads one variable; undefined when unset
 * @param files at most one per source
 * @param readConfig only called when there are files
 */
export function resolveSettings(
  env: (name: string) => string | undefined,
  files: readonly ConfigFile[] = [],
  readConfig?: ConfigReader,
): ResolvedSettings {
  const values: Record<string, { value: unknown; source: SettingSource }> = {};
  const problems: string[] = [];
  for (const [key, spec] of specs()) values[key] = { value: spec.default, source: "default" };
  for (const file of [...files].sort((a, b) => rank(a.source) - rank(b.source))) {
    if (readConfig) applyFile(file, readConfig(file), values, problems);
  }
  applyEnvironment(env, values, problems);
  return { settings: values as unknown as Settings, problems };
}

function specs(): [SettingKey, SettingSpec][] {
  return Object.entries(SETTINGS) as [SettingKey, SettingSpec][];
}

/** Later files win, so the user's own comes first. */
function rank(source: ConfigFile["source"]): number {
  return source === "user" ? 0 : 1;
}

function applyFile(
  file: ConfigFile,
  read: ReturnType<ConfigReader>,
  values: Record<string, { value: unknown; source: SettingSource }>,
  problems: string[],
): void {
  problems.push(...read.problems);
  for (const entry of read.entries) {
    const where = `${file.path}:${entry.line}`;
    const spec = (SETTINGS as Record<string, SettingSpec>)[entry.key];
    if (!spec) {
      problems.push(`config: unknown key: ${entry.key} (${where}); ${suggestion(entry.key)}`);
      continue;
    }
    const value = accept(spec.type, entry.value);
    if (value === undefined) {
      problems.push(badValue(entry.key, entry.value, where, spec));
    } else if (file.source === "project" && !projectMay(entry.key, value, spec)) {
      problems.push(
        `config: ignored from the project file: ${entry.key} (${where}); set it in your own file`,
      );
    } else {
      values[entry.key] = { value, source: file.source };
    }
  }
}

function applyEnvironment(
  env: (name: string) => string | undefined,
  values: Record<string, { value: unknown; source: SettingSource }>,
  problems: string[],
): void {
  for (const [key, spec] of specs()) {
    const raw = spec.env === undefined ? undefined : env(spec.env);
    if (raw === undefined || raw === "") continue;
    const value = accept(spec.type, raw);
    if (value === undefined) {
      problems.push(
        `config: bad value: ${spec.env}=${shown(raw)}; using ${shown(values[key]?.value)} (${spec.doc})`,
      );
    } else {
      values[key] = { value, source: "env" };
    }
  }
  if (env("CI_AUTO_TOOLS_DRY_RUN") === "1") values["mode"] = { value: "plan", source: "env" };
}

/** A cloned repository may tune and tighten; it may not raise the tier or touch what only the user decides. */
function projectMay(key: string, value: unknown, spec: SettingSpec): boolean {
  if (spec.userOnly) return spec.tightest !== undefined && String(value) === String(spec.tightest);
  return !(key === "tier_max" && typeof value === "number" && value > 1);
}

/** The value in the setting's type, or undefined when it does not fit. */
function accept(type: SettingType, raw: unknown): unknown {
  switch (type.kind) {
    case "number": {
      const number = typeof raw === "string" && /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
      const fits = typeof number === "number" && Number.isInteger(number) && number >= type.min &&
        number <= type.max;
      return fits ? number : undefined;
    }
    case "boolean":
      return typeof raw === "boolean"
        ? raw
        : ({ "1": true, "0": false, true: true, false: false })[String(raw)];
    case "choice": {
      const word = raw === true ? "on" : raw === false ? "off" : raw;
      return typeof word === "string" && type.values.includes(word) ? word : undefined;
    }
    case "choices": {
      const list = typeof raw === "string" ? raw.split(",").map((word) => word.trim()) : raw;
      const fits = Array.isArray(list) && list.length > 0 && list.every((word) => type.values.includes(word));
      return fits ? [...new Set(list)] : undefined;
    }
    case "text":
      return typeof raw === "string" && raw !== "" && !raw.includes("\0") ? raw : undefined;
    case "list": {
      const list = typeof raw === "string" ? [raw] : raw;
      return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
    }
  }
}

function badValue(key: string, value: unknown, where: string, spec: SettingSpec): string {
  return `config: bad value: ${key}: ${shown(value)} (${where}); using ${shown(spec.default)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "unset";
  const text = withoutPassword(typeof value === "string" ? value : JSON.stringify(value) ?? String(value));
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** An address as it may be shown: what stands before its host is a name and a password. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, "//<redacted>@");
}

function suggestion(key: string): string {
  let best = "";
  let bestDistance = 4;
  for (const [name] of specs()) {
    const distance = editDistance(key, name, bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best === "" ? "ignored" : `ignored; did you mean ${best}`;
}

/** Levenshtein distance, cut off at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(substitute, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    previous = row;
  }
  return previous[b.length] ?? limit;
}
