import { plainPath } from "./callee.ts";
import { CALLABLE, CLASS_KINDS } from "./class_kinds.ts";
import { weight } from "./local_calls.ts";
import { wordsOf } from "./source.ts";
import type { Definition, Reference, TypeHint } from "./parsed_file.ts";

/** First and last line. */
export type Lines = readonly [first: number, last: number];

/** Parts of a record with the types of local variables. */
interface Variables {
  readonly definitions: readonly Definition[];
  readonly hints: readonly TypeHint[];
  readonly hintLines: readonly number[];
  readonly hintBlocks: readonly (Lines | undefined)[];
}

/**
 * The uses on variables that have several types in their function, each with the type of the nearest declaration before
 * it: `for (Box one : boxes) one.open(); for (Bag one : bags) one.open();`. Outside of the block of a variable a use is one
 * of the outer variable of that name.
 */
export function withAssignedTypes(uses: Reference[], variables: Variables): Reference[] {
  const { definitions, hints, hintLines, hintBlocks } = variables;
  const isOfType = (scope: number): boolean => CLASS_KINDS.has(definitions[scope]?.kind ?? "function");
  const isLocal = (scope: number): boolean => CALLABLE.has(definitions[scope]?.kind ?? "module");
  const places = new Map<string, number[]>();
  const open = new Set<string>();
  hints.forEach((hint, at) => {
    if (weight(hint) < 2) return;
    const key = `${hint.scope} ${hint.name}`;
    const known = places.get(key);
    const last = known?.at(-1) ?? at;
    // A described variable keeps that type in its assignment.
    if (known === undefined) places.set(key, [at]);
    else if (hints[last]!.type !== hint.type && hintLines[last] !== hintLines[at]) known.push(at);
    else return;
    const end = hintBlocks[at]?.[1] ?? Infinity;
    const isInner = end < (definitions[hint.scope]?.endLine ?? Infinity);
    if (!isOfType(hint.scope) && (known !== undefined || isInner)) open.add(key);
  });
  if (open.size === 0) return uses;
  const isSeen = (at: number, { line }: Reference): boolean => {
    const [first, last] = hintBlocks[at] ?? [0, Infinity];
    return first <= line && line <= last;
  };
  return uses.map((use) => {
    const [root = "?"] = wordsOf(use.receiver);
    let scope = use.receiver.startsWith(root) ? use.scope : -2;
    while (scope >= 0 && !open.has(`${scope} ${root}`)) scope = definitions[scope]!.parent;
    const key = `${scope} ${root}`;
    // A variable outside of functions may have a later value when a function runs.
    if (!open.has(key) || !(scope === use.scope || isLocal(scope))) return use;
    const all = places.get(key)!;
    let last = all.findLast((at) => hintLines[at]! <= use.line && isSeen(at, use));
    // The outer variable of the name.
    for (let at = scope; last === undefined && at >= 0 && !all.some((one) => isSeen(one, use));) {
      at = definitions[at]!.parent;
      last = places.get(`${at} ${root}`)?.[0];
    }
    if (last === undefined || last === all[0]) return use;
    const { type } = hints[last]!;
    const chain = type.startsWith("=") ? type.slice(1) : plainPath(type) === type ? `${type}()` : "";
    return chain === "" ? use : { ...use, receiver: chain + use.receiver.slice(root.length) };
  });
}
