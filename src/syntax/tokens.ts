import { chainBefore, splitCallee } from "./callee.ts";
import type { Reading } from "./reading.ts";
import { isWordCode, textOf, wordsOf } from "./source.ts";

/** Records calls among unparsed tokens: a name directly before brackets. */
export function tokens(reading: Reading, row: number): void {
  const { tree, text, lines } = reading.source;
  const end = tree.after[row]!;
  if (end === row + 1) return macroText(reading, row);
  for (let at = row + 1; at < end; at = tree.after[at]!) {
    const open = tree.start[at]!;
    // Neither a keyword before brackets nor a macro.
    if (text[open] !== "(" || !(isWordCode(text.charCodeAt(open - 1)) || text[open - 1] === ">")) continue;
    const split = splitCallee(text, tree.start[row]! + 1, open);
    if (split === undefined) continue;
    const { name } = split;
    const start = text.lastIndexOf(name, open);
    const isMember = text[start - 1] === ":" || (text[start - 1] === "." && text[start - 2] !== ".");
    const receiver = isMember ? chainBefore(text, tree.start[row]! + 1, start) : "";
    const { definition: scope } = reading.scope;
    const local = receiver === "" ? reading.localKind(name, row) : undefined;
    reading.out.refer({ name, kind: "call", receiver, line: lines.lineAt(open), scope }, local);
  }
}

/** Records the calls in the text of a C macro with parameters: `#define LOG(x) write_log(x)`. */
function macroText(reading: Reading, row: number): void {
  const { source, out, scope: { definition: scope } } = reading;
  const { tree, tables, lines } = source;
  const parameters = tree.child(tree.parent[row]!, tables.fieldId("parameters"));
  if (parameters < 0) return;
  const own = new Set(wordsOf(textOf(source, parameters)));
  for (const { 1: name = "", index } of textOf(source, row).matchAll(/(?<![\w.>])([A-Za-z_]\w*)\s*\(/g)) {
    if (own.has(name) || C_WORDS.has(name)) continue;
    out.refer({ name, kind: "call", receiver: "", line: lines.lineAt(tree.start[row]! + index), scope });
  }
}

const C_WORDS = new Set("if for while switch return sizeof defined do else case alignof typeof".split(" "));
