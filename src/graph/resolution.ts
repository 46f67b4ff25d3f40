import type { Member } from "./hierarchy.ts";
import { CONFIDENCE, type Rule, type SymbolRef } from "./symbol_ref.ts";

/** Type hint of a field with the name of its value, and the scope of that name. */
export const FIELD_VALUE = /^=((?:[\w$]+\.)*)([\w$]+)(?:@(-?\d+))?$/;
/** Maximum number of fields followed from field to field; also ends cycles. */
export const MOST_FIELDS_FOLLOWED = 4;

/** A possible target of a use, with its confidence: 1 is certain, below 0.5 is a name-only guess. */
export interface Resolution extends SymbolRef {
  readonly confidence: number;
  /** The rule that matched. */
  readonly rule: Rule;
  /** The class of the object whose member is used. */
  readonly type?: SymbolRef;
}

/** A target found by a rule; of several by name only each is less likely. */
export function found({ file, definition }: SymbolRef, rule: Rule, among = 1): Resolution {
  const confidence = rule === "name" ? CONFIDENCE.name / Math.max(1, among - 1) : CONFIDENCE[rule];
  return { file, definition, confidence, rule };
}

/** A member as a target; one of a base class is less certain. */
export function asMember(member: Member, rule: Rule): Resolution {
  return found(member, member.depth > 0 && rule === "receiver" ? "inherited" : rule);
}
