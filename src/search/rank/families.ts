import type { View } from "../query/fields.ts";

/**
 * One way to read a file as a document: what an occurrence counts in each field, and which views of the question are
 * scored against it. A feature is named after its family and view: `def_T`.
 */
export interface Family {
  readonly id: string;
  /** What one occurrence in the field counts, also in the length. */
  readonly code: number;
  readonly doc: number;
  readonly str: number;
  readonly def: number;
  readonly path: number;
  /** Strength of length normalisation, 0..1. */
  readonly b: number;
  readonly views: readonly View[];
}

const NOTHING = { code: 0, doc: 0, str: 0, def: 0, path: 0 } as const;
const FOUR = ["A", "T", "C", "P"] as const;

/** All families. `full` is the file as a whole, `weighted` favours names, the others are single fields. */
export const FAMILIES: readonly Family[] = [
  {
    ...NOTHING,
    id: "full",
    code: 1,
    doc: 1,
    str: 1,
    path: 3,
    b: 0.75,
    views: ["A", "T", "P", "C", "L", "I", "W"],
  },
  { ...NOTHING, id: "weighted", code: 1, doc: 1, str: 1, def: 2.5, path: 5, b: 0.6, views: ["T", "Q"] },
  { ...NOTHING, id: "code", code: 1, b: 0.75, views: FOUR },
  { ...NOTHING, id: "doc", doc: 1, b: 0.75, views: FOUR },
  { ...NOTHING, id: "str", str: 1, b: 0.75, views: FOUR },
  { ...NOTHING, id: "def", def: 1, b: 0.75, views: FOUR },
  { ...NOTHING, id: "path", path: 1, b: 0.5, views: ["A", "T", "C", "P", "I"] },
];

/** The views scored against single chunks. */
export const CHUNK_VIEWS: readonly View[] = ["A", "T", "C", "P", "I", "W", "Q"];
