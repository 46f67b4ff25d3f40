import assert from "node:assert/strict";
import type { ConfigFile, SettingKey, Settings } from "../../src/model/settings.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { SETTING_SPECS } from "../../src/model/setting_specs.ts";
import { random as seeded } from "../support/random.ts";

/** Whatever stands in a configuration file: every setting keeps a sound value, and a repository's file only tightens. */

const ROUNDS = 2000;
const KEYS = [...SETTING_SPECS.keys()] as SettingKey[];

/** Names that every object has, and other odd ones. */
const ODD_NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  "prototype",
  "then",
  "toJSON",
  "?",
  "''",
  "'\\e[31m'",
  '"\\e]0;title\\a"',
  "<<",
  "*a",
  "&a k",
  "!!set x",
  "1",
  "null",
  "~",
  "[a, b]",
  "{a: b}",
  "tools",
  "tools.toString",
  "budget.constructor.name",
  "tools.ci_search",
];

const VALUES = [
  "on",
  "off",
  "auto",
  "run",
  "plan",
  "true",
  "false",
  "0",
  "1",
  "2",
  "60000",
  "-1",
  "1e9",
  ".inf",
  ".nan",
  "0x10",
  "null",
  "''",
  "[]",
  "['**']",
  "[1, [2]]",
  "{}",
  "{toString: 1}",
  "{a: {b: {c: 1}}}",
  "none",
  "[none]",
  "openai",
  "http://127.0.0.1:1/",
  "/",
  "!!js/function 'x'",
  "!!binary aGVsbG8=",
  "*a",
  "&a [*a]",
  "2026-01-01",
  "|\n  text",
];

function isSound(key: SettingKey, value: unknown): boolean {
  const { type, default: standard } = SETTING_SPECS.get(key)!;
  if (value === undefined) return standard === undefined;
  switch (type.kind) {
    case "number":
      return Number.isInteger(value) && Number(value) >= type.min && Number(value) <= type.max;
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return type.values.includes(value as string);
    case "choices":
      return Array.isArray(value) && value.length > 0 && value.every((word) => type.values.includes(word));
    case "text":
      return typeof value === "string";
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
  }
}

/** Whether `value` lets the program do no more than `before`. Written without the program's own rule. */
function isTighter(key: SettingKey, value: unknown, before: unknown): boolean {
  if (JSON.stringify(value) === JSON.stringify(before)) return true;
  const orders: Record<string, unknown[]> = {
    enabled: ["off", "auto", "on"],
    mode: ["plan", "run"],
    "codex.session_mode": ["exec", "resume"],
    "graph_rag.enabled": [false, true],
    "reranker.enabled": [false, true],
  };
  const order = orders[key];
  if (order) return order.indexOf(value) < order.indexOf(before);
  if (key === "exclude") return (before as string[]).every((path) => (value as string[]).includes(path));
  if (key === "tier_max" && before === undefined) return Number(value) <= 1;
  if (key === "embedding.provider") return JSON.stringify(value) === '["none"]';
  return typeof value === "number" && typeof before === "number" && value < before;
}

function someFile(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const lines: string[] = [];
  for (let left = 1 + Math.floor(random() * 6); left > 0; left--) {
    const path = random() < 0.7
      ? pick(KEYS)
      : [pick(ODD_NAMES), pick(ODD_NAMES)].slice(random() < 0.5 ? 1 : 0).join(".");
    const value = pick(VALUES);
    if (random() < 0.5) lines.push(`${path}: ${value}`);
    else {path.split(".").forEach((part, depth, parts) =>
        lines.push(`${"  ".repeat(depth)}${part}:${depth === parts.length - 1 ? ` ${value}` : ""}`)
      );}
  }
  const text = lines.join("\n");
  return random() < 0.1 ? text.slice(0, Math.floor(random() * text.length)) : text;
}

function resolve(files: ConfigFile[]): Settings {
  const { settings, problems } = resolveSettings(() => undefined, files, readConfigFile);
  // deno-lint-ignore no-control-regex
  for (const problem of problems) assert.doesNotMatch(problem, /[\x00-\x1f\x7f-\x9f]/);
  assert(problems.length <= 50, `${problems.length} problems`);
  assert.deepEqual(Object.keys(settings), KEYS);
  for (const key of KEYS) assert(isSound(key, settings[key].value), `${key}: ${settings[key].value}`);
  return settings;
}

Deno.test(`config fuzz: ${ROUNDS} files leave every setting sound, a repository's file only tightens`, () => {
  const random = seeded(20261122);
  for (let round = 0; round < ROUNDS; round++) {
    const [users, projects] = [someFile(random), someFile(random)];
    try {
      const before = resolve([{ source: "user", path: "u", text: users }]);
      const after = resolve([
        { source: "user", path: "u", text: users },
        { source: "project", path: "p", text: projects },
      ]);
      for (const key of KEYS) {
        const [value, was] = [after[key].value, before[key].value];
        assert(isTighter(key, value, was), `${key} loosened: ${was} -> ${value}`);
      }
    } catch (error) {
      throw new Error(`user's:\n${users}\n\nproject's:\n${projects}`, { cause: error });
    }
  }
});

Deno.test("config: a repository's file may not loosen what it could before", () => {
  const text = "enabled: on\nbudget.wall_ms: 60000\nbudget.max_concurrency: 16\ntier_max: 2\nexclude: []\n" +
    "mode: run\ngraph_rag.enabled: true\ntools.ci_search.timeout_ms: 60000\ndaemon.idle_s: 86400\ncache.ttl_s: 86400\n";
  const user = {
    source: "user",
    path: "u",
    text: "exclude: [private]\nmode: plan\ngraph_rag.enabled: false\n",
  } as const;
  const { settings, problems } = resolveSettings(
    () => undefined,
    [user, { source: "project", path: "p", text }],
    readConfigFile,
  );
  assert.deepEqual(settings.exclude.value, ["private"]);
  for (const key of KEYS) assert.notEqual(settings[key].source, key === "exclude" ? "env" : "project", key);
  assert.equal(problems.length, 9);
});

Deno.test("config: deep nesting, bombs of aliases, a great many keys and bytes that are no text end in a problem", () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++) {
    bomb.push(
      `${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${Array(9).fill(`*${"abcdefghi"[i - 1]}`).join(", ")}]`,
    );
  }
  for (
    const text of [
      "[".repeat(30_000),
      "a: ".repeat(20_000),
      "{a: ".repeat(15_000),
      Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join("\n"),
      `${bomb.join("\n")}\nexclude: *i\nbudget.wall_ms: *i`,
      "\ud800: \udfff",
      "\0\0\0",
      "- a\n- b",
      "%YAML 9.9\n---\nenabled: off",
    ]
  ) {
    for (const source of ["user", "project"] as const) resolve([{ source, path: "x", text }]);
  }
});
