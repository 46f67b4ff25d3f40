/** A text of the user interface in a file of translations. */
export interface InterfaceText {
  /** With the keys of the blocks around it, joined with dots: `labels.arrowheads`. */
  readonly key: string;
  readonly text: string;
  /** One-based. */
  readonly line: number;
}

/** Longer lines and keys are no list of texts; UTF-16 units. */
const LONGEST_LINE = 400;
const MOST_TEXTS = 4000;
/** `"key": "text",` of JSON and modules, `key: text` of YAML, `key = text` of properties and Fluent. */
const ENTRY = /^(\s*)(["']?)([\w$./-]{1,120})\2\s*[:=]\s*(.*)$/;
const QUOTED = /^(["'`])(.*)\1\s*,?\s*$/;

/** The texts of a file of translations by their keys, whatever its format: one entry per line, blocks by indentation. */
export function interfaceTexts(file: string): InterfaceText[] {
  const found: InterfaceText[] = [];
  const open: { readonly indent: number; readonly key: string }[] = [];
  const lines = file.split("\n");
  for (let at = 0; at < lines.length && found.length < MOST_TEXTS; at++) {
    const entry = lines[at]!.length > LONGEST_LINE ? null : ENTRY.exec(lines[at]!);
    if (!entry) continue;
    const [, space, , key, rest] = entry as unknown as [string, string, string, string, string];
    while (open.length > 0 && open.at(-1)!.indent >= space.length) open.pop();
    const text = (QUOTED.exec(rest)?.[2] ?? rest).trim();
    if (text === "" || /^[{[|>]$/.test(text)) open.push({ indent: space.length, key });
    else if (/\p{L}/u.test(text)) {
      found.push({ key: [...open.map((block) => block.key), key].join("."), text, line: at + 1 });
    }
  }
  return found;
}
