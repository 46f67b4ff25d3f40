/** One link of a receiver chain: `env`, `doc()`, `items[]`. */
export interface Link {
  readonly name: string;
  readonly form: "name" | "call" | "index";
  /** Zero-based index of the call's result; absent for the first. */
  readonly result?: number;
}

/** Parses a receiver as written by the parser; undefined if it does not start with a name. */
export function linksOf(receiver: string): readonly Link[] | undefined {
  if (receiver.startsWith("?")) return undefined;
  return receiver.split(".").filter((part) => part !== "").map((part): Link => {
    const call = /^(.*)\(\)(\d*)$/.exec(part);
    if (call) return { name: call[1]!, form: "call", ...(call[2] !== "" && { result: Number(call[2]) }) };
    return part.endsWith("[]") ? { name: part.slice(0, -2), form: "index" } : { name: part, form: "name" };
  });
}

/** Splits off the last name of a chain: `a.b.c` is `c` on `a.b`. */
export function lastLink(chain: string): { readonly name: string; readonly receiver: string } {
  const at = chain.lastIndexOf(".");
  return { name: chain.slice(at + 1), receiver: at < 0 ? "" : chain.slice(0, at) };
}
