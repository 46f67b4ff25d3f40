/** One link of a receiver: `env`, `doc()`, `items[]`. */
export interface Link {
  readonly name: string;
  readonly form: "name" | "call" | "index";
}

/** The links of a receiver as the parser writes it; undefined when it begins with what is no name. */
export function linksOf(receiver: string): readonly Link[] | undefined {
  if (receiver.startsWith("?")) return undefined;
  return receiver.split(".").filter((part) => part !== "").map((part): Link => {
    if (part.endsWith("()")) return { name: part.slice(0, -2), form: "call" };
    return part.endsWith("[]") ? { name: part.slice(0, -2), form: "index" } : { name: part, form: "name" };
  });
}
