import { splitCallee } from "./callee.ts";
import type { Hint } from "./hints.ts";
import type { Source } from "./source.ts";

/**
 * Hint for the parameter of an anonymous function that a collection calls with each element, or a promise with its
 * value: `users.forEach((user) => ...)`. The type is the receiver chain followed by `.*`.
 */
export function callbackHints({ tree, text }: Source, row: number): Hint[] {
  const list = tree.parent[row]!;
  const call = list < 0 ? -1 : tree.parent[list]!;
  const name = PARAMETER.exec(text.slice(tree.start[row], tree.start[row]! + 60))?.slice(1).join("") ?? "";
  if (call < 0 || name === "") return [];
  const callee = splitCallee(text, tree.start[call]!, tree.start[list]!);
  if (!callee || callee.receiver === "" || callee.receiver.startsWith("?")) return [];
  return ELEMENT_CALLS.has(callee.name) ? [{ name, type: `=${callee.receiver}.*`, isMember: false }] : [];
}

/** The first parameter, if it has no type: `(x)`, `x =>`, `function (x)`, `|&x|`. */
const PARAMETER =
  /^(?:async\s+)?(?:(?:function\s*[\w$]*\s*)?\(\s*([\w$]+)\s*[,)]|([\w$]+)\s*[=-]>|(?:move\s+)?\|&*(?:mut\s+)?(\w+)\s*[,|])/;

const ELEMENT_CALLS: ReadonlySet<string> = new Set(
  ("forEach map filter some every find findIndex findLast flatMap sort then for_each filter_map flat_map any all " +
    "position find_map take_while skip_while max_by_key min_by_key sort_by_key is_some_and and_then retain inspect " +
    "anyMatch allMatch noneMatch mapToInt mapToObj ifPresent removeIf dropWhile takeWhile").split(" "),
);
