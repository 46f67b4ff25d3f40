import { BUILT_IN, HIDDEN } from "./annotations.ts";
import type { LocalKind } from "./locals.ts";
import type { Definition, ImportRef, Reference, TypeHint } from "./parsed_file.ts";

/** The parts of a record that determine the values of local variables. */
interface Values {
  readonly definitions: readonly Definition[];
  readonly hints: readonly TypeHint[];
  /** Grows by the imports of functions whose names mean something else in the rest of the file. */
  readonly imports: ImportRef[];
  /** True for names of the file's top level. */
  readonly isGlobal: (name: string) => boolean;
  /** Method that a call of an object calls, if the language has one. */
  readonly invoke: string | undefined;
}

/**
 * The calls as uses of what the variables contain: `run = self.run; run()` uses `self.run`, `{ add } = useCart()` uses
 * `useCart().add`. Calls of values that are unknown are omitted.
 */
export function callsOfValues(
  calls: ReadonlyMap<Reference, LocalKind>,
  values: Values,
): Map<Reference, Reference | undefined> {
  const byScope = Map.groupBy(values.hints, ({ scope, name }) => `${scope} ${name}`);
  return new Map(
    Array.from(calls, ([call, kind]) => {
      return [call, kind === "variable" ? callOfValue(call, values, byScope) : callOfImport(call, values)];
    }),
  );
}

/** A call of, or on, a name that the function imports, under an alias of its own if the name has another meaning outside. */
function callOfImport(call: Reference, { definitions, imports }: Values): Reference {
  const [root = ""] = (call.receiver || call.name).split(".", 1);
  const bound = imports.flatMap(({ module, names, line }) =>
    names.filter(({ alias }) => alias === root).map(({ name }) => ({ module, name, line }))
  );
  const own = bound.findLast(({ line }) => line <= call.line);
  const isHiding = definitions.some(({ name, parent }) => name === root && parent < 0) ||
    bound.some(({ module, name }) => module !== own?.module || name !== own.name);
  if (!isHiding || own === undefined || (own.name === "*" && call.receiver === "")) return call;
  const name = call.receiver === "" ? "*" : own.name;
  const alias = `import${own.line}${name === "*" ? "" : root}`;
  if (!imports.some(({ names }) => names[0]?.alias === alias)) {
    imports.push({ ...own, names: [{ name, alias }] });
  }
  return call.receiver === ""
    ? { ...call, name: own.name, receiver: alias }
    : { ...call, receiver: alias + call.receiver.slice(root.length) };
}

function callOfValue(
  call: Reference,
  { definitions, isGlobal, invoke }: Values,
  hints: ReadonlyMap<string, readonly TypeHint[]>,
): Reference | undefined {
  for (let scope = call.scope;; scope = definitions[scope]?.parent ?? -1) {
    const [hint] = hints.get(`${scope} ${call.name}`)?.toSorted((a, b) => weight(b) - weight(a)) ?? [];
    if (hint !== undefined) return through(call, hint, { isGlobal, invoke });
    if (scope < 0) return undefined;
  }
}

function through(
  call: Reference,
  { type }: TypeHint,
  { isGlobal, invoke }: Pick<Values, "isGlobal" | "invoke">,
): Reference | undefined {
  const [, receiver = "", name] = VALUE.exec(type) ?? [];
  if (name !== undefined) {
    // Passed on, mostly only a part of a result is a function.
    if (call.kind === "reference" && !receiver.endsWith("().")) return undefined;
    const isKnown = receiver !== "" || (name !== call.name && isGlobal(name));
    return isKnown ? { ...call, name, receiver: receiver.slice(0, -1) } : undefined;
  }
  const isObject = invoke !== undefined && /^[\w.]+$/.test(type);
  return isObject ? { ...call, name: invoke, receiver: call.name } : undefined;
}

/** A path as written by hints: `=self.run`, `=useCart().add`. */
const VALUE = /^=((?:[\w$]+(?:\(\)|\[\])*\.)*)([\w$]+)$/;

/** Specificity of a hint: named type or value, built-in type, unknown type. */
export function weight({ type }: TypeHint): number {
  return type === HIDDEN ? 0 : type.startsWith(BUILT_IN) ? 1 : 2;
}
