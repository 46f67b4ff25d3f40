import assert from "node:assert/strict";
import { z } from "zod";
import settings from "../../config/settings.json" with { type: "json" };
import tools from "../../config/tools.json" with { type: "json" };
import { SETTING_SPECS } from "../../src/model/setting_specs.ts";
import { TOOL_SPECS, type ToolArguments, type ToolName } from "../../src/model/tools.ts";

/** The registries in `config/` have the form that the code reads, and the names that its types name. */

const WORDS = z.array(z.string()).min(1);
const SETTING = z.strictObject({
  env: z.string().regex(/^CI_[A-Z_]+$/).optional(),
  doc: z.string().min(1),
  type: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("number"), min: z.int(), max: z.int() }),
    z.strictObject({ kind: z.enum(["boolean", "text", "list"]) }),
    z.strictObject({ kind: z.enum(["choice", "choices"]), values: WORDS }),
  ]),
  default: z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]).optional(),
  project: z.union([z.literal("never"), z.strictObject({ only: z.string() })]).optional(),
  unset: z.int().optional(),
});
const ABOUT = { about: z.string().min(1) };
const TOOL = z.strictObject({
  tier: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  timeoutMs: z.int().min(10).max(60_000),
  title: z.string().min(1),
  description: z.string().min(1),
  arguments: z.record(
    z.string(),
    z.discriminatedUnion("type", [
      z.strictObject({ ...ABOUT, type: z.literal("text"), isRequired: z.literal(true).optional() }),
      z.strictObject({ ...ABOUT, type: z.literal("choice"), values: WORDS }),
      z.strictObject({ ...ABOUT, type: z.literal("flag") }),
      z.strictObject({
        ...ABOUT,
        type: z.literal("number"),
        default: z.int(),
        max: z.int(),
        min: z.int().optional(),
      }),
    ]),
  ),
  resource: z.strictObject({
    name: z.string(),
    uri: z.string().startsWith("auto-tools://"),
    description: z.string(),
  })
    .optional(),
  internal: z.record(z.string(), z.enum(["question", "position", "names", "number", "flag"])).optional(),
});

Deno.test("registries: every setting has the form of a setting, and its default is accepted", () => {
  for (const [key, setting] of Object.entries(settings)) {
    const { type, default: standard, unset } = SETTING.parse(setting);
    const values = [standard, unset].flat().filter((value) => value !== undefined);
    for (const value of values) {
      if (type.kind === "number") assert.ok(Number(value) >= type.min && Number(value) <= type.max, key);
      else if ("values" in type) assert.ok(type.values.includes(String(value)), key);
      else assert.equal(typeof value, type.kind === "boolean" ? "boolean" : "string", key);
    }
  }
});

Deno.test("registries: every tool has the form of a tool and a setting for its time limit", () => {
  for (const [name, tool] of Object.entries(TOOL_SPECS)) {
    TOOL.parse(tool);
    assert.equal(SETTING_SPECS.get(`tools.${name}.timeout_ms`)?.default, tool.timeoutMs);
  }
});

Deno.test("registries: the types name the words and the arguments of the tables", () => {
  const words = [
    ["off", "auto", "on"],
    ["plan", "run"],
    ["exec", "resume"],
    ["anthropic", "openai-compatible", "ollama"],
    ["off", "first", "each"],
  ];
  const choices = Object.values(settings).filter(({ type }) => type.kind === "choice");
  assert.deepEqual(choices.map(({ type }) => "values" in type && type.values), words);
  assert.deepEqual(isNamed, Object.fromEntries(Object.keys(tools).map((tool) => [tool, true])));
});

type Named<Tool extends ToolName> =
  | keyof (typeof tools)[Tool]["arguments"]
  | ((typeof tools)[Tool] extends { internal: infer Internal } ? keyof Internal : never);
type IsNamed<Tool extends ToolName> = [Named<Tool>, keyof ToolArguments[Tool]] extends
  [keyof ToolArguments[Tool], Named<Tool>] ? true : false;

/** The check of the types fails where a table and its types name other arguments. */
const isNamed: { readonly [Tool in ToolName]: IsNamed<Tool> } = {
  ci_index_status: true,
  ci_search: true,
  ci_graph_rag: true,
  ci_call_chain: true,
  ci_bug_locate: true,
  ci_impact: true,
  ci_complexity: true,
  ci_hotspot: true,
  navigate: true,
};
