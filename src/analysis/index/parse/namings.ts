import { byField, type Naming } from "./naming.ts";
import { elixir } from "./naming_elixir.ts";
import { declared, goType, keywordKind, promoted, receiver } from "./naming_typed.ts";
import { assigned, assignedList, assignment, binding, member, pair, variable } from "./naming_values.ts";

/** The strategies that `naming` in `config/languages.json` can name. */
export const NAMINGS: Readonly<Record<string, Naming>> = {
  field: byField,
  variable,
  assignment,
  binding,
  member,
  pair,
  assigned,
  assignedList,
  receiver,
  declared,
  goType,
  keywordKind,
  promoted,
  elixir,
};
