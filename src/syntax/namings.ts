import { byField, type Naming } from "./naming.ts";
import { arrow, block, lastName, macroItem, title, typeValue } from "./naming_blocks.ts";
import { call } from "./naming_calls.ts";
import { testCall } from "./naming_tests.ts";
import { computed, equation, form, head } from "./naming_forms.ts";
import {
  caseParameter,
  component,
  declared,
  extension,
  goType,
  keywordKind,
  operator,
  promoted,
  property,
  receiver,
} from "./naming_typed.ts";
import {
  alias,
  assigned,
  assignedList,
  assignment,
  binding,
  enumMember,
  member,
  pair,
  variable,
} from "./naming_values.ts";

/** The strategies of `naming` in `config/languages.json`. */
export const NAMINGS: Readonly<Record<string, Naming>> = {
  field: byField,
  variable,
  assignment,
  binding,
  member,
  pair,
  assigned,
  assignedList,
  enumMember,
  alias,
  call,
  test: testCall,
  receiver,
  declared,
  extension,
  goType,
  keywordKind,
  promoted,
  component,
  operator,
  caseParameter,
  property,
  form,
  head,
  equation,
  computed,
  typeValue,
  title,
  arrow,
  block,
  lastName,
  macroItem,
};
