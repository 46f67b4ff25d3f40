import { ITSELF, RESULT } from "../syntax/hint.ts";
import { parentOf, type TypeHint } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";
import { hintAround } from "./hint_scopes.ts";
import { Hierarchy } from "./hierarchy.ts";
import type { FileView, Names, ScopeView } from "./names.ts";
import type { ClassType, ExpressionType } from "./outside.ts";
import { returnType } from "./return_type.ts";
import { isParentWord } from "./scopes.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Names of the object itself, and of its class. */
export const SELF = new Set("self this cls Self static __MODULE__ singleton_class instancetype".split(" "));

/** Types by their names and declarations. */
export class DeclaredTypes {
  readonly hierarchy: Hierarchy;

  constructor(protected readonly names: Names) {
    this.hierarchy = new Hierarchy(names);
  }

  protected own(view: ScopeView, name: string): ExpressionType | undefined {
    const own = this.names.ownClass(view, view.scope);
    if (!own) return undefined;
    const type = isParentWord(view.parsed.language, name) ? this.hierarchy.bases(own)[0] : own;
    return type && { type, isInferred: false };
  }

  /** An instance of the named type, in one collection per trailing `[]`. */
  protected typed(view: ScopeView, path: string): ClassType | undefined {
    const bare = path.replace(/(?:\[\])+$/, "");
    const type = this.named(view, bare);
    const collections = (path.length - bare.length) / 2;
    return type && { type, isInferred: false, ...(collections > 0 && { collections }) };
  }

  /** Type hints of a field in a class and its base classes, nearest first. */
  *fieldHints(
    type: SymbolRef,
    name: string,
  ): Generator<{ readonly file: number; readonly hint: TypeHint }, undefined> {
    for (const { symbol: { file, definition } } of this.hierarchy.upwards(type)) {
      const parsed = this.names.index.parsed(file);
      const hint = parsed && namesOf(parsed).hint(definition, name);
      if (hint) yield { file, hint };
    }
  }

  /** An object literal with methods: `const app = { run() {} }`. */
  protected object({ file, parsed }: FileView, { scope, name }: TypeHint): ExpressionType | undefined {
    const definition = namesOf(parsed).definitions(name).find((one) =>
      parsed.definitions[one]?.parent === scope && namesOf(parsed).holds(one)
    );
    return definition === undefined ? undefined : { type: { file, definition }, isInferred: false };
  }

  /** A class, or the bound of a type parameter of that name. */
  protected named(view: ScopeView, path: string): SymbolRef | undefined {
    if (path === "Self") return this.names.ownClass(view, view.scope);
    const { parsed, file } = view;
    const own = namesOf(parsed).definitions(path);
    // Of nested classes of one name the nearest.
    for (let at = view.scope; own.length > 1 && at >= 0; at = parentOf(parsed, at)) {
      const nested = own.find((one) => parentOf(parsed, one) === at);
      if (nested !== undefined && this.names.isClass({ file, definition: nested })) {
        return { file, definition: nested };
      }
    }
    if (!path.includes(".")) {
      const bound = hintAround(view.parsed, view.scope, path, { withMembers: true });
      if (bound && bound.type !== path && !/^[=!]/.test(bound.type)) {
        return this.names.classNamed(view, bound.type);
      }
    }
    return this.names.classNamed(view, path);
  }

  /** True if a method returns its receiver, or another instance of the same class. */
  protected returnsReceiver({ file, definition }: SymbolRef): boolean {
    const parsed = this.names.index.parsed(file);
    const own = parsed?.definitions[definition];
    if (!parsed || !own) return false;
    const declared = returnType(own, parsed.language);
    return declared === "" ? namesOf(parsed).hint(definition, RESULT)?.type === ITSELF : SELF.has(declared);
  }
}
