import { remember } from "../model/memo.ts";
import { stemOf } from "../model/paths.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { splitList } from "../syntax/spans.ts";
import { inBrackets } from "./overloads.ts";
import { definitionAt, type SymbolRef } from "./symbol_ref.ts";

/** The function bodies of an index; created once per view. */
export const bodiesOf = (index: LexicalIndex): Bodies => index.memo.get(createBodies);

const createBodies = (index: LexicalIndex): Bodies => new Bodies(index);

/** Maximum number of functions of a name examined, nearest first: thousands of drivers define `probe`. */
const MOST_NAMESAKES = 200;
/** Maximum value of {@link likeness}. */
const MOST_LIKENESS = 2;

/** Ordinal of the function that Python's `@overload` describes. */
function bodyOfStub(definitions: readonly Definition[], { qualifiedName }: Definition): number {
  return definitions.findLastIndex((one) => one.qualifiedName === qualifiedName);
}

/** Maps C and C++ declarations, and Python's overloads, to the definitions with a body. */
export class Bodies {
  readonly #known = new Map<string, SymbolRef>();

  constructor(private readonly index: LexicalIndex) {}

  /** The definition of a function or variable that is only declared here; otherwise the symbol itself. */
  of(symbol: SymbolRef): SymbolRef {
    const [parsed, definition] = definitionAt(this.index, symbol);
    const isStub = parsed?.language === "python" &&
      definition?.decorators.some((one) => one.split(".").at(-1) === "overload");
    if (isStub) return { ...symbol, definition: bodyOfStub(parsed.definitions, definition!) };
    if (!parsed || !definition || !isPrototype(definition, parsed.language)) return symbol;
    const key = `${symbol.file}:${symbol.definition}`;
    return remember(this.#known, key, () => this.#find(symbol, definition) ?? symbol);
  }

  #find(symbol: SymbolRef, declared: Definition): SymbolRef | undefined {
    const { index } = this;
    const path = index.files.paths[symbol.file] ?? "";
    const near = index.definitionsNamed(declared.name).filter(({ kind }) => LINKED.has(kind))
      .map((site) => ({ ...site, nearness: nearness(path, index.files.paths[site.file] ?? "") }))
      .sort((a, b) => b.nearness - a.nearness).slice(0, MOST_NAMESAKES);
    let best: SymbolRef | undefined;
    let most = -1;
    for (const { file, definition, nearness } of near) {
      // A nearer file wins, whatever the parameters.
      if (most >= 4 * nearness + MOST_LIKENESS) break;
      const [parsed, one] = definitionAt(index, { file, definition });
      if (!parsed || !one || !isC(parsed.language) || isPrototype(one, parsed.language)) continue;
      if ((one.kind === "variable") !== (declared.kind === "variable")) continue;
      // A function and a method of its name.
      const isMember = CLASS_KINDS.has(parsed.definitions[one.parent]?.kind ?? "module");
      if (declared.kind === "method" ? !one.qualifiedName.includes(".") : isMember) continue;
      // `Foo.bar` and `ns.Foo.bar`: a namespace may be hidden in a macro or opened elsewhere.
      const [a, b] = [`.${one.qualifiedName}`, `.${declared.qualifiedName}`];
      if (!a.endsWith(b) && !b.endsWith(a)) continue;
      if (file !== symbol.file && isStatic(declared, one)) continue;
      const score = 4 * nearness + likeness(declared, one);
      if (score > most) [best, most] = [{ file, definition }, score];
    }
    return best;
  }
}

const LINKED: ReadonlySet<string> = new Set(["function", "method", "variable"]);

/** True if a C or C++ function is declared without a body, or a variable of another file. */
export function isPrototype(definition: Definition, language: string): boolean {
  const { kind, signature } = definition;
  if (!isC(language) || !LINKED.has(kind)) return false;
  if (kind === "variable") return signature.startsWith("extern ");
  return signature.endsWith(";") && !/=\s*(?:default|delete|0)\s*;$/.test(signature);
}

/** True for C and C++. */
export const isC = (language: string | undefined): boolean => language === "c" || language === "cpp";

/** True for a static function or variable, which is visible only in its own file; static methods are not affected. */
function isStatic(declared: Definition, body: Definition): boolean {
  return [declared, body].some(({ kind, signature, qualifiedName, name }) =>
    kind !== "method" && qualifiedName === name && /^(?:\w+\s+)*?static\b/.test(signature)
  );
}

/** Proximity of two paths: same file, same file stem, number of common folders. */
function nearness(a: string, b: string): number {
  if (a === b) return 1000;
  const [left, right] = [a.split("/"), b.split("/")];
  let shared = 0;
  while (shared < left.length - 1 && left[shared] === right[shared]) shared++;
  return shared + (stemOf(a) === stemOf(b) ? 100 : 0);
}

/** Similarity of overloads by their parameters: 2 for equal text, 1 for equal number, else 0. */
function likeness(a: Definition, b: Definition): number {
  const [left, right] = [a, b].map(({ name, signature }) =>
    splitList(inBrackets(signature, signature.indexOf(`${name}(`) + name.length) ?? "")
      .map((one) => one.replace(/=.*$|\s+/g, ""))
  );
  return left!.join() === right!.join() ? 2 : left!.length === right!.length ? 1 : 0;
}
