import { packageImports } from "../../graph/package_imports.ts";
import type { Form } from "../form.ts";

/** Imports of the named identifiers from packages of other repositories, as data alone. */
export const IMPORTS: Form = {
  accepts: ({ terms }, { packages }) => packages !== undefined && terms.identifiers.length > 0,
  find: ({ args, question, index }) => ({
    items: [],
    data: { imports: packageImports(index, question.terms.identifiers, args.packages ?? []) },
  }),
};
