import { isC } from "./bodies.ts";
import { linksOf } from "./chains.ts";
import type { Names, UseScope } from "./names.ts";
import type { ArgumentType } from "./overloads.ts";
import type { Types } from "./types.ts";

/** Inferred types of arguments, for overload resolution. */
export class ArgumentTypes {
  readonly #known = new Map<string, ArgumentType | undefined>();

  constructor(private readonly names: Names, private readonly types: Types) {}

  /** Inferred type of an argument. */
  of(place: UseScope, chain: string): ArgumentType | undefined {
    const { file, scope } = place;
    const key = `${file}\0${scope}\0${chain}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(place, chain));
    return this.#known.get(key);
  }

  #find(place: UseScope, chain: string): ArgumentType | undefined {
    const parsed = this.names.index.parsed(place.file);
    const links = linksOf(chain);
    if (!parsed || !links) return undefined;
    const inferred = this.types.ofChain(place, links);
    if (inferred && "type" in inferred && !inferred.collections) {
      const names = this.types.hierarchy.upwards(inferred.type).map(({ symbol }) =>
        this.names.index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? ""
      );
      return {
        names,
        isWhole: !isC(parsed.language) && this.types.hierarchy.knowsAllBases(inferred.type) &&
          names.length > 1,
      };
    }
    if (!inferred || !("outside" in inferred) || inferred.outside === "") return undefined;
    return { names: [inferred.outside], isWhole: false };
  }
}
