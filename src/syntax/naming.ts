import type { CompiledDefinition } from "./language_tables.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { type Source, textOf } from "./source.ts";

/** What a strategy found out about a node. */
export interface Named {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** Row of the body, where the signature ends; -1 when there is none. */
  readonly body: number;
  /** Type the definition belongs to although it stands elsewhere (`void A::b() {}`, Go receivers). */
  readonly owner?: string;
  /** The members are not local variables although this is not a type (object literals). */
  readonly holds?: boolean;
  /** Row of a call that is the head of the definition rather than a use. */
  readonly head?: number;
  /** Further names that the same node defines (`int a, b`). */
  readonly also?: readonly string[];
  /** What stands inside belongs to the surroundings (`Struct.new(:a) do ... end`). */
  readonly isPassing?: boolean;
  /** Reached wherever the type around it is (components of a record). */
  readonly isOpen?: boolean;
}

/** Where a node stands. */
export interface Surroundings {
  /** Directly inside a type. */
  readonly inType: boolean;
  /** Inside a function. */
  readonly local: boolean;
}

/** A node that may define something. */
export interface NamingSite {
  readonly source: Source;
  /** Of the node. */
  readonly row: number;
  readonly rule: CompiledDefinition;
  readonly around: Surroundings;
}

/** Names the definition at a node; undefined when it defines nothing worth a record. */
export type Naming = (site: NamingSite) => Named | undefined;

/** The text of the name, wherever the rule says it is. */
export const byField: Naming = ({ source, row, rule, around }) => {
  const body = source.tree.locate(row, rule.body);
  if (rule.rule.needsBody === true && body < 0) return undefined;
  const at = source.tree.locate(row, rule.name);
  const text = at < 0 ? rule.rule.fallback ?? "" : textOf(source, at);
  const named = ownedName(text, kindIn(rule.rule.kind, around), body);
  if (named === undefined || rule.rule.repeats !== true) return named;
  const also = repeated(source, row, at).map((other) => textOf(source, other));
  return also.length === 0 ? named : { ...named, also };
};

/** Rows behind `first` that stand in the same field of the node at `row`. */
export function repeated(source: Source, row: number, first: number): number[] {
  const { tree } = source;
  const rows: number[] = [];
  const end = tree.after[row]!;
  for (let at = tree.after[first]!; at < end; at = tree.after[at]!) {
    if (tree.field[at] === tree.field[first]) rows.push(at);
  }
  return rows;
}

/** A name that may have a path before it: `A::B`, `M.f`, `M:f` belong to what stands before the last part. */
export function ownedName(text: string, kind: DefinitionKind, body: number): Named | undefined {
  const plain = plainName(text);
  if (plain === "") return undefined;
  const parts = /^[\w$.:\\~]+$/.test(plain)
    ? plain.split(/::|[.:\\]/).filter((part) => part !== "")
    : [plain];
  const name = parts[parts.length - 1];
  if (name === undefined) return undefined;
  if (parts.length === 1) return { name, kind, body };
  return { name, kind: kind === "function" ? "method" : kind, body, owner: parts.slice(0, -1).join(".") };
}

/** A name without quotes, sigils and type parameters; "" for computed and overlong ones. */
export function plainName(text: string): string {
  if (text.length > NAME_LIMIT) return "";
  const bare = text.replace(/^["'`](.*)["'`]$/, "$1").replace(/^\$(?=\w)/, "");
  return bare.startsWith("[") ? "" : bare.replace(/<.*>$|\s+/g, "");
}

/** Longest name kept, in characters. */
export const NAME_LIMIT = 120;

/** The kind that a definition has inside of a type. */
export function kindIn(kind: DefinitionKind, around: Surroundings): DefinitionKind {
  if (!around.inType) return kind;
  if (kind === "function") return "method";
  return kind === "variable" ? "field" : kind;
}
