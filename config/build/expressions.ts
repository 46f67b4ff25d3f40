import binaryen from "binaryen";

/** Walks over the expression trees of WebAssembly functions, on top of binaryen, which has none for JavaScript. */

/** A subexpression and the way to replace it. */
export interface Child {
  readonly expression: number;
  replace(other: number): void;
}

/** Per kind of expression binaryen's name of it and its fields with subexpressions, in the order of evaluation. */
const FIELDS: ReadonlyMap<number, readonly [kind: string, ...fields: string[]]> = new Map([
  [binaryen.BlockId, ["Block", "children"]],
  [binaryen.IfId, ["If", "condition", "ifTrue", "ifFalse"]],
  [binaryen.LoopId, ["Loop", "body"]],
  [binaryen.BreakId, ["Break", "value", "condition"]],
  [binaryen.SwitchId, ["Switch", "value", "condition"]],
  [binaryen.CallId, ["Call", "operands"]],
  [binaryen.CallIndirectId, ["CallIndirect", "operands", "target"]],
  [binaryen.LocalGetId, ["LocalGet"]],
  [binaryen.LocalSetId, ["LocalSet", "value"]],
  [binaryen.GlobalGetId, ["GlobalGet"]],
  [binaryen.GlobalSetId, ["GlobalSet", "value"]],
  [binaryen.LoadId, ["Load", "ptr"]],
  [binaryen.StoreId, ["Store", "ptr", "value"]],
  [binaryen.ConstId, ["Const"]],
  [binaryen.UnaryId, ["Unary", "value"]],
  [binaryen.BinaryId, ["Binary", "left", "right"]],
  [binaryen.SelectId, ["Select", "ifTrue", "ifFalse", "condition"]],
  [binaryen.DropId, ["Drop", "value"]],
  [binaryen.ReturnId, ["Return", "value"]],
  [binaryen.NopId, ["Nop"]],
  [binaryen.UnreachableId, ["Unreachable"]],
]);

/** The setters (`setLeft`, `setChildAt`, ...) and ids of the kinds, which binaryen's types leave out. */
const KINDS = binaryen as unknown as Readonly<Record<string, Readonly<Record<string, Setter>>>>;
const IDS = binaryen as unknown as Readonly<Record<string, number>>;
type Setter = (expression: number, ...change: number[]) => void;

/** The fields of an expression by its kind. */
interface Infos {
  readonly Block: binaryen.BlockInfo;
  readonly If: binaryen.IfInfo;
  readonly Loop: binaryen.LoopInfo;
  readonly Break: binaryen.BreakInfo;
  readonly Switch: binaryen.SwitchInfo;
  readonly CallIndirect: binaryen.CallIndirectInfo;
  readonly LocalGet: binaryen.LocalGetInfo;
  readonly LocalSet: binaryen.LocalSetInfo;
  readonly GlobalGet: binaryen.GlobalGetInfo;
  readonly GlobalSet: binaryen.GlobalSetInfo;
  readonly Load: binaryen.LoadInfo;
  readonly Store: binaryen.StoreInfo;
  readonly Binary: binaryen.BinaryInfo;
  readonly Return: binaryen.ReturnInfo;
}

/** The fields of an expression of that kind; undefined for one of another kind. */
export function infoOf<Kind extends keyof Infos>(expression: number, kind: Kind): Infos[Kind] | undefined {
  const info = binaryen.getExpressionInfo(expression);
  return info.id === IDS[`${kind}Id`] ? info as Infos[Kind] : undefined;
}

/** Subexpressions in the order of evaluation. Throws a RangeError for a kind that is not in the table. */
export function childrenOf(expression: number): Child[] {
  const info = binaryen.getExpressionInfo(expression);
  const [kind, ...fields] = FIELDS.get(info.id) ?? [];
  if (kind === undefined) throw new RangeError(`unknown kind of expression: ${info.id}`);
  const values = info as unknown as Readonly<Record<string, number | readonly number[]>>;
  const setters = KINDS[kind]!;
  return fields.flatMap((field): Child[] => {
    const value = values[field]!;
    if (typeof value === "number") {
      const set = setters[`set${field[0]!.toUpperCase()}${field.slice(1)}`]!;
      return value === 0 ? [] : [{ expression: value, replace: (other) => set(expression, other) }];
    }
    const set = setters[field === "children" ? "setChildAt" : "setOperandAt"]!;
    return value.map((one, at) => ({ expression: one, replace: (other) => set(expression, at, other) }));
  });
}

/** Visits an expression and all its subexpressions in the order of evaluation. */
export function walk(expression: number, visit: (expression: number) => void): void {
  for (const child of childrenOf(expression)) walk(child.expression, visit);
  visit(expression);
}

/** Replaces an expression and all its subexpressions by `change` of them, the innermost first. */
export function rewritten(expression: number, change: (expression: number) => number): number {
  for (const child of childrenOf(expression)) {
    const other = rewritten(child.expression, change);
    if (other !== child.expression) child.replace(other);
  }
  return change(expression);
}

/** Names of the functions that consist of known kinds of expressions. */
export function knownFunctions(code: binaryen.Module): string[] {
  const all = Array.from({ length: code.getNumFunctions() }, (_, at) => {
    return binaryen.getFunctionInfo(code.getFunctionByIndex(at));
  });
  return all.filter(({ body }) => body !== 0 && isKnown(body)).map(({ name }) => name);
}

function isKnown(body: number): boolean {
  try {
    walk(body, () => {});
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Replaces the locals and the body of a function. */
export function replaceFunction(
  code: binaryen.Module,
  name: string,
  { vars, body }: { readonly vars: number[]; readonly body: number },
): void {
  const { params, results } = binaryen.getFunctionInfo(code.getFunction(name));
  code.removeFunction(name);
  code.addFunction(name, params, results, vars, body);
}
