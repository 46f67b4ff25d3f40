import { remember } from "../model/memo.ts";
import { FIRST_CHILD, NOWHERE } from "./flat_tree.ts";
import { arrow } from "./naming_blocks.ts";
import { binding } from "./naming_values.ts";
import { isCapitalized, type Source, textOf } from "./source.ts";

/** Local variables of a file, each with the block in which its name hides outer definitions. */
export class Locals {
  readonly #bindings = new Map<string, Binding[]>();

  constructor(private readonly source: Source) {
    const { tree, tables } = source;
    for (let row = 0; row < tree.count; row++) {
      const places = tables.locals[tree.type[row]!];
      if (places !== undefined) this.#bind(row, places);
    }
  }

  /** The kind of local variable that a name at a row refers to; undefined if it is none. */
  kindOf(name: string, row: number): LocalKind | undefined {
    const named = this.#bindings.get(name) ?? [];
    const visible = named.filter(({ block, value, from }) =>
      isInside(this.source, row, block) && (value < 0 || !isInside(this.source, row, value)) &&
      (this.source.tables.nodes.ordered !== true || from === undefined || from <= row)
    );
    const found = visible.find(({ kind }) => kind === "variable") ?? visible[0];
    if (found !== undefined) return found.kind === "outer" ? undefined : found.kind;
    return named.find(({ kind, within = -1 }) => kind === "outer" && isInside(this.source, row, within))
      ?.kind;
  }

  /** Rows, first and last, of the block in which a name that is bound within a row is visible. */
  rowsOf(name: string, row: number): readonly [number, number] | undefined {
    const bound = this.#bindings.get(name)?.find(({ from = -1 }) => isInside(this.source, from, row));
    return bound && [bound.block, endOf(this.source, bound.block) - 1];
  }

  /** Binds the names in some children of a node, or in the node itself. */
  #bind(row: number, places: readonly number[]): void {
    const { tree, tables } = this.source;
    if (this.#isDefinition(row, places)) return this.#bindFunction(row, places);
    // Haskell's `x` of `where x = 1` is bound around its own block.
    const isNamed = tables.nodes.constructors === true &&
      tables.definitions[tree.type[row]!]?.name === places.at(-1);
    const inner = this.#blockOf(row, { ofFunction: false, from: isNamed ? tree.parent[row]! : row });
    const block = inner < 0 && this.#isUnpacked(row, places) ? 0 : inner;
    if (block < 0) return;
    if (tables.typeName(tree.type[row]!) === "vec_lit") return this.#bindVector(row, block);
    const hint = tables.hints[tree.type[row]!];
    // Swift's `guard let a = b else { a() }` binds behind itself.
    const isGuard = tables.typeName(tree.type[row]!) === "guard_statement";
    const unbound = hint === undefined || hint.name === NOWHERE ? -1 : tree.locate(row, hint.value);
    const value = isGuard ? row : unbound;
    const found = places.flatMap((place) => place === NOWHERE ? [row] : childrenAt(this.source, row, place));
    // `import("./a").then(({ run }) => run())`
    const call = tree.parent[tree.parent[tree.parent[row]!] ?? -1] ?? -1;
    const isImport = tables.typeName(tree.type[row]!).includes("import") ||
      (hint?.means === "hidden" && this.source.text.startsWith("import(", tree.start[call])) ||
      (value >= 0 &&
        /^(?:await\s+)?(?:import|require)\(/.test(
          this.source.text.slice(tree.start[value], tree.end[value]),
        ));
    if (isImport && inner < 0) return;
    const kind = isImport ? "import" : "variable";
    for (const target of found) this.#bindIn(target, { block, value, kind });
  }

  /** Binds a function that is visible in a part of the function around it only. */
  #bindFunction(row: number, [place = NOWHERE]: readonly number[]): void {
    const { tree } = this.source;
    const [block, within] = [false, true].map((ofFunction) =>
      this.#blockOf(row, { ofFunction, from: tree.parent[row]! })
    ) as [number, number];
    if (block < 0 || within < 0 || within === block || within === tree.parent[block]) return;
    this.#add(textOf(this.source, tree.locate(row, place)), { block, value: -1, kind: "outer", within });
  }

  /** Clojure: the parameters of a function, or the names of pairs, `(let [a 1 b 2] ...)`. */
  #bindVector(row: number, block: number): void {
    const { tree, tables } = this.source;
    const head = textOf(this.source, block + 1);
    if (tree.parent[row] !== block || !tables.skipCalls.has(head)) return;
    const isList = head.startsWith("def") || head.endsWith("fn");
    tree.children(row).forEach((at, index) => {
      // Names of a pattern too: `{:keys [a b] :as c}`; of the functions of `letfn` only their own.
      for (let inner = at; (isList || index % 2 === 0) && inner < tree.after[at]!; inner++) {
        if (tables.isName[tree.type[inner]!] !== 1) continue;
        this.#add(textOf(this.source, inner), { block, value: -1, kind: "variable" });
        if (head === "letfn") break;
      }
    });
  }

  /** True for a variable with a function, which is a definition: `const run = () => 1`; in R for other operators too. */
  #isDefinition(row: number, places: readonly number[]): boolean {
    const { source } = this;
    const { tree, tables } = source;
    const compiled = tables.definitions[tree.type[row]!];
    const isFunction = compiled?.rule.kind === "function" && tables.isClosure[tree.type[row]!] !== 1;
    if (isFunction && compiled.name === places[0]) return true;
    // Lua's `local run = function`.
    const isInner = compiled === undefined &&
      tables.definitions[tree.type[row + 1]!]?.rule.naming === "assignedList";
    if (isInner) return this.#isDefinition(row + 1, places);
    if (compiled?.rule.naming === "arrow") {
      const named = arrow({ source, row, rule: compiled, around: { inType: false, local: false } });
      return named === undefined || named.kind === "function";
    }
    if (compiled?.rule.naming !== "binding" && compiled?.rule.naming !== "assignedList") return false;
    const value = tree.locate(row, compiled.body);
    const around = { inType: false, local: true };
    const isWrapped = compiled.rule.naming === "binding" &&
      binding({ source, row, rule: compiled, around }) !== undefined;
    return isWrapped ||
      (value >= 0 && [value, value + 1].some((at) => tables.isClosure[tree.type[at]!] === 1));
  }

  /** True for names at the top level that are no definitions: `const { add } = useCart()`. */
  #isUnpacked(row: number, [place = NOWHERE]: readonly number[]): boolean {
    const { tree, tables } = this.source;
    const name = place === NOWHERE ? -1 : tree.locate(row, place);
    const around = tree.parent[tree.parent[row]!] ?? -1;
    return name >= 0 && tables.typeName(tree.type[name]!) === "object_pattern" &&
      tables.typeName(tree.type[around] ?? -1) === "program";
  }

  #add(name: string, binding: Binding): void {
    remember(this.#bindings, name, (): Binding[] => []).push(binding);
  }

  #bindIn(row: number, binding: Binding): void {
    const { tree, tables } = this.source;
    if (tree.after[row] === row + 1) {
      if (tables.isName[tree.type[row]!] !== 1) return;
      const name = textOf(this.source, row);
      if (tables.nodes.constructors === true && isCapitalized(name)) return;
      return this.#add(name, { ...binding, from: row });
    }
    const isPair = tree.child(row, tables.fieldId("key")) >= 0;
    // Julia's `f(x) = x` binds x in the function.
    const isHead = tables.typeName(tree.type[row]!) === "call_expression";
    for (let at = isHead ? tree.after[row + 1]! : row + 1; at < tree.after[row]!; at = tree.after[at]!) {
      const field = tree.field[at]!;
      // Haskell's `Config {port = p}` binds p.
      const isKey = tree.after[at] !== tree.after[row] && tables.typeName(tree.type[at]!) === "field_name";
      if (
        !isKey && tables.isUnbound[field] !== 1 &&
        (isPair || field !== tables.fieldId("value") || field === 0)
      ) {
        this.#bindIn(at, binding);
      }
    }
  }

  /** The innermost block around a node; -1 outside of functions, whose variables are definitions. */
  #blockOf(row: number, { ofFunction, from } = { ofFunction: false, from: row }): number {
    const { tree, tables, text } = this.source;
    const isFunction = (type: number): boolean =>
      tables.isClosure[type] === 1 || tables.definitions[type] !== undefined;
    // JavaScript's `var` belongs to the function.
    const isHoisted = ofFunction || text.startsWith("var ", tree.start[tree.parent[row]!]!) &&
        tables.nodes.exports === "keyword";
    for (let at = from; at >= 0; at = tree.parent[at]!) {
      if (tables.isBlock[tree.type[at]!] === 1 && (!isHoisted || isFunction(tree.type[at]!))) return at;
    }
    return -1;
  }
}

/**
 * An imported name of a function is looked up as an import; the value of a variable is given by its hint; an `outer`
 * name is that of a local function, used outside of its block.
 */
export type LocalKind = "variable" | "import" | "outer";

/** A binding of a name. */
interface Binding {
  readonly kind: LocalKind;
  /** Row of the block. */
  readonly block: number;
  /** Row of the initial value, in which the name is not yet bound; -1 if there is none. */
  readonly value: number;
  /** Row of the function around a local function. */
  readonly within?: number;
  /** Row of the name. */
  readonly from?: number;
}

/** True if a row is in a block. */
function isInside(source: Source, row: number, around: number): boolean {
  return around <= row && row < endOf(source, around);
}

/** The row after a block, or after the body that follows it as a sibling (Dart). */
function endOf({ tree, tables }: Source, around: number): number {
  const next = tree.after[around]!;
  const hasBody = next < tree.count && tables.isTrailingBody[tree.type[next]!] === 1 &&
    tables.isBlock[tree.type[around]!] === 1 && tables.definitions[tree.type[next]!] === undefined;
  return hasBody ? tree.after[next]! : next;
}

/** All children in a field or of a type. */
function childrenAt({ tree }: Source, row: number, place: number): number[] {
  const first = tree.locate(row, place);
  if (first < 0 || place === FIRST_CHILD) return first < 0 ? [] : [first];
  const kinds = place > 0 ? tree.field : tree.type;
  return tree.children(row).filter((at) => at >= first && kinds[at] === kinds[first]);
}
