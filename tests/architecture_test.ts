import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";

/** The one-way import table: what each folder of src may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[] | "everything"> = {
  model: [],
  platform: ["model", "config"],
  safety: ["model", "config"],
  analysis: ["model", "config"],
  adapters: ["model"],
  orchestrator: ["model", "safety", "config"],
  "cli.ts": ["model", "config"],
  "setting_specs.ts": ["model", "config"],
  "settings.ts": ["model", "config", "setting_specs.ts"],
  "settings_file.ts": ["model", "config", "settings.ts", "setting_specs.ts"],
  "program.ts": [],
  commands: "everything",
  jailed: "everything",
  networked: ["model", "platform", "adapters"],
  "network.ts": ["model", "platform", "networked"],
  "app.ts": "everything",
  "worker.ts": "everything",
  standby: "everything",
  "answering.ts": "everything",
  "packed_worker.ts": ["platform"],
  "ckb_worker.ts": "everything",
};

const ROOT = new URL("..", import.meta.url).pathname;
const SOURCES = ["main.ts", ...filesBelow("src").filter((path) => path.endsWith(".ts"))];

Deno.test("imports go one way only", () => {
  const wrong: string[] = [];
  for (const path of SOURCES.filter((path) => path.startsWith("src/"))) {
    const from = placeOf(path);
    const allowed = MAY_IMPORT[from];
    assert(allowed !== undefined, `a place the table does not know: ${path}`);
    if (allowed === "everything") continue;
    for (const target of importsOf(path)) {
      const to = target.startsWith("config/") ? "config" : placeOf(target);
      if (to !== from && !allowed.includes(to)) wrong.push(`${path} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("only platform touches Deno and node's IO", () => {
  const io = /\bDeno\.|from "node:(?!path\b|util\b|assert\b)/;
  const allowed = (path: string): boolean => path.startsWith("src/platform/") || path === "main.ts";
  const wrong = SOURCES.filter((path) => !allowed(path) && io.test(code(path)));
  assert.deepEqual(wrong, []);
});

Deno.test("only the seal makes safe text, only redaction what may be sent, only the guard repository paths", () => {
  const casts = (path: string, type: string): boolean =>
    new RegExp(`\\bas ${type}\\b|<${type}>\\(`).test(code(path));
  const sealed = SOURCES.filter((path) => casts(path, "SafeText"));
  assert.deepEqual(sealed, ["src/safety/seal.ts", "src/safety/sealed_before.ts"]);
  const sendable = SOURCES.filter((path) => casts(path, "SendableText"));
  assert.deepEqual(sendable, ["src/safety/outgoing.ts"]);
  const guarded = SOURCES.filter((path) => casts(path, "RepoPath"));
  assert.deepEqual(guarded.filter((path) => path !== "src/safety/path_guard.ts"), []);
});

Deno.test("the tools' code is drawn in by the jailed side alone", () => {
  const drawing = SOURCES.filter((path) => importsOf(path).includes("src/analysis/registry.ts"));
  assert.deepEqual(drawing, ["src/worker.ts"]);
});

Deno.test("sources stay small, typed and finished", () => {
  for (const path of SOURCES) {
    const text = read(path);
    assert(text.split("\n").length <= 400, `too long: ${path}`);
    assert(!/\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck/.test(code(path)), `type escape: ${path}`);
    assert(!/\b(?:TODO|FIXME|XXX)\b/.test(text), `unfinished: ${path}`);
  }
});

Deno.test("no test changes what the tests beside it share", () => {
  const shared = /\bDeno\.(?:env\.(?:set|delete)|chdir)\(/;
  const wrong = filesBelow("tests").filter((path) => path.endsWith(".ts") && shared.test(code(path)));
  assert.deepEqual(wrong, []);
});

Deno.test("every export is documented", () => {
  const wrong: string[] = [];
  for (const path of SOURCES) {
    const lines = read(path).split("\n");
    lines.forEach((line, i) => {
      if (!/^export (?:async )?(?:function|const|class|interface|type|enum) /.test(line)) return;
      if (!/\*\/\s*$/.test(lines[i - 1] ?? "")) wrong.push(`${path}:${i + 1}`);
    });
  }
  assert.deepEqual(wrong, []);
});

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? filesBelow(path) : [path];
  }).sort();
}

function placeOf(path: string): string {
  return path.split("/")[1] ?? path;
}

function importsOf(path: string): string[] {
  return [...read(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map((match) => relative(ROOT, join(ROOT, dirname(path), match[1] ?? "")));
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}

/** The file without comments and string contents. */
function code(path: string): string {
  return read(path).replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
