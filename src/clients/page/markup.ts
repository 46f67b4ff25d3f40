/** HTML or SVG in which everything that came from outside is escaped. {@link markup} makes it. */
export class Markup {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** Text is escaped, markup is put in as it is, a list of it line by line. */
type Part = string | number | Markup | readonly Markup[];

/** A template tag: its own wording is markup, its parts are text unless they are {@link Markup}. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(written)));
}

function written(part: Part): string {
  if (typeof part === "string") return escaped(part);
  return typeof part === "object" && !(part instanceof Markup) ? part.join("\n") : String(part);
}

/** Control characters, which HTML does not allow, are left out. */
function escaped(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "").replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Returns the text, cut to a maximum of characters, with an ellipsis at the cut: at its end or at its start. */
export function clipped(text: string, most: number, cut: "end" | "start" = "end"): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  return cut === "end" ? `${letters.slice(0, most - 1).join("")}…` : `…${letters.slice(1 - most).join("")}`;
}

/** A drawing. */
export function drawing(width: number, height: number, content: Part, kind = "plain"): Markup {
  const size = markup`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return markup`<svg class="${kind}" ${size} role="group">
${content}
</svg>`;
}

/** A shape that can be chosen, at a place where it is found by its neighbours; `row` is the index of its row in the table. */
export function shape(
  { row, x, y, kind, tells }: Readonly<Record<"row" | "x" | "y", number> & Record<"kind" | "tells", string>>,
  content: readonly Markup[],
): Markup {
  const place = markup`data-row="${row}" data-x="${x}" data-y="${y}"`;
  return markup`<g class="node ${kind}" ${place} tabindex="0" role="button"><title>${tells}</title>${content}</g>`;
}
