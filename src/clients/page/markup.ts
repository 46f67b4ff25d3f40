/** HTML or SVG in which everything that came from outside is escaped. {@link markup} makes it. */
export class Markup {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
]);

/** Text is escaped, markup is put in as it is, a list of it line by line. */
type Part = string | number | Markup | readonly Markup[];

/** A template tag: its own wording is markup, its parts are text unless they are {@link Markup}. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = parts.map((part, at) => strings[at] + written(part));
  return new Markup(pieces.join("") + (strings.at(-1) ?? ""));
}

function written(part: Part): string {
  if (typeof part === "string") return escaped(part);
  return typeof part === "object" && !(part instanceof Markup) ? part.join("\n") : String(part);
}

/** Control characters, which HTML does not allow, are left out. */
function escaped(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "").replace(/[&<>"'`]/g, (c) => ESCAPES.get(c) ?? c);
}

/** The text, at most so many characters, the cut marked by an ellipsis where it was cut: at its end or at its start. */
export function clipped(text: string, most: number, cut: "end" | "start" = "end"): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  return cut === "end" ? `${letters.slice(0, most - 1).join("")}…` : `…${letters.slice(1 - most).join("")}`;
}
