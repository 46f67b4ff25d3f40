import { LANGUAGES } from "../../src/syntax/languages.ts";
import type { LanguageConfig } from "../../src/syntax/language_config.ts";
import { type Cell, readMatrix } from "./cells.ts";

/**
 * The table of languages in `docs/languages.md`, from the configuration and the matrix:
 * `deno run -A tests/matrix/table.ts` writes it.
 */

const DOCUMENT = new URL("../../docs/languages.md", import.meta.url);
const [START, END] = ["<!-- table -->\n", "<!-- end of the table -->\n"];

/** The document with the table as it should be. */
export function documentWithTable(text: string): string {
  const [before = "", rest = ""] = text.split(START);
  const [, after = ""] = rest.split(END);
  return [before, START, table(), END, after].join("");
}

function table(): string {
  const matrix = readMatrix();
  const rows = LANGUAGES.filter(isParsed).toSorted((a, b) => a.id < b.id ? -1 : 1)
    .map((config) => row(config, matrix.get(config.id) ?? []));
  const head = ["language", "files", "definitions", "calls", "constructs", "callers checked"];
  return aligned([head, ...rows]);
}

function isParsed({ grammar, embedded, outline }: LanguageConfig): boolean {
  return grammar !== undefined || embedded !== undefined || outline !== undefined;
}

function row(config: LanguageConfig, cells: readonly Cell[]): string[] {
  const { id, extensions, grammar, embedded } = config;
  const definitions = grammar ? "grammar" : embedded ? `${embedded.language} inside` : "patterns";
  const hasCalls = grammar !== undefined || embedded !== undefined;
  const checked = cells.flatMap(({ wanted }) => wanted).filter(({ callers }) => callers !== undefined).length;
  return [
    id,
    extensions.join(" "),
    definitions,
    hasCalls ? "yes" : "not read",
    String(hasCalls ? cells.length : 0),
    String(checked),
  ];
}

/** A Markdown table as the formatter writes it. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(3, ...rows.map((one) => one[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return "\n" + line(head) + line(widths.map((width) => "-".repeat(width))) + body.map(line).join("") + "\n";
}

if (import.meta.main) Deno.writeTextFileSync(DOCUMENT, documentWithTable(Deno.readTextFileSync(DOCUMENT)));
