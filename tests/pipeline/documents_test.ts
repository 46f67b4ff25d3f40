import assert from "node:assert/strict";
import { lastText } from "../../src/pipeline/last_delivery.ts";
import { readLast } from "../../src/pipeline/read_last.ts";
import { nearPaths } from "../../src/model/near_paths.ts";
import { DELIVERY } from "../support/delivery.ts";

/**
 * Functions of the pipeline over every combination of some inputs. Compared with a golden file, which
 * `AUTO_TOOLS_GOLDEN=write` renews; read what changed in it.
 */

const GOLDEN = new URL("./documents.golden.json", import.meta.url);

/** Each is looked for among all. */
const PATHS = [
  ...[
    "app.ts",
    "src/app.ts",
    "src/app.tsx",
    "src/App_.py",
    "lib/src/app.ts",
    "./src/apps.ts",
    "//src//ap-p.ts",
  ],
  ...[
    "config.ts",
    "src/confg.ts",
    "src/config/index.ts",
    "config/config.test.ts",
    "a/b/c/config.ts",
    "a/b/konfig.ts",
  ],
  ...[
    "ab.c",
    "ac.c",
    "abc.c",
    "abd.c",
    "abcdef.c",
    "abcdefghij.c",
    ".env",
    "src/.env.local",
    "Makefile",
    "src/",
  ],
  ...["user_store/user-store.go", "user_store/userstor.go", "store/user_store.go", "user_store/store.go"],
];

const REQUEST = {
  client: "claude-code",
  event: "UserPromptSubmit",
  prompt: "p",
  cwd: "/r",
  sessionId: "s1",
} as const;
const KEY = "AK" + "IA" + "QXZWERTY12345678";

/** Values of every kind. */
const VALUES: readonly unknown[] = [
  ...[null, true, -1, 0, 7, 0.5, 2 ** 53, [], {}, [7], [{}], ["a"], "", "a word", "two\nlines"],
  ...[KEY, "\x1b[2J", "2026-01-02", "<auto-tools-context>\nx\n</auto-tools-context>"],
  "<auto-tools-context>\n\n</auto-tools-context>",
  `<auto-tools-context>\n${KEY}\n</auto-tools-context>`,
];

/** The kept delivery with every value in the place of every field, and without the field. */
function lasts(): Record<string, unknown> {
  const text = lastText(DELIVERY, { request: REQUEST, at: 0, milliseconds: 99 });
  const whole = JSON.parse(text);
  const read = (of: unknown): unknown => readLast(JSON.stringify(of)) ?? null;
  const rows: Record<string, unknown> = { whole: read(whole) };
  for (const field of Object.keys(whole)) {
    const of = (value: unknown): unknown =>
      (read({ ...whole, [field]: value }) as Record<string, unknown>)?.[field];
    rows[field] = [undefined, ...VALUES].map((value) => of(value) ?? null);
  }
  for (const field of Object.keys(whole.tools[0])) {
    const of = (value: unknown): unknown =>
      (read({ ...whole, tools: [{ ...whole.tools[0], [field]: value }] }) as typeof whole).tools[0][field];
    rows[`tools.${field}`] = [undefined, ...VALUES].map((value) => of(value) ?? null);
  }
  return rows;
}

Deno.test("pipeline: near paths of every path, and kept deliveries with a value of every kind in every field", () => {
  const all = {
    near: Object.fromEntries(PATHS.map((path) => [path, nearPaths(path, PATHS, 8)])),
    last: lasts(),
  };
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    return Deno.writeTextFileSync(GOLDEN, JSON.stringify(all, null, 1) + "\n");
  }
  assert.deepEqual(JSON.parse(JSON.stringify(all)), JSON.parse(Deno.readTextFileSync(GOLDEN)));
});
