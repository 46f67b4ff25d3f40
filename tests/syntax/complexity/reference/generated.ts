/** Languages the generator writes. */
export type Language = "js" | "ts" | "go" | "c";

/** Functions per language. */
export const FUNCTIONS = 75;

/**
 * Functions of random shape, always the same ones. They make no sense, but they compile, and reference tools can measure
 * them.
 */
export function generate(language: Language): string {
  const writer = new Writer(language, random(SEEDS[language]));
  if (language === "go") writer.lines.push("package generated", "");
  for (let n = 0; n < FUNCTIONS; n++) writer.function(`f${n}`);
  return writer.lines.join("\n");
}

const SEEDS: Record<Language, number> = { js: 2026, ts: 2027, go: 2028, c: 2029 };

/** A small generator of random numbers (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

class Writer {
  readonly lines: string[] = [];
  #label = 0;
  #loops: string[] = [];

  constructor(private readonly language: Language, private readonly pick: (below: number) => number) {}

  function(name: string): void {
    const heads: Record<Language, string> = {
      js: `function ${name}(a, b, c) {`,
      ts: `export function ${name}(a: number, b: number, c: number): number {`,
      go: `func ${name}(a int, b int, c int) int {`,
      c: `int ${name}(int a, int b, int c) {`,
    };
    this.lines.push(heads[this.language]);
    this.block(1, 1 + this.pick(2), 0);
    this.put(1, `return a${this.end}`);
    this.lines.push("}", "");
  }

  block(indent: number, statements: number, depth: number): void {
    for (let n = 0; n < statements; n++) this.statement(indent, depth);
  }

  statement(indent: number, depth: number): void {
    const kinds = depth > 2 ? 3 : 12;
    const kind = this.pick(kinds);
    if (kind === 0) this.put(indent, `a = b + ${this.pick(9)}${this.end}`);
    else if (kind === 1) this.ternary(indent);
    else if (kind === 2) {
      this.put(indent, `${this.open("if", this.condition(2))} {`, `\tb = a${this.end}`, "}");
    } else if (kind < 7) this.if(indent, depth);
    else if (kind < 9) this.loop(indent, depth);
    else if (kind === 9) this.switch(indent, depth);
    else if (kind === 10) this.special(indent, depth);
    else this.jump(indent);
  }

  if(indent: number, depth: number): void {
    this.put(indent, `${this.open("if", this.condition(3))} {`);
    this.block(indent + 1, 1 + (depth === 0 ? this.pick(2) : 0), depth + 1);
    for (let branch = depth > 1 ? 0 : this.pick(3); branch > 0; branch--) {
      this.put(indent, `} else ${this.open("if", this.condition(2))} {`);
      this.block(indent + 1, 1, depth + 1);
    }
    if (this.pick(2) === 0) {
      this.put(indent, "} else {");
      // One of the reference tools for Go does not nest what stands in an else.
      if (this.language === "go") this.put(indent + 1, "c = a");
      else this.block(indent + 1, 1, depth + 1);
    }
    this.put(indent, "}");
  }

  loop(indent: number, depth: number): void {
    const label = `loop${this.#label++}`;
    const heads: Record<Language, readonly string[]> = {
      js: ["for (let i = 0; i < a; i++)", "while (a < b)", "for (const x of [a, b])"],
      ts: ["for (let i = 0; i < a; i++)", "while (a < b)", "for (const x of [a, b])"],
      go: ["for i := 0; i < a; i++", "for a < b", "for range []int{a, b}"],
      c: ["for (int i = 0; i < a; i++)", "while (a < b)"],
    };
    const choices = heads[this.language];
    const prefix = this.language === "c" ? "" : `${label}: `;
    const isLast = this.language !== "go" && this.pick(4) === 0;
    this.#loops.push(label);
    this.put(indent, isLast ? `${prefix}do {` : `${prefix}${choices[this.pick(choices.length)]} {`);
    this.block(indent + 1, 1 + (depth === 0 ? this.pick(2) : 0), depth + 1);
    // Go refuses labels that nobody uses.
    if (this.language === "go") this.put(indent + 1, `continue ${label}`);
    this.put(indent, isLast ? `} while (${this.condition(2)});` : "}");
    this.#loops.pop();
  }

  switch(indent: number, depth: number): void {
    this.put(indent, `${this.open("switch", "a")} {`);
    for (let n = 1 + this.pick(3); n > 0; n--) {
      this.put(indent, `case ${n}:`);
      this.block(indent + 1, 1, depth + 1);
      if (this.language !== "go") this.put(indent + 1, "break;");
    }
    if (this.pick(2) === 0) this.put(indent, "default:", `\tc = b${this.end}`);
    this.put(indent, "}");
  }

  special(indent: number, depth: number): void {
    if (this.language === "c") {
      const label = `out${this.#label++}`;
      return this.put(indent, `if (a) goto ${label};`, `${label}: c = a;`);
    }
    if (this.language === "go") {
      this.put(indent, "func() {");
      this.block(indent + 1, 1, 4);
      return this.put(indent, "}()");
    }
    this.put(indent, "try {");
    this.block(indent + 1, 1, depth + 1);
    this.put(indent, "} catch (error) {");
    this.block(indent + 1, 1, depth + 1);
    this.put(indent, "}");
  }

  ternary(indent: number): void {
    if (this.language === "go") return this.put(indent, "c = a");
    const nested = this.pick(3) === 0 ? `(${this.condition(2)} ? b : c)` : "c";
    this.put(indent, `a = ${this.condition(2)} ? b : ${nested};`);
  }

  jump(indent: number): void {
    const label = this.#loops[this.pick(Math.max(1, this.#loops.length))];
    const target = this.language === "c" || label === undefined ? "" : ` ${label}`;
    if (this.#loops.length === 0) {
      return this.put(indent, `${this.sink}(${this.condition(4)})${this.end}`);
    }
    this.put(
      indent,
      `${this.open("if", this.condition(1))} {`,
      `\t${this.pick(2) ? "break" : "continue"}${target}${this.end}`,
      "}",
    );
  }

  condition(operands: number): string {
    const count = 1 + this.pick(operands);
    const parts = Array.from({ length: count }, () => {
      const plain = `${"abc"[this.pick(3)]} ${["<", ">", "=="][this.pick(3)]} ${this.pick(9)}`;
      const kind = operands > 1 ? this.pick(8) : 7;
      // The same tool counts what stands in brackets apart.
      if (kind === 0 && this.language !== "go") return `(${this.condition(operands - 1)})`;
      if (kind === 1) return `!(${this.condition(operands - 1)})`;
      return plain;
    });
    return parts.reduce((left, right) => `${left} ${this.pick(2) ? "&&" : "||"} ${right}`);
  }

  open(word: string, head: string): string {
    return this.language === "go" ? `${word} ${head}` : `${word} (${head})`;
  }

  put(indent: number, ...lines: string[]): void {
    for (const line of lines) this.lines.push("\t".repeat(indent) + line);
  }

  get end(): string {
    return this.language === "go" ? "" : ";";
  }

  /** Where a truth value may be put. */
  get sink(): string {
    return this.language === "c" ? "b = " : this.language === "go" ? "_ = " : "b = +";
  }
}
