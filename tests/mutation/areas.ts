import type { MoreChanges } from "./sites.ts";

/** What is changed, and the tests that have to notice. */
export interface Area {
  /** Files and folders below `src`. */
  readonly sources: readonly string[];
  /** Files and folders below `tests`, which run the sources in their own process. */
  readonly tests: readonly string[];
  /** Specs of the compiled program, which judge what those tests let pass; default: none. */
  readonly specs?: readonly SpecsOf[];
  /** Changes beside the usual ones; default: none. */
  readonly more?: MoreChanges;
}

/** Files in `tests/specs`, without `_test.ts`, for sources whose path below `src` begins like this. */
export type SpecsOf = readonly [sources: RegExp, specs: readonly string[]];

/** For each source the first row that fits. */
const ENGINE_SPECS: readonly SpecsOf[] = [
  [/ckb/, ["ckb"]],
  [/team/, ["team_index"]],
  [/workspace|other_members/, ["workspace"]],
  [/reranker/, ["reranker"]],
  [/vector|semantic|meaning|embed|provider|question/, ["vectors", "semantic", "engines"]],
  [/hotspots|history/, ["deep_commands", "impact"]],
  [/base/, ["impact"]],
  [/informed/, ["informed_gate"]],
  [/daemon/, ["hostile_daemon", "daemon"]],
  [/index_builder|index_helper|background|index_state/, ["index", "damage", "hook"]],
  [/faults|sandbox\/worker|answer_port/, ["table", "limits", "answers"]],
  [/record|answer_here/, ["last", "hook", "timeline"]],
  [/queue/, ["mcp_load"]],
  [/^/, ["hook", "table", "limits"]],
];

/** Folders of which a sample is changed. */
export const SAMPLED: Readonly<Record<string, Area>> = {
  safety: { sources: ["safety"], tests: ["safety"] },
  pipeline: { sources: ["pipeline"], tests: ["pipeline"] },
  intent: { sources: ["intent"], tests: ["intent"] },
  graph: { sources: ["graph"], tests: ["graph", "tools"] },
  "search/rank": { sources: ["search/rank"], tests: ["search"] },
  engine: {
    sources: ["engine"],
    tests: ["engine"],
    specs: ENGINE_SPECS,
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
      "safety/key_blocks.ts",
      "safety/secret_validators.ts",
      "safety/keywords.ts",
      "safety/opacity.ts",
      "safety/encodings.ts",
      "safety/outgoing.ts",
      "safety/sanitize.ts",
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
      "clients/prompt_clients.ts",
    ],
    tests: ["pipeline", "contract/hook_clients_test.ts", "contract/hook_dialects_test.ts"],
    more: "larger numbers",
  },
};
