import type { CommandIo } from "../../platform/command_io.ts";

/** Styles by what they are for, as numbers of the terminal. */
const STYLES = { heading: 1, path: 36, quiet: 2, good: 32, bad: 31 } as const;

/** Writes a text in a style. */
export type Paint = (text: string, style: keyof typeof STYLES) => string;

/** Colours for a person at a terminal; none with NO_COLOR, for a `dumb` terminal, and in files and pipes. */
export function painter({ isTerminal, env }: Pick<CommandIo, "isTerminal" | "env">): Paint {
  const isColoured = isTerminal && !env("NO_COLOR") && env("TERM") !== "dumb";
  return isColoured ? (text, style) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (text) => text;
}

/** A table with its head line as a heading. */
export function painted(table: string, paint: Paint): string {
  return table.replace(/^.+(?=\n)/, (head) => paint(head, "heading"));
}
