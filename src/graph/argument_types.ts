import { remember } from "../model/memo.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { ParsedFile, Reference } from "../syntax/parsed_file.ts";
import { isC } from "./bodies.ts";
import { linksOf } from "./chains.ts";
import { namesOf } from "./file_names.ts";
import type { Names, Use, UseScope } from "./names.ts";
import { isTyped } from "./outside.ts";
import type { ArgumentType, Parameter } from "./overloads.ts";
import { accepts, fitness, parametersOf } from "./overloads.ts";
import { definitionAt, type SymbolRef } from "./symbol_ref.ts";
import type { Types } from "./types.ts";

/** Languages whose signatures list all parameters with their default values. */
const COUNTED: ReadonlySet<string> = new Set(["java", "kotlin"]);

/** Overload resolution by the kind of a use, the number of arguments, and their inferred types. */
export class ArgumentTypes {
  readonly #known = new Map<string, ArgumentType | null>();

  constructor(private readonly names: Names, private readonly types: Types) {}

  /** The targets of a use that fit it best. */
  fitting<Target extends SymbolRef>(use: Use, found: readonly Target[]): readonly Target[] {
    const same = found.length > 1 ? this.#ofKind(use.reference, found) : found;
    const calls = same.length > 0 && use.reference.kind === "call"
      ? callsLike(use.parsed, use.reference)
      : [];
    const isCounted = COUNTED.has(use.parsed.language) && calls.length > 0;
    return same.length > 1 || isCounted ? this.#best(use, same, isCounted) : same;
  }

  /** Of a field and a method of one name, the one that the use reads or calls. */
  #ofKind<Target extends SymbolRef>({ kind }: Reference, found: readonly Target[]): readonly Target[] {
    const fields = found.filter((one) => definitionAt(this.names.index, one)[1]?.kind === "field");
    const others = found.filter((one) => !fields.includes(one));
    if (fields.length === 0 || others.length === 0) return found;
    return kind === "reference" ? fields : kind === "call" ? others : found;
  }

  /** The functions whose parameters fit the arguments best; those of another number do not if these count. */
  #best<Target extends SymbolRef>(
    { file, parsed, reference: use }: Use,
    found: readonly Target[],
    isCounted: boolean,
  ): readonly Target[] {
    const best = new Set<Target>();
    for (const { args = "" } of callsLike(parsed, use)) {
      const typeOf = (word: string): ArgumentType | undefined => this.of({ file, scope: use.scope }, word);
      const heads = found.map((one) => this.#parametersOf(one));
      const fits = heads.map((head) => head && fitness(head, args, typeOf));
      const most = Math.max(-1, ...fits.map((fit) => fit ?? -1));
      found.forEach((one, at) => {
        const isMiss = isCounted && heads[at] && !accepts(heads[at], args);
        if (!isMiss && (most < 0 || (fits[at] ?? most) === most)) best.add(one);
      });
    }
    return best.size > 0 || isCounted ? found.filter((one) => best.has(one)) : found;
  }

  #parametersOf(symbol: SymbolRef): readonly Parameter[] | undefined {
    const [parsed, one] = definitionAt(this.names.index, symbol);
    return one && CALLABLE.has(one.kind) ? parametersOf(one, parsed!.language) : undefined;
  }

  /** Inferred type of an argument. */
  of(place: UseScope, chain: string): ArgumentType | undefined {
    const key = `${place.file}\0${place.scope}\0${chain}`;
    return remember(this.#known, key, () => this.#find(place, chain) ?? null) ?? undefined;
  }

  #find(place: UseScope, chain: string): ArgumentType | undefined {
    const parsed = this.names.index.parsed(place.file);
    const links = linksOf(chain);
    if (!parsed || !links) return undefined;
    const inferred = this.types.ofChain(place, links);
    if (!isTyped(inferred)) {
      const { outside = "" } = inferred && "outside" in inferred ? inferred : {};
      return outside === "" ? undefined : { names: [outside], isWhole: false };
    }
    if (inferred.collections) return undefined;
    const names = this.types.hierarchy.namesOf(inferred.type);
    const mayBeWhole = !isC(parsed.language) && names.length > 1;
    return { names, isWhole: mayBeWhole && this.types.hierarchy.knowsAllBases(inferred.type) };
  }
}

/** The calls in the line of a use with its name and receiver. */
function callsLike(parsed: ParsedFile, { name, receiver, scope, line }: Reference): readonly Reference[] {
  return namesOf(parsed).callsIn(line).filter((one) =>
    one.name === name && one.receiver === receiver && one.scope === scope
  );
}
