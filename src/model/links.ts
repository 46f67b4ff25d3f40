import { asObject } from "./json.ts";
import { withoutLastSlash } from "./paths.ts";

/** Links of two repositories by a literal alone: a route, a topic of messages, a procedure of a protocol file. */

/** The kinds of a {@link LinkEnd}. */
export const LINK_KINDS = ["route", "topic", "rpc"] as const;

/** One of {@link LINK_KINDS}. */
export type LinkKind = typeof LINK_KINDS[number];

/** A line that declares or takes such a thing (`serves`), or calls or sends it (`uses`). */
export interface LinkEnd {
  readonly kind: LinkKind;
  readonly side: "serves" | "uses";
  /** `POST /orders/*`, or the path alone where the line does not say the method; a topic; a procedure's name. */
  readonly name: string;
}

/** A {@link LinkEnd} with its place. */
export interface PlacedEnd extends LinkEnd {
  /** Relative to the root. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** First line of the definition around it, else `line`. */
  readonly startLine: number;
}

/** Certainty that two names are equal: `same` letter by letter, `alike` if a part is filled in or missing. */
export type Likeness = "same" | "alike";

const ROUTE = /^(?:([A-Z]+) )?(\/.*)$/;

/** A route's path with `*` for each part that is filled in; undefined where a part is filled in only in part. */
export function routePath(text: string): string | undefined {
  const parts = withoutLastSlash(text).split("/").map((one) =>
    /^(?::\w+\??|\$?\{[^}]*\}|<[^>]*>|\*+)$/.test(one) ? "*" : one
  );
  const isPlain = parts.every((one) => one === "*" || /^[\w.~-]*$/.test(one));
  return isPlain && parts.some((one) => /[A-Za-z]/.test(one)) ? parts.join("/") : undefined;
}

/** Checks if a name is a route: routes have a slash in front. */
export function isRoute(name: string): boolean {
  return ROUTE.test(name);
}

/** Compares two names of a kind; undefined if they differ. */
export function likeness(kind: LinkKind, a: string, b: string): Likeness | undefined {
  if (kind === "rpc") return plain(a) === plain(b) ? "same" : undefined;
  if (kind === "topic" || a === b) return a === b ? "same" : undefined;
  const [, methodA, pathA = ""] = ROUTE.exec(a) ?? [];
  const [, methodB, pathB = ""] = ROUTE.exec(b) ?? [];
  if (methodA !== undefined && methodB !== undefined && methodA !== methodB) return undefined;
  const [one, other] = [pathA.split("/"), pathB.split("/")];
  const fits = one.length === other.length &&
    one.every((part, at) => part === other[at] || part === "*" || other[at] === "*");
  return fits && one.some((part, at) => part !== "" && part === other[at]) ? "alike" : undefined;
}

/** `create_order`, `createOrder` and `CreateOrder` are one procedure. */
function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** The ends in a search's own data; a sandbox is not taken at its word for the shape. */
export function readEnds(data: unknown, most: number): readonly PlacedEnd[] {
  const all = asObject(data)?.["links"];
  return (Array.isArray(all) ? all.slice(0, most) : []).flatMap((one): PlacedEnd[] => {
    const { kind, side, name, path, line, startLine } = asObject(one) ?? {};
    const known = LINK_KINDS.find((each) => each === kind);
    const isEnd = known && (side === "serves" || side === "uses") && typeof name === "string" &&
      typeof path === "string" && typeof line === "number" && typeof startLine === "number";
    return isEnd ? [{ kind: known, side, name, path, line, startLine }] : [];
  });
}
