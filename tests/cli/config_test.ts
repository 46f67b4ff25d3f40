import assert from "node:assert/strict";
import { parse } from "yaml";
import { configSchema, defaultFile } from "../../src/cli/config.ts";
import { SETTING_SPECS } from "../../src/model/setting_specs.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { readConfigFile } from "../../src/settings/file.ts";

const none = (): undefined => undefined;

/** Settings from one YAML file and an environment. */
function resolve(
  text: string,
  options: { source?: "project" | "user"; env?: Record<string, string> } = {},
): ReturnType<typeof resolveSettings> {
  const file = { source: options.source ?? "user", path: "file.yaml", text } as const;
  return resolveSettings((name) => options.env?.[name], [file], readConfigFile);
}

Deno.test("config: environment over project over user over default", () => {
  const files = [
    { source: "user", path: "u", text: "budget:\n  wall_ms: 3000\n  max_concurrency: 2\n" },
    { source: "project", path: "p", text: "budget:\n  wall_ms: 2000\n" },
  ] as const;
  const env = (name: string): string | undefined =>
    name === "CI_AUTO_TOOLS_MAX_CONCURRENCY" ? "5" : undefined;
  const { settings, problems } = resolveSettings(env, files, readConfigFile);
  assert.deepEqual(settings["budget.wall_ms"], { value: 2000, source: "project" });
  assert.deepEqual(settings["budget.max_concurrency"], { value: 5, source: "env" });
  assert.deepEqual(settings["budget.max_injected_chars"], { value: 12_000, source: "default" });
  assert.deepEqual(problems, []);
});

Deno.test("config: every default fits its own type, every key is in the default file and the schema", () => {
  const text = defaultFile(false).replace(/^# (?=[a-z_.]+: (?!unset))/gm, "");
  const parsed = parse(text.replace(/^# .*$/gm, "")) as Record<string, unknown>;
  const { problems } = resolve(text.replace(/^# .*$/gm, ""));
  assert.deepEqual(problems, []);
  const unset = [...SETTING_SPECS].filter(([, spec]) => spec.default === undefined).map(([key]) => key);
  assert.deepEqual([...Object.keys(parsed), ...unset].sort(), [...SETTING_SPECS.keys()].sort());
  const schema = JSON.stringify(configSchema());
  for (const spec of SETTING_SPECS.values()) assert(schema.includes(JSON.stringify(spec.doc)), spec.doc);
});

Deno.test("config: a cloned repository cannot widen anything", () => {
  const { settings, problems } = resolve(
    "tier_max: 2\nrepo_root: /\nembedding.provider: openai\nembedding.url: http://x\nreranker.enabled: true\n",
    { source: "project" },
  );
  assert.equal(settings.tier_max.value, undefined);
  assert.equal(settings.repo_root.value, undefined);
  assert.deepEqual(settings["embedding.provider"].value, ["auto"]);
  assert.equal(settings["reranker.enabled"].value, false);
  assert.equal(problems.length, 5);
  for (const problem of problems) {
    assert.match(problem, /ignored from the project file: \S+ \(file\.yaml:\d\)/);
  }
  const tight = resolve("tier_max: 0\nembedding.provider: none\n", { source: "project" });
  assert.equal(tight.settings.tier_max.value, 0);
  assert.deepEqual(tight.settings["embedding.provider"], { value: ["none"], source: "project" });
  assert.deepEqual(tight.problems, []);
});

Deno.test("config: mistakes are named with file and line, and the default stands", () => {
  const { settings, problems } = resolve("budget:\n  wall_ms: fast\nbudgt: 1\nenabled: maybe\n");
  assert.equal(settings["budget.wall_ms"].value, 5000);
  assert.deepEqual(problems, [
    "config: bad value: budget.wall_ms: fast (file.yaml:2); using 5000",
    "config: unknown key: budgt (file.yaml:3); ignored",
    "config: bad value: enabled: maybe (file.yaml:4); using auto",
  ]);
  for (const broken of ["a: [1,", "- a\n- b", "\t x: 1", "just text", "a: b: c"]) {
    assert.equal(resolve(broken).problems.length, 1, broken);
    assert.match(resolve(broken).problems[0] ?? "", /^config: not valid YAML: file\.yaml:\d+ /);
  }
  assert.deepEqual(resolve("").problems, []);
});

Deno.test("config: bad environment values are named too", () => {
  const env = { CI_AUTO_TOOLS: "perhaps", CI_AUTO_TOOLS_TIER_MAX: "9", CI_AUTO_TOOLS_DRY_RUN: "1" };
  const { settings, problems } = resolveSettings((name) => (env as Record<string, string>)[name]);
  assert.equal(settings.enabled.value, "auto");
  assert.equal(settings.mode.value, "plan");
  assert.equal(problems.length, 2);
  assert.deepEqual(resolveSettings(none).problems, []);
});
