import type { Source } from "../source.ts";
import type { ComplexityRules } from "./rules.ts";
import { Part } from "./rules.ts";

/** Counts of one function. */
export interface FunctionCounts {
  /** Row of the function in the tree. */
  readonly row: number;
  /** McCabe: 1 plus the number of branches, without those of separately measured functions. */
  readonly cyclomatic: number;
  /** Campbell: breaks in the linear flow, weighted by nesting; as counted, without recursion. */
  readonly cognitive: number;
  /** Maximum nesting of control structures and functions. */
  readonly nesting: number;
}

interface Frame {
  readonly row: number;
  /** Row after the last descendant. */
  readonly after: number;
  /** Nesting level of its body. */
  readonly base: number;
  cyclomatic: number;
  /** Its own counts. */
  readonly own: Cognition;
  /** Counts of nested functions that are also measured separately. */
  readonly inner: Cognition;
}

interface Cognition {
  cognitive: number;
  /** Maximum nesting; 0 if it contains no control structure. */
  nesting: number;
}

/**
 * Counts all functions of a file in one walk, outer ones first.
 *
 * Cyclomatic complexity as in T. J. McCabe, "A Complexity Measure" (1976): decisions plus one, with every operand of a
 * compound condition as a decision. Cognitive complexity as in G. A. Campbell, "Cognitive Complexity" (SonarSource
 * 2018): one for each break in the flow, plus the nesting level for those that nest; nothing for `case` labels; one for
 * each run of equal boolean operators. As defined there for functions used as classes, modules or decorators, a
 * function without a control structure of its own does not include nested functions.
 */
export function walkFunctions(source: Source, rules: ComplexityRules): FunctionCounts[] {
  return new Walk(source, rules).run();
}

/** Maximum depth of nested parentheses in a condition; deeper ones are counted separately. */
const DEEPEST_CONDITION = 200;

class Walk {
  readonly #done: Frame[] = [];
  #frames: Frame[] = [];
  /** By row: nesting level of the node. */
  readonly #level: Uint16Array;
  /** By row: 1 if the parent makes the node one level deeper. */
  readonly #deeper: Uint8Array;
  /** By row: 1 for an `if` directly after an `else`, and for booleans that are part of a larger one or do not count. */
  readonly #isContinued: Uint8Array;

  /** By kind of node: how it is counted. */
  readonly #visits: Readonly<Record<number, (row: number) => void>> = {
    [Part.function]: (row) => this.#function(row),
    [Part.closure]: (row) => this.#deepen(row),
    [Part.if]: (row) => this.#if(row),
    [Part.elseIf]: (row) => this.#hybrid(row, 1),
    [Part.else]: (row) => this.#else(row),
    [Part.loop]: (row) => this.#loop(row),
    [Part.catch]: (row) => this.#loop(row),
    [Part.ternary]: (row) => this.#loop(row),
    [Part.switch]: (row) => this.#structure(row),
    [Part.case]: (row) => this.#case(row),
    [Part.boolean]: (row) => this.#boolean(row),
    [Part.assignment]: (row) => this.#assignment(row),
    [Part.decision]: (row) => this.#decision(row),
    [Part.jump]: (row) => this.#jump(row),
    [Part.compileTime]: (row) => this.#passOver(this.source.tree.child(row, this.rules.field.condition)),
  };

  constructor(private readonly source: Source, private readonly rules: ComplexityRules) {
    this.#level = new Uint16Array(source.tree.count);
    this.#deeper = new Uint8Array(source.tree.count);
    this.#isContinued = new Uint8Array(source.tree.count);
  }

  run(): FunctionCounts[] {
    const { tree } = this.source;
    for (let row = 0; row < tree.count; row++) {
      while (this.#frames.length > 0 && row >= this.#frames[this.#frames.length - 1]!.after) {
        this.#frames.pop();
      }
      const parent = tree.parent[row]!;
      this.#level[row] = (parent < 0 ? 0 : this.#level[parent]!) + this.#deeper[row]!;
      this.#visits[this.rules.parts[tree.type[row]!]!]?.(row);
    }
    return this.#done.map(({ row, cyclomatic, own, inner }) => {
      const isDeclarative = own.nesting === 0;
      return {
        row,
        cyclomatic,
        cognitive: own.cognitive + (isDeclarative ? 0 : inner.cognitive),
        nesting: isDeclarative ? 0 : Math.max(own.nesting, inner.nesting),
      };
    });
  }

  #function(row: number): void {
    const { tree } = this.source;
    if (this.rules.needsBody && tree.child(row, this.rules.field.body) < 0) return;
    this.#deepen(row);
    const base = this.#level[row]! + 1;
    const frame: Frame = {
      row,
      after: tree.after[row]!,
      base,
      cyclomatic: 1,
      own: { cognitive: 0, nesting: 0 },
      inner: { cognitive: 0, nesting: 0 },
    };
    this.#frames.push(frame);
    this.#done.push(frame);
  }

  #if(row: number): void {
    if (this.#isContinued[row] === 1) return this.#hybrid(row, 1);
    this.#branch(1);
    this.#add(1, this.#level[row]!);
    this.#branches(row);
  }

  /** A further branch of the same decision: it nests, but costs one at any level. */
  #hybrid(row: number, decisions: number): void {
    this.#branch(decisions);
    this.#add(1, -1);
    this.#branches(row);
  }

  /** Makes the branches of an `if` one level deeper, without its condition and `else`. */
  #branches(row: number): void {
    const { tree } = this.source;
    const { parts, field } = this.rules;
    for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) {
      const part = parts[tree.type[at]!]!;
      const own = tree.field[at];
      const isHead = own === field.condition || own === field.initializer;
      if (own === field.alternative) this.#alternative(at, part);
      else if (!isHead && part !== Part.else && part !== Part.elseIf) this.#sink(at);
    }
  }

  /** An `else` without a node of its own: another `if`, or the branch itself. */
  #alternative(row: number, part: number): void {
    if (part === Part.if) this.#isContinued[row] = 1;
    else if (part !== Part.else && part !== Part.elseIf) {
      this.#add(1, -1);
      this.#sink(row);
    }
  }

  #else(row: number): void {
    const { tree, text } = this.source;
    const { parts } = this.rules;
    const parent = parts[tree.type[tree.parent[row]!]!]!;
    if (parent !== Part.if && parent !== Part.elseIf && parent !== Part.loop) return;
    const first = tree.firstChild(row);
    const isIf = first >= 0 && parts[tree.type[first]!] === Part.if && tree.after[first] === tree.after[row];
    // In grammars without block nodes, a line break distinguishes `else` with a nested `if` from `else if`.
    if (isIf && parent !== Part.loop && !text.slice(tree.start[row], tree.start[first]).includes("\n")) {
      this.#isContinued[first] = 1;
      return;
    }
    this.#add(1, -1);
    this.#deepen(row);
  }

  /** A structure that is one decision. */
  #loop(row: number): void {
    this.#branch(1);
    this.#structure(row);
  }

  #assignment(row: number): void {
    if (this.rules.operators.get(this.source.tree.type[row]!)!.has(this.#operator(row))) this.#branch(1);
  }

  /** Counts a structure, and makes everything in it one level deeper except its head. */
  #structure(row: number): void {
    const { tree } = this.source;
    const { parts, field } = this.rules;
    this.#add(1, this.#level[row]!);
    const isTernary = parts[tree.type[row]!] === Part.ternary;
    for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) {
      const own = tree.field[at]!;
      const isHead = own !== 0 &&
        (own === field.condition || own === field.value || own === field.subject || own === field.left ||
          own === field.right);
      const isElse = !isTernary && (own === field.alternative || parts[tree.type[at]!] === Part.else);
      if (!isHead && !isElse) this.#sink(at);
    }
  }

  #case(row: number): void {
    const { tree, text } = this.source;
    const skip = this.rules.skips.get(tree.type[row]!);
    if (!skip || !skip.test(text.slice(tree.start[row], tree.start[row]! + 60))) this.#branch(1);
  }

  #boolean(row: number): void {
    if (this.#isContinued[row] === 1) return;
    const run: string[] = [];
    this.#collect(row, run);
    if (run.length === 0) return;
    this.#branch(run.length);
    const counted = run.filter((operator) => !this.rules.free.has(operator));
    this.#add(counted.filter((operator, at) => operator !== counted[at - 1]).length, -1);
  }

  /** The operators of a boolean expression from left to right, including parenthesized ones. */
  #collect(row: number, run: string[], depth = 0): void {
    const { tree } = this.source;
    const { field } = this.rules;
    // Long conditions are left-associative: no recursion for the left operand.
    const chain: number[] = [];
    for (let at = this.#booleanAt(row); at >= 0; at = this.#booleanAt(tree.child(at, field.left))) {
      this.#isContinued[at] = 1;
      chain.push(at);
    }
    for (const at of chain.reverse()) {
      run.push(this.#operator(at));
      if (depth < DEEPEST_CONDITION) this.#collect(tree.child(at, field.right), run, depth + 1);
    }
  }

  /** The short-circuit operation at a row, also in parentheses; -1 if there is none. */
  #booleanAt(row: number): number {
    const { tree } = this.source;
    const { operators, parts } = this.rules;
    let at = row;
    while (at >= 0 && parts[tree.type[at]!] !== Part.boolean && isBracketed(this.source, at)) {
      at = tree.firstChild(at);
    }
    if (at < 0 || parts[tree.type[at]!] !== Part.boolean) return -1;
    return operators.get(tree.type[at]!)!.has(this.#operator(at)) ? at : -1;
  }

  /** Text between the two operands of an operation or call, without comments. */
  #operator(row: number): string {
    const { tree, text } = this.source;
    const { field } = this.rules;
    const [first, second] = tree.child(row, field.left) >= 0
      ? [field.left, field.right]
      : [field.function, field.arguments];
    const left = tree.child(row, first);
    const right = tree.child(row, second);
    if (left < 0 || right < 0) return "";
    const between = text.slice(tree.end[left], tree.start[right]);
    return between.length < 8 ? between.trim() : between.replace(/\/\*[^]*?\*\/|(?:\/\/|#).*/g, "").trim();
  }

  #decision(row: number): void {
    const need = this.rules.needs.get(this.source.tree.type[row]!);
    if (need === undefined || this.source.tree.child(row, need) >= 0) this.#branch(1);
  }

  #jump(row: number): void {
    const need = this.rules.needs.get(this.source.tree.type[row]!);
    if (need === undefined || this.source.tree.childOfType(row, need) >= 0) this.#add(1, -1);
  }

  /** Excludes booleans in a subtree. */
  #passOver(row: number): void {
    if (row >= 0) this.#isContinued.fill(1, row, this.source.tree.after[row]!);
  }

  #deepen(row: number): void {
    const { tree } = this.source;
    for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) this.#sink(at);
  }

  #sink(row: number): void {
    this.#deeper[row] = 1;
  }

  #branch(count: number): void {
    const frame = this.#frames[this.#frames.length - 1];
    if (frame) frame.cyclomatic += count;
  }

  /** @param level nesting level of the structure; -1: costs the same at any level */
  #add(count: number, level: number): void {
    const innermost = this.#frames[this.#frames.length - 1];
    for (const frame of this.#frames) {
      const sum = frame === innermost ? frame.own : frame.inner;
      sum.cognitive += count + (level < 0 ? 0 : level - frame.base);
      if (level >= 0) sum.nesting = Math.max(sum.nesting, level - frame.base + 1);
    }
  }
}

function isBracketed({ tree, text }: Source, row: number): boolean {
  const child = tree.firstChild(row);
  return child >= 0 && tree.after[child] === tree.after[row] && text[tree.start[row]!] === "(" &&
    text[tree.end[row]! - 1] === ")" &&
    text.slice(tree.start[row]! + 1, tree.start[child]).trim() === "";
}
