import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { SUBCOMMANDS } from "../../src/cli/command_line.ts";
import { helpText } from "../../src/cli/help.ts";
import { manPage } from "../../src/cli/man.ts";
import { SETTING_SPECS, type SettingSpec } from "../../src/model/setting_specs.ts";
import { VERSION } from "../../src/platform/program.ts";

/**
 * The documents say what the program says: reference pages are made from the sources (`AUTO_TOOLS_WRITE_DOCS=1` writes
 * them), links and paths lead somewhere, and the first pages stay short.
 */

const ROOT = new URL("../..", import.meta.url).pathname;

/** Named in the documents as files of a user's repository. */
const ELSEWHERE = ["config/auto-tools.yaml", "src/private/keyboard.ts"];

const MADE: Readonly<Record<string, () => string>> = {
  "docs/configuration.md": () => between("docs/configuration.md", "settings", settingsTable()),
  "docs/auto-tools.1": manPage,
  "docs/commands.md": () => between("docs/commands.md", "commands", commandPages()),
};

for (const [path, make] of Object.entries(MADE)) {
  Deno.test(`docs: ${path} is what its source says`, () => {
    const text = make();
    if (Deno.env.get("AUTO_TOOLS_WRITE_DOCS")) Deno.writeTextFileSync(join(ROOT, path), text);
    assert.equal(read(path), text, "run this test with AUTO_TOOLS_WRITE_DOCS=1");
  });
}

Deno.test("docs: every relative link and every path of this project leads to a file", () => {
  const dead: string[] = [];
  for (const path of documents()) {
    const text = read(path);
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, to = ""]) =>
      join(dirname(path), to)
    );
    const paths = [...text.matchAll(/`((?:src|tests|config|docs)\/[\w./-]*\w\/?)`/g)].map(([, to = ""]) =>
      to
    );
    for (const to of [...links, ...(path === "CHANGELOG.md" ? [] : paths)]) {
      if (!ELSEWHERE.includes(to) && !exists(to)) dead.push(`${path}: ${to}`);
    }
  }
  assert.deepEqual(dead, []);
});

Deno.test("docs: the README and the map of the code can be read in one go", () => {
  for (
    const [path, limit] of [["README.md", 8192], ["README.zh-CN.md", 8192], [
      "docs/architecture.md",
      10_240,
    ]] as const
  ) {
    const { length } = new TextEncoder().encode(read(path));
    assert.ok(length <= limit, `${path}: ${length} bytes, at most ${limit}`);
  }
});

Deno.test("docs: the newest heading of the changelog is the program's version", () => {
  assert.equal(/^## ([\d.]+)/m.exec(read("CHANGELOG.md"))?.[1], VERSION);
});

Deno.test("docs: both READMEs have the same sections, commands and figures", () => {
  const [english, chinese] = [read("README.md"), read("README.zh-CN.md")];
  const blocks = (text: string): string[] =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code.replace(/ *#.*$/gm, ""));
  const figures = (text: string): string[] =>
    [...text.matchAll(/^\|.*\|$/gm)].map(([row]) => (row.match(/`[^`]+`|\d[\d.,]*/g) ?? []).join(" "));
  const headings = (text: string): number => text.match(/^## /gm)?.length ?? 0;
  assert.deepEqual(blocks(chinese), blocks(english));
  assert.deepEqual(figures(chinese), figures(english));
  assert.equal(headings(chinese), headings(english));
});

function settingsTable(): string {
  const rows = [...SETTING_SPECS].map(([key, spec]) =>
    `| \`${key}\` | ${spec.env ? `\`${spec.env}\`` : ""} | ${cell(shown(spec))} | ${cell(doc(spec))} |`
  );
  return ["| key | variable | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function doc(spec: SettingSpec): string {
  const limits = spec.type.kind === "number" ? ` (${spec.type.min} to ${spec.type.max})` : "";
  const { project } = spec;
  const only = project === undefined
    ? ""
    : project === "never"
    ? "; not from a repository's file"
    : `; from a repository's file only ${project.only}`;
  return `${spec.doc}${limits}${only}`;
}

function shown({ default: value }: SettingSpec): string {
  if (value === undefined) return "unset";
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return text === "" ? "none" : text;
}

/** Pipes would end a cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function commandPages(): string {
  const names = Object.keys(SUBCOMMANDS).sort();
  return names.map((name) => `## ${name}\n\n\`\`\`text\n${helpText(name).trimEnd()}\n\`\`\``).join("\n\n");
}

/** The page with what stands between its two marks made anew. */
function between(path: string, name: string, made: string): string {
  const [start, end] = [`<!-- made from the source: ${name} -->`, "<!-- end -->"];
  const text = read(path);
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  assert.ok(from >= 0 && to > from, `${path} has no place for ${name}`);
  return `${
    text.slice(0, from)
  }${start}\n<!-- deno-fmt-ignore-start -->\n\n${made}\n\n<!-- deno-fmt-ignore-end -->\n${text.slice(to)}`;
}

function documents(): string[] {
  const top = [
    "README.md",
    "README.zh-CN.md",
    "CHANGELOG.md",
    ".github/CONTRIBUTING.md",
    ".github/SECURITY.md",
  ];
  const pages = [...Deno.readDirSync(join(ROOT, "docs"))].filter(({ name }) => name.endsWith(".md"));
  const decisions = [...Deno.readDirSync(join(ROOT, "docs/decisions"))].map(({ name }) =>
    `docs/decisions/${name}`
  );
  return [...top, ...pages.map(({ name }) => `docs/${name}`), ...decisions];
}

function exists(path: string): boolean {
  try {
    Deno.statSync(join(ROOT, path));
    return true;
  } catch {
    return false;
  }
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}
