import type { Signal } from "../../model/intent.ts";

/** What earlier turns of the session were about. */
export interface PreviousTargets {
  /** Repository-relative paths. */
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
}

/** Signals of a prompt that leans on earlier turns: it names one of their targets, or points back at them. */
export function previousSignals(text: string, previous: PreviousTargets | undefined): Signal[] {
  if (previous === undefined || previous.paths.length + previous.symbols.length === 0) return [];
  const lower = text.toLowerCase();
  for (const name of [...previous.symbols, ...previous.paths.map(stem)]) {
    if (name.length > 2 && names(lower, name.toLowerCase())) {
      return [{ type: "historical", match: name.slice(0, 80), weight: 0.35 }];
    }
  }
  const pointer = POINTER.exec(lower)?.[0];
  return pointer === undefined ? [] : [{ type: "historical", match: pointer, weight: 0.2 }];
}

/** True when the name stands in the text as a word of its own. */
function names(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && !/\w/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + name.length] ?? " ");
}

const POINTER =
  /\b(?:it|its|that|this|those|them|the same|the (?:function|file|class|method|bug|error|test) (?:above|again)|again|above|previous)\b|它|这个|那个|上面|刚才|刚刚|之前那|同样|还是/;

function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");
}
