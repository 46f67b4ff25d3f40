import { plainPath } from "./callee.ts";
import { CALLABLE, CLASS_KINDS } from "./class_kinds.ts";
import { weight } from "./local_calls.ts";
import { wordsOf } from "./source.ts";
import type { Definition, Reference, TypeHint } from "./parsed_file.ts";

/** Parts of a record with the types of local variables. */
interface Variables {
  readonly definitions: readonly Definition[];
  readonly hints: readonly TypeHint[];
  readonly hintLines: readonly number[];
}

/**
 * The uses on variables that have several types in their function, each with the type of the nearest declaration before
 * it: `for (Box one : boxes) one.open(); for (Bag one : bags) one.open();`.
 */
export function withAssignedTypes(uses: Reference[], variables: Variables): Reference[] {
  const { definitions, hints, hintLines } = variables;
  const isOfType = (scope: number): boolean => CLASS_KINDS.has(definitions[scope]?.kind ?? "function");
  const isLocal = (scope: number): boolean => CALLABLE.has(definitions[scope]?.kind ?? "module");
  const places = new Map<string, number[]>();
  hints.forEach((hint, at) => {
    if (isOfType(hint.scope) || weight(hint) < 2) return;
    const key = `${hint.scope} ${hint.name}`;
    const known = places.get(key);
    const last = known?.at(-1) ?? at;
    // A described variable keeps that type in its assignment.
    if (known === undefined) places.set(key, [at]);
    else if (hints[last]!.type !== hint.type && hintLines[last] !== hintLines[at]) known.push(at);
  });
  for (const [key, { length }] of places) if (length === 1) places.delete(key);
  if (places.size === 0) return uses;
  return uses.map((use) => {
    const [root = "?"] = wordsOf(use.receiver);
    let scope = use.receiver.startsWith(root) ? use.scope : -2;
    while (scope >= 0 && !places.has(`${scope} ${root}`)) scope = definitions[scope]!.parent;
    // A variable outside of functions may have a later value when a function runs.
    const isOpen = scope === use.scope || isLocal(scope);
    const all = (isOpen && places.get(`${scope} ${root}`)) || [];
    const last = all.findLast((at) => hintLines[at]! <= use.line);
    if (last === undefined || last === all[0]) return use;
    const { type } = hints[last]!;
    const chain = type.startsWith("=") ? type.slice(1) : plainPath(type) === type ? `${type}()` : "";
    return chain === "" ? use : { ...use, receiver: chain + use.receiver.slice(root.length) };
  });
}
