/** Trees and lists of uses as Mermaid and DOT, for documents and reviews. */

/** One arrow of a diagram. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

/** A Mermaid flow chart, left to right. */
export function mermaid(arrows: readonly Arrow[]): string {
  const ids = new Map<string, string>();
  const id = (name: string): string => {
    let known = ids.get(name);
    if (!known) ids.set(name, known = `n${ids.size}`);
    return known;
  };
  const lines = arrows.map(({ from, to, label }) =>
    `  ${id(from)} -->${label ? `|${quoteMermaid(label)}|` : ""} ${id(to)}`
  );
  const nodes = [...ids].map(([name, key]) => `  ${key}["${quoteMermaid(name)}"]`);
  return ["flowchart LR", ...nodes, ...lines].join("\n") + "\n";
}

/** A Graphviz digraph, left to right. */
export function dot(arrows: readonly Arrow[]): string {
  const lines = arrows.map(({ from, to, label }) =>
    `  ${quoteDot(from)} -> ${quoteDot(to)}${label ? ` [label=${quoteDot(label)}]` : ""};`
  );
  return ["digraph {", "  rankdir=LR;", "  node [shape=box];", ...lines, "}"].join("\n") + "\n";
}

function quoteMermaid(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(
    /[<>|[\]{}]/g,
    (c) => `&#${c.charCodeAt(0)};`,
  );
}

function quoteDot(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`;
}
