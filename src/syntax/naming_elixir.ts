import { lookUp } from "../model/json.ts";
import type { Naming } from "./naming.ts";
import { testCall } from "./naming_tests.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { textOf } from "./source.ts";

/** Elixir defines by calls: `defmodule A.B do`, `def f(x) when x > 0 do`, `test "it ships" do`. */
export const elixir: Naming = ({ source, row, rule, around }) => {
  const { tree, tables, text } = source;
  const target = tree.locate(row, rule.name);
  if (target < 0) return undefined;
  if (!text.startsWith("def", tree.start[target])) return testCall({ source, row, rule, around });
  const kind = lookUp(KINDS, textOf(source, target));
  const args = tree.after[target]!;
  const first = args >= tree.after[row]! ? -1 : tree.firstChild(args);
  if (kind === undefined || first < 0) return undefined;
  const name = /^[\w.]+[?!]?/.exec(text.slice(tree.start[first], tree.end[first]))?.[0];
  if (name === undefined) return undefined;
  const body = tree.locate(row, rule.body);
  // In `def f(x) when g(x)` the head is left of the operator.
  const isGuarded = tables.typeName(tree.type[first]!) === "binary_operator";
  return { name, kind, body, head: isGuarded ? first + 1 : first };
};

const KINDS: Readonly<Record<string, DefinitionKind>> = {
  defmodule: "module",
  defprotocol: "interface",
  defimpl: "module",
  def: "function",
  defp: "function",
  defmacro: "macro",
  defmacrop: "macro",
  defguard: "macro",
  defdelegate: "function",
};
