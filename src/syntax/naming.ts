import type { Callee } from "./callee.ts";
import type { Locator } from "./flat_tree.ts";
import type { CompiledDefinition } from "./language_tables.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { isUpperCase, type Source, textOf, unquoted, unwrapped } from "./source.ts";

/** Result of a naming strategy. */
export interface NamingResult {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** Row of the body, where the signature ends; -1 if there is none. */
  readonly body: number;
  /** Type of a definition outside of that type (`void A::b() {}`, Go receivers). */
  readonly owner?: string;
  /** True if nested definitions are members, although this is not a type (object literals). */
  readonly holds?: boolean;
  /** Row of a call that is the head of the definition rather than a use. */
  readonly head?: number;
  /** Further names defined by the same node (`int a, b`). */
  readonly also?: readonly string[];
  /** True if nested definitions belong to the enclosing scope (`Struct.new(:a) do ... end`). */
  readonly isPassing?: boolean;
  /** Callee of the definition itself: the macro that makes the function, the function to which it delegates. */
  readonly calls?: Callee;
  /** True if it is as visible as its enclosing type (components of a record). */
  readonly isOpen?: boolean;
}

/** Kind of the enclosing scope. */
export interface EnclosingScope {
  /** True directly inside a type. */
  readonly inType: boolean;
  /** True inside a function. */
  readonly local: boolean;
  /** Prefix of qualified names inside, "" or with a trailing dot. */
  readonly prefix?: string;
}

/** A node that may be a definition. */
export interface NamingSite {
  readonly source: Source;
  /** Row of the node. */
  readonly row: number;
  readonly rule: CompiledDefinition;
  readonly around: EnclosingScope;
}

/** Names the definition at a node; undefined if it is not a recorded definition. */
export type Naming = (site: NamingSite) => NamingResult | undefined;

/** Name at the location of the rule. */
export const byField: Naming = ({ source, row, rule, around }) => {
  const body = source.tree.locate(row, rule.body);
  if (rule.rule.needsBody === true && body < 0) return undefined;
  const at = nameAt(source, row, rule.name);
  const text = at < 0 ? rule.rule.fallback ?? "" : textOf(source, at);
  const named = ownedName(text, kindIn(rule.rule.kind, around), body);
  if (named === undefined || rule.rule.repeats !== true) return named;
  const also = repeated(source, row, at).map((other) => textOf(source, other));
  return also.length === 0 ? named : { ...named, also };
};

/** Row of a definition's name; for Haskell's `a <+> b = c` the operator. */
export function nameAt(source: Source, row: number, place: Locator): number {
  const named = source.tree.locate(row, place);
  if (named >= 0) return unwrapped(source, named);
  const first = source.tree.firstChild(row);
  const inner = unwrapped(source, first);
  return inner === first ? -1 : inner;
}

/** Rows after `first` in the same field of the node at `row`. */
export function repeated(source: Source, row: number, first: number): number[] {
  const { tree } = source;
  const rows: number[] = [];
  const end = tree.after[row]!;
  for (let at = tree.after[first]!; at < end; at = tree.after[at]!) {
    if (tree.field[at] === tree.field[first]) rows.push(at);
  }
  return rows;
}

/** Splits off a qualifier: `A::B`, `M.f`, `M:f` belong to the path before the last part. */
export function ownedName(text: string, kind: DefinitionKind, body: number): NamingResult | undefined {
  const plain = plainName(text);
  if (plain === "") return undefined;
  const parts = /^[\w$.:\\~]+(?:(?<=operator)\W+)?$/.test(plain)
    ? plain.split(/::|[.:\\]/).filter((part) => part !== "")
    : [plain];
  const name = parts[parts.length - 1];
  if (name === undefined) return undefined;
  if (parts.length === 1) return { name, kind, body };
  return { name, kind: kind === "function" ? "method" : kind, body, owner: parts.slice(0, -1).join(".") };
}

/** A name without quotes and type parameters; "" for computed and overlong names. */
export function plainName(text: string): string {
  if (text.length > NAME_LIMIT) return "";
  const bare = unquoted(text);
  return bare.startsWith("[") ? "" : bare.replace(/(?<=\w)<.*>$|\s+/g, "");
}

/** Maximum length of a recorded name in characters. */
export const NAME_LIMIT = 120;

/** Maximum number of names of one definition. */
export const MOST_NAMES = 40;

/** The kind of a definition within its enclosing scope. */
export function kindIn(kind: DefinitionKind, around: EnclosingScope): DefinitionKind {
  if (!around.inType) return kind;
  if (kind === "function") return "method";
  return kind === "variable" ? "field" : kind;
}

/** Kind of a value: a constant if written in capitals, a field inside a type, otherwise a variable. */
export function valueKind(name: string, around: EnclosingScope): DefinitionKind {
  if (isUpperCase(name)) return "constant";
  return around.inType ? "field" : "variable";
}
