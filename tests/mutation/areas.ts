import type { MoreChanges } from "./sites.ts";

/** What is changed, and the tests that have to notice. */
export interface Area {
  /** Files and folders below `src`. */
  readonly sources: readonly string[];
  /** Files and folders below `tests`, which run the sources in their own process. */
  readonly tests: readonly string[];
  /** Changes beside the usual ones; default: none. */
  readonly more?: MoreChanges;
}

/** Folders of which a sample is changed. */
export const SAMPLED: Readonly<Record<string, Area>> = {
  safety: { sources: ["safety"], tests: ["safety"] },
  pipeline: { sources: ["pipeline"], tests: ["pipeline"] },
  intent: { sources: ["intent"], tests: ["intent"] },
  graph: { sources: ["graph"], tests: ["graph", "tools"] },
  "search/rank": { sources: ["search/rank"], tests: ["search"] },
  engine: {
    sources: ["engine"],
    // Most of it runs in the compiled program only, which no mutant is built for.
    tests: [
      "engine/daemon",
      "engine/answer_prompt_test.ts",
      "engine/bounded_test.ts",
      "engine/queue_test.ts",
      "engine/workspace_test.ts",
    ],
  },
};

/** What must not leave, come in or grow: every place is changed. */
export const CRITICAL: Readonly<Record<string, Area>> = {
  rights: {
    sources: ["platform/permissions.ts"],
    tests: ["platform/rights_table_test.ts"],
    more: "list entries",
  },
  paths: {
    sources: ["safety/path_guard.ts", "safety/sensitive.ts", "safety/globs.ts"],
    tests: ["safety/path_guard.test.ts", "safety/sensitive.test.ts", "safety/registries.test.ts"],
    more: "larger numbers",
  },
  redaction: {
    sources: [
      "safety/redaction.ts",
      "safety/redaction_rules.ts",
      "safety/key_blocks.ts",
      "safety/secret_validators.ts",
      "safety/keywords.ts",
      "safety/opacity.ts",
      "safety/values.ts",
      "safety/encoded_secrets.ts",
      "safety/encodings.ts",
      "safety/outgoing.ts",
      "safety/sanitize.ts",
      "safety/sanitize_data.ts",
      "safety/tally.ts",
    ],
    tests: [
      "safety/encodings.test.ts",
      "safety/key_blocks.test.ts",
      "safety/secret_validators.test.ts",
      "safety/redaction.test.ts",
      "safety/keywords.test.ts",
      "safety/opacity.test.ts",
      "safety/outgoing.test.ts",
      "safety/sanitize.test.ts",
      "safety/registries.test.ts",
    ],
  },
  caps: {
    sources: [
      "model/tools.ts",
      "pipeline/clamp.ts",
      "pipeline/render.ts",
      "pipeline/select.ts",
      "clients/hook_client.ts",
      "clients/codex/prompt.ts",
    ],
    tests: ["pipeline", "contract/hook_clients_test.ts", "contract/hook_dialects_test.ts"],
    more: "larger numbers",
  },
};
