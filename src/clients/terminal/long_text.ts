import type { CommandIo } from "../../platform/command_io.ts";

/** Lines of a result that a person is shown at once. */
const MOST_LINES = 100;

/** A result as a terminal shows it: of a long one the beginning and the count of the rest. Pipes and files get all of it. */
export function inTerminal(text: string, { isTerminal }: Pick<CommandIo, "isTerminal">): string {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - MOST_LINES;
  if (!isTerminal || left <= 1) return text;
  return `${
    lines.slice(0, MOST_LINES).join("\n")
  }\n... ${left} more lines; to read all of them add: | less\n`;
}
