/** One link of a receiver: `env`, `doc()`, `items[]`. */
export interface Link {
  readonly name: string;
  readonly form: "name" | "call" | "index";
  /** Which result of a call, from 0; absent for the first. */
  readonly result?: number;
}

/** The links of a receiver as the parser writes it; undefined when it begins with what is no name. */
export function linksOf(receiver: string): readonly Link[] | undefined {
  if (receiver.startsWith("?")) return undefined;
  return receiver.split(".").filter((part) => part !== "").map((part): Link => {
    const call = /^(.*)\(\)(\d*)$/.exec(part);
    if (call) return { name: call[1]!, form: "call", ...(call[2] !== "" && { result: Number(call[2]) }) };
    return part.endsWith("[]") ? { name: part.slice(0, -2), form: "index" } : { name: part, form: "name" };
  });
}

/** The last name of a chain, and what stands before it: `a.b.c` is `c` on `a.b`. */
export function lastLink(chain: string): { readonly name: string; readonly receiver: string } {
  const at = chain.lastIndexOf(".");
  return { name: chain.slice(at + 1), receiver: at < 0 ? "" : chain.slice(0, at) };
}
