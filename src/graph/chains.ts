/** One link of a receiver chain: `env`, `doc()`, `items[]`, `make<Foo>()`, `forEach()*00`. */
export interface Link {
  readonly name: string;
  readonly form: "name" | "call" | "index";
  /** Zero-based index of the call's result; absent for the first. */
  readonly result?: number;
  /** Type argument of a call. */
  readonly argument?: string;
  /** Digits for a value that the call passes to a function: see `argumentOf`. */
  readonly passed?: string;
}

/** Name of a link that is an element of the value before it: the second of `all()[]`. */
export const ELEMENT = "[]";

/** Parses a receiver as written by the parser; undefined if it does not start with a name. */
export function linksOf(receiver: string): readonly Link[] | undefined {
  if (receiver.startsWith("?")) return undefined;
  return receiver.split(".").filter((part) => part !== "").flatMap((part): Link[] => {
    const [, name = part, argument, result, passed, indexes = ""] = LINK.exec(part) ?? [];
    const form = result !== undefined ? "call" : indexes === "" ? "name" : "index";
    const elements = indexes.length / 2 - (form === "index" ? 1 : 0);
    const link = {
      name,
      form,
      ...(argument && { argument }),
      ...(result && { result: Number(result) }),
      ...(passed && { passed }),
    } as const;
    return [link, ...new Array<Link>(elements).fill({ name: ELEMENT, form: "name" })];
  });
}

/** Captures the name, the type argument, the index of the result, the value that is passed on, and the indexes. */
const LINK = /^([^(<[]*)(?:<(\w+)>)?(?:\(\)(\d*)(?:\*(\w\w))?)?((?:\[\])*)$/;

/** Splits off the last name of a chain: `a.b.c` is `c` on `a.b`. */
export function lastLink(chain: string): { readonly name: string; readonly receiver: string } {
  const at = chain.lastIndexOf(".");
  return { name: chain.slice(at + 1), receiver: at < 0 ? "" : chain.slice(0, at) };
}
