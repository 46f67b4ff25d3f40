import { CALLABLE } from "../class_kinds.ts";
import type { FlatTree } from "../flat_tree.ts";
import type { Definition, ParsedFile } from "../parsed_file.ts";

const ANONYMOUS = "(anonymous)";
const OWN = new Set(["", "self", "this", "cls", "Self", "static"]);

/** Matches the functions of a syntax tree with definitions. Functions must be queried top down. */
export class FunctionNames {
  /** Functions that enclose the last queried one, outermost first: end offset and name. */
  readonly #enclosing: { readonly end: number; readonly name: string }[] = [];
  readonly #matched = new Set<number>();
  #next = 0;
  #open: number[] = [];

  constructor(private readonly parsed: ParsedFile, private readonly tree: FlatTree) {}

  match(row: number): { readonly name: string; readonly isRecursive: boolean } {
    const start = this.tree.start[row]!;
    const end = this.tree.end[row]!;
    while (this.#enclosing.length > 0 && this.#enclosing[this.#enclosing.length - 1]!.end <= start) {
      this.#enclosing.pop();
    }
    const index = this.#definitionAt(start, end);
    const definition = index === undefined ? undefined : this.parsed.definitions[index];
    const outer = this.#enclosing[this.#enclosing.length - 1]?.name;
    const name = definition?.qualifiedName ?? (outer === undefined ? ANONYMOUS : `${outer}.${ANONYMOUS}`);
    this.#enclosing.push({ end, name });
    if (index !== undefined) this.#matched.add(index);
    return { name, isRecursive: index !== undefined && this.#callsItself(index, definition!) };
  }

  /** The innermost function definition around a range, unless an outer function has matched it already. */
  #definitionAt(start: number, end: number): number | undefined {
    const { definitions } = this.parsed;
    for (; this.#next < definitions.length && definitions[this.#next]!.startIndex <= start; this.#next++) {
      this.#open.push(this.#next);
    }
    this.#open = this.#open.filter((index) => definitions[index]!.endIndex > start);
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const index = this.#open[at]!;
      const definition = definitions[index]!;
      if (definition.endIndex < end || !CALLABLE.has(definition.kind)) continue;
      return this.#matched.has(index) ? undefined : index;
    }
    return undefined;
  }

  #callsItself(index: number, { name }: Definition): boolean {
    return this.parsed.references.some((reference) =>
      reference.scope === index && reference.kind === "call" && reference.name === name &&
      OWN.has(reference.receiver)
    );
  }
}
