import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { LengthNorm } from "./bm25.ts";
import { lengthNorm } from "./bm25.ts";
import type { Family } from "./families.ts";
import { FAMILIES } from "./families.ts";

/** What depends on the index alone. */
export interface Norms {
  /** Parallel to {@link FAMILIES}. */
  readonly families: readonly LengthNorm[];
  readonly chunks: LengthNorm;
  readonly chunksWithText: number;
}

/** The norms of an index; to be kept with it. */
export function normsOf(index: LexicalIndex): Norms {
  const { length } = index.chunks;
  let sum = 0;
  let chunksWithText = 0;
  for (let chunk = 0; chunk < length.length; chunk++) {
    sum += length[chunk]!;
    if (length[chunk]! > 0) chunksWithText++;
  }
  return { families: familyNorms(index), chunks: lengthNorm(sum, chunksWithText, 0.75), chunksWithText };
}

/** One pass over the files: the lengths of a family are sums of those of the fields. */
function familyNorms(index: LexicalIndex): LengthNorm[] {
  const { count, lengths: { code, doc, str, def } } = index.files;
  const sums = { code: 0, doc: 0, str: 0, def: 0, path: 0 };
  const held = new Uint32Array(1 << FIELDS.length);
  for (let file = 0; file < count; file++) {
    const path = index.pathLength(file);
    sums.code += code[file]!;
    sums.doc += doc[file]!;
    sums.str += str[file]!;
    sums.def += def[file]!;
    sums.path += path;
    const fields = (code[file]! && 1) | (doc[file]! && 2) | (str[file]! && 4) | (def[file]! && 8) |
      (path && 16);
    held[fields]!++;
  }
  return FAMILIES.map((family) => {
    const used = FIELDS.reduce((bits, field, at) => family[field] > 0 ? bits | 1 << at : bits, 0);
    const sum = FIELDS.reduce((all, field) => all + family[field] * sums[field], 0);
    const filled = held.reduce((all, files, fields) => (fields & used) !== 0 ? all + files : all, 0);
    return lengthNorm(sum, filled, family.b);
  });
}

/** What families weigh, by the bits of the combinations that files hold. */
const FIELDS = ["code", "doc", "str", "def", "path"] as const;

/** Length of a file as a document of the family. */
export function lengthIn(family: Family, file: number, index: LexicalIndex): number {
  const { code, doc, str, def } = index.files.lengths;
  return family.code * code[file]! + family.doc * doc[file]! + family.str * str[file]! +
    family.def * def[file]! + family.path * index.pathLength(file);
}
