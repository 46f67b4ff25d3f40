import { chainBefore, splitCallee } from "./callee.ts";
import type { Reading } from "./reading.ts";
import { isConstantName, isWordCode, textOf, wordsOf } from "./source.ts";

/** Records calls among unparsed tokens, a name directly before brackets, and members that are read: `q.x`, `Cell::Empty`. */
export function tokens(reading: Reading, row: number): void {
  const { tree, tables, text } = reading.source;
  const end = tree.after[row]!;
  if (end === row + 1) return macroText(reading, row);
  const first = tree.start[row]! + 1;
  const isCalled = (open: number): boolean =>
    text[open] === "(" && (isWordCode(text.charCodeAt(open - 1)) || ">!".includes(text[open - 1]!));
  for (let at = row + 1; at < end; at = tree.after[at]!) {
    const isName = tables.isName[tree.type[at]!] === 1;
    const open = isName ? tree.end[at]! : tree.start[at]!;
    // Neither a keyword before brackets nor a macro.
    if (isName ? "(!:<".includes(text[open]!) : !isCalled(open)) continue;
    const { name } = splitCallee(text, first, open) ?? {};
    if (name === undefined) continue;
    const start = text.lastIndexOf(name, open);
    const isMember = text[start - 1] === ":" || (text[start - 1] === "." && text[start - 2] !== ".");
    const receiver = isMember ? chainBefore(text, first, start) : "";
    if (isName) {
      const use = { name, receiver, kind: "reference" } as const;
      if (receiver !== "") reading.mention({ ...use, isRead: true, isPassed: false }, start);
      else if (",)]".includes(text[open]!) && reading.localKind(name, row) === undefined) {
        reading.mention({ ...use, isPassed: true, isConstant: isConstantName(name) }, start);
      }
      continue;
    }
    const local = receiver === "" ? reading.localKind(name, row) : undefined;
    reading.refer({ name, kind: "call", receiver }, open, local);
  }
}

/** Records the calls in the text of a C macro with parameters: `#define LOG(x) write_log(x)`. */
function macroText(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables } = source;
  const parameters = tree.child(tree.parent[row]!, tables.fieldId("parameters"));
  if (parameters < 0) return;
  const own = new Set(wordsOf(textOf(source, parameters)));
  for (const { 1: name = "", index } of textOf(source, row).matchAll(/(?<![\w.>])([A-Za-z_]\w*)\s*\(/g)) {
    if (own.has(name) || C_WORDS.has(name)) continue;
    reading.refer({ name, kind: "call", receiver: "" }, tree.start[row]! + index);
  }
}

const C_WORDS = new Set("if for while switch return sizeof defined do else case alignof typeof".split(" "));
