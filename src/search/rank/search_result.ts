import type { Finding, LineRange, Strength } from "../../model/calls.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { RankedDefinition, SemanticMatch } from "./hybrid.ts";
import type { RankedValue } from "./values.ts";

/** Lines of a file, with the definition they belong to. */
export interface IndexPlace extends LineRange {
  /** Qualified name of the definition there. */
  readonly symbol?: string;
  /** The question names a line in it. */
  readonly isNamedLine?: true;
}

/** A file with the part of it that answers best. */
export interface FileHit extends IndexPlace, Pick<Finding, "path" | "score" | "reasons"> {
  /** Number in the index. */
  readonly file: number;
}

/** Result of a question. */
export interface SearchResult {
  /** Best first. */
  readonly files: readonly FileHit[];
  /** Definitions of the best files, best first. */
  readonly functions: readonly RankedDefinition[];
  /** Constants and settings that are asked for, best first. */
  readonly values: readonly RankedValue[];
  readonly table: FeatureTable;
  /** Chance that one of the first three definitions by the words is right; see `certaintyOf`. */
  readonly chance: number;
  /** As given, with what the words alone say. */
  readonly semantic?: SemanticMatch & {
    /** The definitions as the words rank them. */
    readonly byWords: readonly RankedDefinition[];
    /** Confidence by the words. */
    readonly words: Strength;
  };
}
