import { CODE, FUNCTIONS, importedFunctions, IMPORTS, itemsOf, numbersOf } from "./wasm_functions.ts";
import { type Instruction, joined, moduleOf, OP, sectionsOf, wasmNumber, WasmReader } from "./wasm_code.ts";

/**
 * The lexer of a large grammar is one function with a case per state, compiled without optimisation: its variables are in
 * memory, at an address in one local. The engine's optimising compiler takes 700 MB and seconds for one of 160 kB. Here
 * each case becomes a function of its own, which the large one calls; the compiler then takes 22 MB.
 */

/** Smaller functions are left as they are, since a call per character makes a lexer some hundredths slower. Bytes. */
const LARGE = 50_000;
/** A case of this length stays where it is: the call would take half of it. Bytes. */
const SHORT = 48;
/** A table with fewer cases is no lexer. */
const FEWEST_CASES = 32;
/** Places that cases lead to are told apart by one byte. */
const MOST_TARGETS = 60;

/**
 * The module with the cases of its large functions as functions of their own. A function that is built otherwise stays as
 * it is. Throws a RangeError if the bytes are no whole module.
 */
export function splitLargeFunctions(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(module);
  const body = (id: number): Uint8Array => sections.find((section) => section.id === id)?.body ?? EMPTY;
  const types = numbersOf(body(FUNCTIONS));
  const codes = itemsOf(body(CODE));
  const imported = importedFunctions(body(IMPORTS)).length;
  codes.slice().forEach((code, at) => {
    const parts = code.length < LARGE ? undefined : split(code, imported + codes.length);
    if (parts === undefined) return;
    codes[at] = parts.caller;
    for (const one of parts.cases) {
      codes.push(one);
      types.push(types[at]!);
    }
  });
  const list = (items: readonly ArrayLike<number>[]): Uint8Array =>
    joined([wasmNumber(items.length), ...items]);
  return moduleOf(sections.map((section) => {
    if (section.id === FUNCTIONS) return { ...section, body: list(types.map(wasmNumber)) };
    if (section.id !== CODE) return section;
    return { ...section, body: list(codes.flatMap((code) => [joined([wasmNumber(code.length), code])])) };
  }));
}

const EMPTY = new Uint8Array(1);

/** A function's code as one that calls its cases, and these; they get the numbers from `next` on. */
function split(code: Uint8Array, next: number): { caller: Uint8Array; cases: Uint8Array[] } | undefined {
  const instructions = instructionsOf(code);
  const table = instructions && largestTable(instructions);
  const base = table && baseLocal(instructions, table);
  if (base === undefined) return undefined;
  const cases: Uint8Array[] = [];
  const caller: ArrayLike<number>[] = [];
  let kept = 0;
  for (const one of table!.cases) {
    const own = instructions!.slice(one.first, one.end);
    const [from, to] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
    if (to - from < SHORT || own.some(({ op }) => op === OP.return) || !isSelfContained(own, base)) continue;
    const targets = outerTargets(own);
    if (targets.length > MOST_TARGETS) continue;
    caller.push(code.subarray(kept, from), callOf(next + cases.length, base, targets));
    kept = to;
    cases.push(caseFunction(code, own, { base, targets, locals: code.subarray(0, instructions![0]!.start) }));
  }
  const rest = instructions!.filter((_, at) =>
    !table!.cases.some(({ first, end }) => at >= first && at < end)
  );
  if (cases.length === 0 || !isSelfContained(rest.filter(({ start }) => start > table!.start), base)) {
    return undefined;
  }
  return { caller: joined([...caller, code.subarray(kept)]), cases };
}

function instructionsOf(code: Uint8Array): Instruction[] | undefined {
  const reader = new WasmReader(code);
  for (let left = reader.number(); left > 0; left--) {
    reader.number();
    if (reader.byte() !== OP.i32Type) return undefined;
  }
  const instructions: Instruction[] = [];
  try {
    while (reader.at < code.length) instructions.push(reader.instruction());
  } catch {
    return undefined;
  }
  return instructions;
}

/** A table in the innermost of many blocks, and the code behind the end of each of them but the last. */
interface Table {
  /** Where the loop around it begins, or the function. */
  readonly start: number;
  /** Places of their first instructions, and behind their last ones. */
  readonly cases: readonly { readonly first: number; readonly end: number }[];
}

function largestTable(instructions: readonly Instruction[]): Table | undefined {
  let most = -1;
  instructions.forEach(({ labels }, at) => {
    if (labels.length >= FEWEST_CASES && labels.length > (instructions[most]?.labels.length ?? 0)) most = at;
  });
  if (most < 0 || instructions[most + 1]?.op !== OP.end) return undefined;
  const blocks = Math.max(...instructions[most]!.labels);
  let loop = most;
  while (loop > 0 && instructions[loop]!.op !== OP.loop) loop--;
  const cases: { first: number; end: number }[] = [];
  let first = most + 2;
  let depth = 0;
  for (let at = first; at < instructions.length && cases.length < blocks; at++) {
    const { op } = instructions[at]!;
    if (isOpening(op)) depth++;
    else if (op === OP.end && depth-- === 0) {
      cases.push({ first, end: at });
      first = at + 1;
      depth = 0;
    }
  }
  return { start: instructions[loop]!.start, cases };
}

/** The local that is written once, before the table, and read everywhere: where the function's variables are. */
function baseLocal(instructions: readonly Instruction[], { start }: Table): number | undefined {
  const writes = new Map<number, number[]>();
  for (const { op, local, start } of instructions) {
    if (local >= 0 && op !== OP.localGet) writes.set(local, [...writes.get(local) ?? [], start]);
  }
  const once = [...writes].filter(([, places]) => places.length === 1 && places[0]! < start);
  return once.length === 1 ? once[0]![0] : undefined;
}

/** Whether every local but `base` is written before it is read, on every way through the code. */
function isSelfContained(instructions: readonly Instruction[], base: number): boolean {
  const open: Set<number>[] = [];
  let known = new Set([base]);
  for (const { op, local } of instructions) {
    if (op === OP.localGet && !known.has(local)) return false;
    if (local >= 0) known.add(local);
    if (isOpening(op)) open.push(new Set(known));
    else if (op === OP.end) known = open.pop() ?? new Set([base]);
    else if (op === OP.else) known = new Set(open.at(-1));
  }
  return true;
}

function isOpening(op: number): boolean {
  return op >= OP.block && op <= OP.if;
}

/** Where the branches of a case lead to outside of it, as depths from its beginning. */
function outerTargets(instructions: readonly Instruction[]): number[] {
  const targets = new Set<number>();
  let depth = 0;
  for (const { op, labels } of instructions) {
    for (const label of labels) if (label >= depth) targets.add(label - depth);
    if (isOpening(op)) depth++;
    else if (op === OP.end) depth--;
  }
  return [...targets];
}

/** Calls a case, and goes where it says: to one of its targets, or on. */
function callOf(number: number, base: number, targets: readonly number[]): number[] {
  const labels = targets.map((target) => wasmNumber(target + 1)).flat();
  return [
    ...[OP.block, OP.void, OP.localGet, ...wasmNumber(base), OP.i32Const, 0, OP.call, ...wasmNumber(number)],
    ...[OP.brTable, ...wasmNumber(targets.length), ...labels, 0, OP.end],
  ];
}

/** A case as a function: it gets the base as its first argument and returns the place of a target, or their number. */
function caseFunction(
  code: Uint8Array,
  instructions: readonly Instruction[],
  { base, targets, locals }: {
    readonly base: number;
    readonly targets: readonly number[];
    readonly locals: Uint8Array;
  },
): Uint8Array {
  const pieces: ArrayLike<number>[] = [locals, [OP.localGet, 0, OP.localSet, ...wasmNumber(base)]];
  for (const _ of targets) pieces.push([OP.block, OP.void]);
  let depth = 0;
  for (const { op, start, end, labels } of instructions) {
    if (labels.length === 0) pieces.push(code.subarray(start, end));
    else {
      const moved = labels.map((label) => label < depth ? label : depth + targets.indexOf(label - depth));
      const count = op === OP.brTable ? wasmNumber(labels.length - 1) : [];
      pieces.push([op, ...count, ...moved.map(wasmNumber).flat()]);
    }
    if (isOpening(op)) depth++;
    else if (op === OP.end) depth--;
  }
  targets.forEach((_, at) => {
    pieces.push([OP.i32Const, ...wasmNumber(at === 0 ? targets.length : at - 1), OP.return, OP.end]);
  });
  pieces.push([OP.i32Const, ...wasmNumber(targets.length === 0 ? 0 : targets.length - 1), OP.end]);
  return joined(pieces);
}
