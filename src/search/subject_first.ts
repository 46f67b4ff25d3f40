import type { Subject } from "./query/subject.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { usedNames } from "./rank/call_features.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";

/** Definitions of the name that come first. */
const MOST = 5;
/** How much more the first of them speaks for itself than what ranked first, and than each further one. */
const LEAD = 2;
const STEP = 0.2;

/**
 * The definitions with the one name that the question asks about come first: types and what does the work before what hands on
 * to another of the name, tests last. Callers and neighbours rank by what the question says of them, which is nothing.
 */
export function subjectFirst(
  ranked: readonly RankedFunction[],
  { name, owner }: Subject,
  { index, paths }: FeatureContext,
): readonly RankedFunction[] {
  const named = ranked.filter(({ definition }) => definition.name === name);
  const owned = named.filter((one) => owner === undefined || isOwned(one, owner));
  const all = owned.length > 0 ? owned : named;
  if (all.length === 0) return ranked;
  // Where the type is there, its constructors are not what was meant.
  const types = all.filter(isType);
  const meant = types.length === 0 ? all : all.filter((one) => isType(one) || !isOwned(one, name));
  const handsOn = (one: RankedFunction): boolean =>
    !isType(one) && usedNames({ file: one.file, definition: one.at }, index).has(name);
  const order = meant.map((one) => ({ one, rank: 2 * paths.test[one.file]! + (handsOn(one) ? 1 : 0) }))
    .sort((a, b) => a.rank - b.rank).slice(0, MOST).map(({ one }) => one);
  const top = ranked[0]!.score + LEAD;
  const first = order.map((one, at) => ({ ...one, score: top - at * STEP }));
  const moved = new Set(order);
  return [...first, ...ranked.filter((one) => !moved.has(one))];
}

function isType({ definition }: RankedFunction): boolean {
  return CLASS_KINDS.has(definition.kind);
}

function isOwned({ definition }: RankedFunction, owner: string): boolean {
  return definition.qualifiedName.split(/[.:#]+/).slice(0, -1).includes(owner);
}
