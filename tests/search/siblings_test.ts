import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { filesOf } from "../support/files.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { siblingFindings } from "../../src/search/sibling_findings.ts";
import { testParser } from "../syntax/support.ts";

const KINDS = ["csv", "html", "json", "yaml"];

function exporter(name: string, lines: number): string {
  const kind = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const body = Array.from({ length: lines }, (_, at) => `    out.write(${at});`).join("\n");
  return `export class ${kind}Exporter {\n  write(out) {\n${body}\n  }\n}\n`;
}

const MEMBERS = Object.fromEntries(
  KINDS.map((name, at) => [`src/exporters/${name}_exporter.ts`, exporter(name, 9 + at)]),
);
const REGISTRY = "export function exporterOf(format) {\n  switch (format) {\n" +
  KINDS.map((name) => `    case "${name}": return new ${name[0]!.toUpperCase()}${name.slice(1)}Exporter();`)
    .join(
      "\n",
    ) +
  "\n  }\n}\n";

async function ask(
  texts: Readonly<Record<string, string>>,
  prompt: string,
  wanted: string,
): Promise<Finding[]> {
  const listed = Object.entries(texts).map(([path, text]) => ({ path, text }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  return siblingFindings(
    search(queryViews(prompt), index),
    filesOf((path) => texts[path] ?? ""),
    wanted,
  );
}

const TEXTS = {
  ...MEMBERS,
  "src/registry.ts": REGISTRY,
  "src/other.ts": "export function unrelated() {\n  return 1;\n}\n",
  "docs/formats.md": "# Formats\n\nExports are `csv`, `html`, `json` and `yaml`.\n",
  "CHANGELOG.md": "# 1.0\n\nAdded csv, html, json and yaml.\n",
};

Deno.test("siblings: the smallest of the kind whole, then where the kind is listed, not what tells its history", async () => {
  const found = await ask(TEXTS, "add a new exporter for toml", "exporter for toml");
  assert.equal(found[0]?.path, "src/exporters/csv_exporter.ts");
  assert.equal(found[0]?.code?.[0]?.text, MEMBERS["src/exporters/csv_exporter.ts"]!.trimEnd());
  assert.match(found[0]?.claim ?? "", /^one of the kind in src\/exporters\/: csv, html, json, yaml$/);
  const places = found.slice(1).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`)
    .sort();
  assert.deepEqual(places, ["docs/formats.md:3-3", "src/registry.ts:3-6"]);
  assert.match(found[1]?.claim ?? "", /^names 4 of them: /);
});

Deno.test("siblings: one that the question names is the pattern", async () => {
  const found = await ask(TEXTS, "add support for toml beside json and yaml", "beside json and yaml");
  assert.equal(found[0]?.path, "src/exporters/json_exporter.ts");
});

Deno.test("siblings: parts of one thing, and kinds that the repository does not have, give nothing", async () => {
  const { "src/registry.ts": _registry, "docs/formats.md": _docs, ...unlisted } = TEXTS;
  assert.deepEqual(await ask(unlisted, "add a new exporter for toml", "exporter for toml"), []);
  assert.deepEqual(await ask(TEXTS, "add a new thermostat", "thermostat"), []);
});

Deno.test("siblings: imports list no kind, and one more of a class is not one more of its folder", async () => {
  const { "src/registry.ts": _registry, "docs/formats.md": _docs, ...unlisted } = TEXTS;
  const user = KINDS.map((name) => `import { ${name}Of } from "./exporters/${name}_exporter.ts";`).join("\n");
  const importing = { ...unlisted, "src/user.ts": `${user}\nexport const all = 4;\n` };
  assert.deepEqual(await ask(importing, "add a new exporter for toml", "exporter for toml"), []);
  assert.deepEqual(await ask(TEXTS, "add a new CsvExporter for excel", "CsvExporter for excel"), []);
});

Deno.test("siblings: one more of a class is made after the classes derived from it, the best match first", async () => {
  const column = (name: string, text: string): string =>
    `class ${name}(ProgressColumn):\n    """${text}"""\n    def render(self, task):\n        return task.${name}\n\n\n`;
  const progress = "class ProgressColumn:\n    def render(self, task):\n        pass\n\n\n" +
    column("BarColumn", "A bar of the work done.") + column("TimeColumn", "The time that remains.");
  const texts = { ...TEXTS, "rich/progress.py": progress };
  const prompt = "add a new ProgressColumn that shows when the time that remains ends";
  const found = await ask(texts, prompt, "ProgressColumn");
  assert.deepEqual(found.map(({ symbol }) => symbol), ["TimeColumn", "BarColumn"]);
  assert.equal(found[0]?.claim, "one of 2 derived from ProgressColumn: The time that remains");
  assert.match(found[0]?.code?.[0]?.text ?? "", /task\.TimeColumn/);
});

Deno.test("siblings: a kind that stands elsewhere in the prompt is not the one that is wanted", async () => {
  const prompt = "新增一个 thermostat 支持，exporters 里的 csv 和 json 不变";
  assert.deepEqual(await ask(TEXTS, prompt, "thermostat"), []);
  assert.deepEqual(await ask(TEXTS, prompt, "温控器 thermostat"), []);
});
