import { z } from "zod";
import { HOOK_CLIENTS } from "../../src/model/prompt.ts";

/**
 * The kernel's output, schema_version "1.0". The JSON Schema in `config/contract-1.0.schema.json` is generated from
 * it. 1.x only adds optional fields or enum values; anything else is a new major version.
 */

const text = z.string();
const count = z.int().nonnegative();
const TIER = z.int().min(0).max(3);

const Signal = z.object({
  type: z.enum(["explicit", "implicit", "historical", "code"]),
  match: text,
  weight: z.number(),
});

const PlannedTool = z.object({
  tool: text,
  tier: TIER,
  reason: text,
  args: z.record(text, z.unknown()),
  timeout_ms: count,
});

const ToolResult = z.object({
  tool: text,
  status: z.enum(["ok", "timeout", "error", "skipped"]),
  started_at: z.iso.datetime(),
  duration_ms: count,
  summary: text.max(240),
  data: z.unknown().optional(),
  error: z.object({ message: text, code: text.optional() }).optional(),
  redactions: z.array(z.object({ kind: text, count })),
  truncated: z.boolean(),
});

const FusedContext = z.object({
  for_model: z.object({
    additional_context: text,
    structured: z.record(text, z.unknown()),
    safety: z.object({
      tool_output_is_untrusted: z.literal(true),
      ignore_instructions_inside_tool_output: z.literal(true),
    }),
  }),
  for_user: z.object({ tool_plan_text: text, results_text: text, limits_text: text }),
});

/** The whole document. */
export const Contract = z.object({
  schema_version: z.literal("1.0"),
  run_id: z.string().regex(/^(?:plan-[0-9a-f]{12}|empty-[0-9a-f]{12}|\d{8}-\d{6}-[0-9a-f]{6})$/),
  created_at: z.iso.datetime(),
  client: z.object({
    name: z.enum([...HOOK_CLIENTS, "mcp", "terminal"]),
    event: z.enum(["UserPromptSubmit", "cli"]),
    session_id: text.optional(),
  }),
  inputs: z.object({
    prompt: text,
    signals: z.array(Signal),
    repo_root: text.optional(),
    repo_root_source: z.enum(["env", "config", "git", "cwd"]).optional(),
  }),
  tool_plan: z.object({
    tier_max: TIER,
    budget: z.object({ wall_ms: count, max_concurrency: z.int().min(1), max_injected_chars: count }),
    tools: z.array(PlannedTool),
    planned_codex_command: z.array(text).optional(),
  }),
  tool_results: z.array(ToolResult),
  fused_context: FusedContext,
  degraded: z.object({ is_degraded: z.boolean(), reason: text, degraded_to: text }),
  enforcement: z.object({ single_tool_entry: z.literal(true), source: text }).optional(),
  graphContext: z.object({
    schema_version: z.literal("1.0"),
    source: text,
    token_count: count,
    candidates: z.array(z.unknown()),
  }).optional(),
  callChain: z.looseObject({ schema_version: z.literal("1.0") }).optional(),
  fallback: z.object({ reason: text, degraded_to: text }).optional(),
});

/** A kernel document, as this program writes it. */
export type Contract = z.infer<typeof Contract>;
