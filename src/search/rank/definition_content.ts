import type { LexicalIndex } from "../../index/lexical_index.ts";
import { VIEWS } from "../query/fields.ts";
import type { FunctionSpec, Values } from "./definition_evidence.ts";
import type { FeatureContext } from "./features.ts";
import { lowerBound } from "./term_lookup.ts";

/** How much of the question a definition holds, and what kind of definition it is. */
export const CONTENT_SPECS: readonly FunctionSpec[] = [
  { id: "holds", doc: "share of the question's weight that it holds anywhere" },
  { id: "holds_code", doc: "the same in its identifiers" },
  { id: "holds_doc", doc: "the same in its comments" },
  { id: "holds_str", doc: "the same in its strings" },
  { id: "holds_best", doc: "share of the question's weight by the most that any candidate holds" },
  { id: "is_test_code", doc: "a test, or code that only tests use" },
  { id: "is_declaration", doc: "a declaration without a body" },
  { id: "is_exported", doc: "other files can use it" },
];

/** Where a definition is. */
interface Place {
  readonly file: number;
  /** Its place in the file's record. */
  readonly at: number;
  readonly chunk: number;
}

const HELD = ["holds", "holds_code", "holds_doc", "holds_str"] as const;
/** Modules of tests beside the code, as in Rust. */
const TEST_MODULE = /(?:^|\.)(?:tests?|testing|specs?)(?:\.|$)/;
const TEST_NAME = /^(?:test_|Test[A-Z_])/;

/** Collects what the definitions of some files hold; the answer adds what it knows of one of them. */
export function contentIn(
  files: readonly number[],
  context: FeatureContext,
): (place: Place, values: Values) => void {
  const { index, paths } = context;
  const held = heldShares(files, context);
  return ({ file, at, chunk }, values) => {
    for (const id of HELD) values.set(id, held.of(id, file, chunk));
    values.set("holds_best", held.of("holds", file, chunk) / (held.most || 1));
    const definition = index.parsed(file)?.definitions[at];
    if (!definition) return;
    const { name, qualifiedName, startLine, endLine, exported } = definition;
    const isTest = paths.test[file] === 1 || TEST_MODULE.test(qualifiedName) || TEST_NAME.test(name);
    values.set("is_test_code", isTest ? 1 : 0);
    values.set("is_declaration", startLine === endLine ? 1 : 0);
    values.set("is_exported", exported ? 1 : 0);
  };
}

interface Held {
  of(id: typeof HELD[number], file: number, chunk: number): number;
  /** The most that any chunk holds. */
  readonly most: number;
}

/** Shares of the question's known weight per chunk of the files, each word once. */
function heldShares(files: readonly number[], { query, index, text }: FeatureContext): Held {
  const { firstChunk, chunkCount } = index.files;
  const at = VIEWS.indexOf("W");
  const columns = new Map(files.map((file) => [file, columnsFor(chunkCount[file]!)]));
  let total = 0;
  for (const [term, weights] of query.terms) {
    const postings = index.postings(term);
    if (!postings) continue;
    const { chunks, tf } = postings;
    const value = weights[at]! * text.rarity.get(term)!;
    total += value;
    for (const [file, column] of columns) {
      const from = firstChunk[file]!;
      const to = from + chunkCount[file]!;
      for (let p = lowerBound(chunks, from); chunks[p]! < to; p++) {
        const chunk = chunks[p]! - from;
        column.holds[chunk]! += value;
        if (tf.code[p]! > 0) column.holds_code[chunk]! += value;
        if (tf.doc[p]! > 0) column.holds_doc[chunk]! += value;
        if (tf.str[p]! > 0) column.holds_str[chunk]! += value;
      }
    }
  }
  return {
    of: (id, file, chunk) => columns.get(file)![id][chunk - firstChunk[file]!]! / (total || 1),
    most: mostOf(columns, index) / (total || 1),
  };
}

type Columns = Readonly<Record<typeof HELD[number], Float32Array>>;

function columnsFor(chunks: number): Columns {
  const column = (): Float32Array => new Float32Array(chunks);
  return { holds: column(), holds_code: column(), holds_doc: column(), holds_str: column() };
}

/** Of the chunks that are definitions. */
function mostOf(columns: ReadonlyMap<number, Columns>, { files, chunks }: LexicalIndex): number {
  let most = 0;
  for (const [file, { holds }] of columns) {
    const from = files.firstChunk[file]!;
    holds.forEach((value, i) => {
      if (value > most && chunks.definition(from + i) >= 0) most = value;
    });
  }
  return most;
}
