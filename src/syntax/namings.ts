import { byField, type Naming } from "./naming.ts";
import * as blocks from "./naming_blocks.ts";
import * as calls from "./naming_calls.ts";
import * as forms from "./naming_forms.ts";
import * as typed from "./naming_typed.ts";
import * as values from "./naming_values.ts";

/** The strategies of `naming` in `config/languages.json`. */
export const NAMINGS: Readonly<Record<string, Naming>> = {
  field: byField,
  ...values,
  ...typed,
  ...forms,
  ...calls,
  ...blocks,
};
