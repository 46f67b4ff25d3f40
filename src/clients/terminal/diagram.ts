import { remember } from "../../model/memo.ts";

/** Trees and lists of uses as Mermaid and DOT, for documents and reviews. */

/** One arrow of a diagram. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** It may be so, through an interface or base class. */
  readonly isDashed?: true;
}

/** A Mermaid flow chart, left to right; `nodes` are shown even without arrows, each arrow once. */
export function mermaid(arrows: readonly Arrow[], nodes: readonly string[] = []): string {
  const ids = new Map<string, string>();
  const id = (name: string): string => remember(ids, name, () => `n${ids.size}`);
  nodes.forEach(id);
  const lines = arrows.map(({ from, to, label, isDashed }) =>
    `  ${id(from)} ${isDashed ? "-.->" : "-->"}${label ? `|${quoteMermaid(label)}|` : ""} ${id(to)}`
  );
  const named = [...ids].map(([name, key]) => `  ${key}["${quoteMermaid(name)}"]`);
  return ["flowchart LR", ...named, ...new Set(lines)].join("\n") + "\n";
}

/** A Graphviz digraph, left to right; `nodes` are shown even without arrows, each arrow once. */
export function dot(arrows: readonly Arrow[], nodes: readonly string[] = []): string {
  const lines = arrows.map(({ from, to, label, isDashed }) => {
    const marks = [label ? `label=${quoteDot(label)}` : "", isDashed ? "style=dashed" : ""].filter((one) =>
      one !== ""
    );
    return `  ${quoteDot(from)} -> ${quoteDot(to)}${marks.length > 0 ? ` [${marks.join(", ")}]` : ""};`;
  });
  const alone = nodes.map((name) => `  ${quoteDot(name)};`);
  return ["digraph {", "  rankdir=LR;", "  node [shape=box];", ...alone, ...new Set(lines), "}"].join("\n") +
    "\n";
}

function quoteMermaid(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replace(
    /[<>|[\]{}]/g,
    (c) => `&#${c.charCodeAt(0)};`,
  );
}

function quoteDot(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
