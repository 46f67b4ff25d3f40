import { VERSION } from "../platform/program.ts";
import { COMMAND_NAMES } from "./command_line.ts";
import { helpText } from "./help.ts";

/** The manual page auto-tools(1) in roff, made from the texts of `--help`. */
export function manPage(): string {
  const [title = "", ...overview] = helpText().trimEnd().split("\n\n");
  const commands = COMMAND_NAMES.filter((name) => name !== "help").flatMap((name) => [
    `.SS auto\\-tools ${roff(name)}`,
    ...helpText(name).trimEnd().split("\n\n").flatMap(part),
  ]);
  return [
    `.TH AUTO\\-TOOLS 1 "" "auto-tools ${VERSION}" "User Commands"`,
    ".SH NAME",
    roff(title.replace(": ", " - ")),
    ...overview.flatMap(section),
    ".SH COMMANDS IN DETAIL",
    ...commands,
  ].join("\n") + "\n";
}

/** `Title:` and the lines under it. */
function section(text: string): string[] {
  const [head = "", ...lines] = text.split("\n");
  const title = head === "Usage:" ? "SYNOPSIS" : head.replace(/:$/, "").toUpperCase();
  return [`.SH ${roff(title)}`, ...literal(lines)];
}

/** A paragraph, or lines that stay as they are: a usage, options, examples. */
function part(text: string): string[] {
  const lines = text.split("\n");
  if (lines[0]?.startsWith("Usage: ")) return literal(lines.map((line) => line.slice("Usage: ".length)));
  const at = lines.findIndex((line) => line.startsWith("  "));
  if (at < 0) return [".PP", ...lines.map(roff)];
  return [...(at > 0 ? [".PP", ...lines.slice(0, at).map(roff)] : []), ...literal(lines.slice(at))];
}

function literal(lines: readonly string[]): string[] {
  return [".PP", ".nf", ...lines.map(roff), ".fi"];
}

/** Backslashes and hyphens mean something to roff, and so do a dot and an apostrophe at the start of a line. */
function roff(line: string): string {
  return line.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^(?=[.'])/, "\\&");
}
