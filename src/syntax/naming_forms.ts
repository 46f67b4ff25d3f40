import { byField, kindIn, type Naming, type NamingResult, ownedName, valueKind } from "./naming.ts";
import { testCall } from "./naming_tests.ts";
import { isIdentifier, isWordCode, textOf, typeAt } from "./source.ts";

/**
 * Languages that define by calls: `defmodule A.B do`, `def f(x) when x > 0 do`, `(defn total [xs])`. The kinds are those
 * of `definingCalls`.
 */
export const form: Naming = ({ source, row, rule, around }) => {
  const { tree, tables } = source;
  const target = tree.locate(row, rule.name);
  if (target < 0) return undefined;
  const kind = tables.definingCalls.get(textOf(source, target))?.kind;
  // A function of Clojure's protocol: `(defprotocol Store (put! [this x]))`.
  const holder = around.inType && kind === undefined ? textOf(source, tree.parent[row]! + 1) : "";
  if (tables.definingCalls.get(holder)?.kind === "interface") {
    return { name: textOf(source, target), kind: "function", body: -1, head: row };
  }
  if (kind === undefined) return testCall({ source, row, rule, around });
  const args = tree.after[target]!;
  if (args >= tree.after[row]!) return undefined;
  const first = typeAt(source, args) === "arguments" ? tree.firstChild(args) : args;
  if (first < 0) return undefined;
  const written = /^(?:\^\S+\s+)*([^\s()[\]{},]+)/.exec(textOf(source, args))?.[1];
  // In `def f(x) when g(x)` the head is left of the operator.
  const isGuarded = typeAt(source, first) === "binary_operator";
  const head = isGuarded ? first + 1 : first;
  const named = written === undefined
    ? undefined
    : ownedName(written, kindIn(kind, around), tree.locate(row, rule.body));
  if (textOf(source, target) !== "defdelegate") return named && { ...named, kind, head };
  const [, receiver = "?", name = named?.name ?? ""] = DELEGATED.exec(textOf(source, args)) ?? [];
  return named && { ...named, kind, head, calls: { name, receiver } };
};

/** The module of Elixir's `defdelegate area(w), to: Calc, as: :area_of`, and the function's other name. */
const DELEGATED = /\bto:\s*([\w.]+)(?:.*\bas:\s*:(\w+[?!]?))?/s;

/** The first name in the text of the rule's node: `total xs`, `Cart <: Shape`, `.button:hover`. */
export const head: Naming = ({ source, row, rule, around }) => {
  const at = source.tree.locate(row, rule.name);
  const { tree } = source;
  const name = at < 0 ? undefined : /[\p{L}_][\p{L}\p{N}_.!'-]*/u.exec(textOf(source, at).slice(0, 200))?.[0];
  if (name === undefined) return undefined;
  const named = ownedName(name, kindIn(rule.rule.kind, around), tree.locate(row, rule.body));
  // The head of a function may be written like a call.
  const inner = tree.firstChild(at);
  return named && { ...named, head: inner >= 0 && tree.start[inner] === tree.start[at] ? inner : at };
};

/** Julia: `area(x) = x * x` is a function, `LIMIT = 3` a variable. */
export const equation: Naming = ({ source, row, rule, around }): NamingResult | undefined => {
  const { tree } = source;
  const left = tree.locate(row, rule.name);
  if (left >= 0 && CALLS.has(typeAt(source, left))) {
    const named = head({ source, row, rule, around });
    return named && { ...named, kind: "function", body: tree.lastChild(row), head: left };
  }
  const name = left < 0 || around.local ? "" : textOf(source, left);
  return isIdentifier(name) ? { name, kind: valueKind(name, around), body: -1 } : undefined;
};

const CALLS: ReadonlySet<string> = new Set(["call_expression", "where_expression"]);

/** Swift's operators have no node of their own: `static func == (a: Foo, b: Foo) -> Bool`. */
export const operatorSign: Naming = (site) => {
  const { source: { tree, text }, row } = site;
  const at = text.indexOf("func ", tree.start[row]) + 5;
  const [sign = ""] = text.slice(at, at + 20).split("(", 1)[0]!.split(" ", 1);
  const named = byField(site);
  return named && at < tree.end[row]! && sign[0] !== "`" && !isWordCode(sign.charCodeAt(0))
    ? { ...named, name: sign }
    : named;
};

/** A property outside of functions, whose accessors are its body. */
export const computed: Naming = ({ source, row, rule, around }) =>
  around.local ? undefined : byField({ source, row, rule, around });
