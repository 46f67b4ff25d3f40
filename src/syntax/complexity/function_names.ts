import type { FlatTree } from "../flat_tree.ts";
import type { Definition, ParsedFile } from "../parsed_file.ts";

const ANONYMOUS = "(anonymous)";
const OWN = new Set(["", "self", "this", "cls", "Self", "static"]);

/** Finds for the functions of a syntax tree the definitions they are. Functions are to be asked for from the top down. */
export class FunctionNames {
  /** Definitions that enclose the function asked for last, outermost first, with the names of the functions in them. */
  readonly #enclosing: { readonly end: number; readonly name: string }[] = [];
  readonly #claimed = new Set<number>();
  #next = 0;
  #open: number[] = [];

  constructor(private readonly parsed: ParsedFile, private readonly tree: FlatTree) {}

  claim(row: number): { readonly name: string; readonly isRecursive: boolean } {
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
    if (index !== undefined) this.#claimed.add(index);
    return { name, isRecursive: index !== undefined && this.#callsItself(index, definition!) };
  }

  /** The innermost definition around a range, unless a function further out already is that definition. */
  #definitionAt(start: number, end: number): number | undefined {
    const { definitions } = this.parsed;
    for (; this.#next < definitions.length && definitions[this.#next]!.startIndex <= start; this.#next++) {
      this.#open.push(this.#next);
    }
    this.#open = this.#open.filter((index) => definitions[index]!.endIndex > start);
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const index = this.#open[at]!;
      const definition = definitions[index]!;
      if (definition.endIndex < end || !isFunction(definition)) continue;
      return this.#claimed.has(index) ? undefined : index;
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

function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}
