import type {
  ChunkTable,
  DefinitionSite,
  FileTable,
  LexicalIndex,
  PathPostings,
  Postings,
} from "../../../src/analysis/index/lexical_index.ts";
import { ROLES } from "../../../src/analysis/index/lexical_index.ts";
import type { DefinitionKind, ParsedFile } from "../../../src/analysis/index/parse/parsed_file.ts";
import { roleOf } from "../../../src/analysis/roles.ts";
import { tokens } from "../../../src/analysis/text/tokens.ts";
import type { TreeFile } from "./mirror.ts";
import type { Pack } from "./pack.ts";
import { keyOf } from "./pack.ts";

const vocabularies = new WeakMap<Pack, Map<string, number>>();

/**
 * An index of one commit in memory, made from a pack. It knows the postings of the wanted terms only, and the
 * definitions that are chunks.
 */
export function caseIndex(pack: Pack, listing: readonly TreeFile[], wanted: Iterable<string>): LexicalIndex {
  const rows: number[] = [];
  const paths: string[] = [];
  for (const file of [...listing].sort((a, b) => a.path < b.path ? -1 : 1)) {
    const row = pack.rows.get(keyOf(file));
    if (row === undefined) continue;
    rows.push(row);
    paths.push(file.path);
  }
  const files = fileTable(pack, rows, paths);
  const chunks = chunkTable(pack, rows, files);
  const postings = postingsOf(pack, rows, files, wanted);
  const pathTokens = paths.map((path) => tokens(path.replace(/[/.]/g, " ")));
  const pathPostings = pathPostingsOf(pathTokens);
  const parsed = (file: number): ParsedFile => parsedFile(pack, rows[file]!);
  const names = new Map<string, DefinitionSite[]>();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (chunks.definition[chunk]! < 0) continue;
    const source = sourceChunk(pack, rows, chunks, files, chunk);
    const full = pack.chunkNames[source]!;
    const name = full.slice(full.lastIndexOf(".") + 1);
    const site: DefinitionSite = {
      file: chunks.file[chunk]!,
      definition: chunks.definition[chunk]!,
      kind: kindOf(pack, source),
      startLine: chunks.startLine[chunk]!,
      endLine: chunks.endLine[chunk]!,
    };
    const list = names.get(name);
    if (list) list.push(site);
    else names.set(name, [site]);
  }
  const frequency = (term: string): number => {
    let count = 0;
    let previous = -1;
    for (const chunk of postings.get(term)?.chunks ?? []) {
      if (chunks.file[chunk] !== previous) count++;
      previous = chunks.file[chunk]!;
    }
    return count;
  };
  const zero = { code: 0, doc: 0, str: 0, def: 0 };
  return {
    files,
    chunks,
    averages: { file: zero, chunk: zero },
    load: () => {},
    postings: (term) => postings.get(term),
    chunkFrequency: (term) => postings.get(term)?.chunks.length ?? 0,
    fileFrequency: frequency,
    pathPostings: (term) => pathPostings.get(term),
    pathLength: (file) => pathTokens[file]!.length,
    definitionsNamed: (name) => names.get(name) ?? [],
    definitionCount: (name) => names.get(name)?.length ?? 0,
    referencesTo: () => [],
    parsed,
    nearNames: () => [],
  };
}

function fileTable(pack: Pack, rows: readonly number[], paths: readonly string[]): FileTable {
  const count = rows.length;
  const column = (): Uint32Array => new Uint32Array(count);
  const lengths = { code: column(), doc: column(), str: column(), def: column() };
  const firstChunk = column();
  const chunkCount = column();
  let next = 0;
  rows.forEach((row, file) => {
    const from = pack.blobs[row * 5]!;
    const many = pack.blobs[row * 5 + 1]!;
    firstChunk[file] = next;
    chunkCount[file] = many;
    next += many;
    for (let c = from; c < from + many; c++) {
      lengths.code[file]! += pack.chunkLengths[c * 4]!;
      lengths.doc[file]! += pack.chunkLengths[c * 4 + 1]!;
      lengths.str[file]! += pack.chunkLengths[c * 4 + 2]!;
      lengths.def[file]! += pack.chunkLengths[c * 4 + 3]!;
    }
  });
  const numbers = new Map(paths.map((path, file) => [path, file]));
  return {
    count,
    paths,
    roles: Uint8Array.from(paths, (path) => ROLES.indexOf(roleOf(path))),
    kinds: new Uint8Array(count),
    languages: new Uint8Array(count),
    languageNames: [""],
    blobs: Uint32Array.from(rows, (row) => row + 1),
    firstChunk,
    chunkCount,
    lengths,
    numberOf: (path) => numbers.get(path),
  };
}

function chunkTable(pack: Pack, rows: readonly number[], files: FileTable): ChunkTable {
  const count = files.chunkCount.reduce((sum, many) => sum + many, 0);
  const short = (): Uint16Array => new Uint16Array(count);
  const lengths = { code: short(), doc: short(), str: short(), def: short() };
  const file = new Uint32Array(count);
  const startLine = new Uint32Array(count);
  const endLine = new Uint32Array(count);
  const definition = new Int32Array(count);
  let at = 0;
  rows.forEach((row, number) => {
    const from = pack.blobs[row * 5]!;
    for (let c = 0; c < files.chunkCount[number]!; c++, at++) {
      file[at] = number;
      startLine[at] = pack.chunkLines[(from + c) * 2]!;
      endLine[at] = pack.chunkLines[(from + c) * 2 + 1]!;
      definition[at] = c - 1;
      const l = (from + c) * 4;
      lengths.code[at] = Math.min(65_535, pack.chunkLengths[l]! + (c > 0 ? 2 : 0));
      lengths.doc[at] = Math.min(65_535, pack.chunkLengths[l + 1]!);
      lengths.str[at] = Math.min(65_535, pack.chunkLengths[l + 2]!);
      lengths.def[at] = Math.min(65_535, pack.chunkLengths[l + 3]!);
    }
  });
  return { count, file, startLine, endLine, definition, lengths };
}

function sourceChunk(pack: Pack, rows: readonly number[], chunks: ChunkTable, files: FileTable, chunk: number): number {
  const file = chunks.file[chunk]!;
  return pack.blobs[rows[file]! * 5]! + chunk - files.firstChunk[file]!;
}

function kindOf(pack: Pack, chunk: number): DefinitionKind {
  if (pack.chunkKinds[chunk] === 1) return "class";
  return pack.chunkNames[chunk]!.includes(".") ? "method" : "function";
}

function postingsOf(
  pack: Pack,
  rows: readonly number[],
  files: FileTable,
  wanted: Iterable<string>,
): Map<string, Postings> {
  let vocabulary = vocabularies.get(pack);
  if (!vocabulary) vocabularies.set(pack, vocabulary = new Map(pack.vocabulary.map((term, id) => [term, id])));
  const slot = new Int32Array(pack.vocabulary.length).fill(-1);
  const lists: { term: string; entries: number[]; chunks: number[] }[] = [];
  for (const term of wanted) {
    const id = vocabulary.get(term);
    if (id === undefined || slot[id]! >= 0) continue;
    slot[id] = lists.length;
    lists.push({ term, entries: [], chunks: [] });
  }
  rows.forEach((row, file) => {
    const from = pack.blobs[row * 5 + 2]!;
    const to = from + pack.blobs[row * 5 + 3]!;
    for (let e = from; e < to; e++) {
      const at = slot[pack.entryTerms[e]!]!;
      if (at < 0) continue;
      lists[at]!.entries.push(e);
      lists[at]!.chunks.push(files.firstChunk[file]! + pack.entryChunks[e]!);
    }
  });
  return new Map(lists.map(({ term, entries, chunks }) => [term, toPostings(pack, term, entries, chunks)]));
}

function toPostings(pack: Pack, term: string, entries: readonly number[], chunks: readonly number[]): Postings {
  const count = (field: number): Uint8Array => Uint8Array.from(entries, (e) => pack.entryCounts[e * 4 + field]!);
  const def = count(3);
  const code = count(0);
  if (!term.includes(" ")) code.forEach((value, i) => code[i] = Math.min(255, value + 2 * def[i]!));
  return { chunks: Uint32Array.from(chunks), tf: { code, doc: count(1), str: count(2), def } };
}

function pathPostingsOf(pathTokens: readonly (readonly string[])[]): Map<string, PathPostings> {
  const lists = new Map<string, Map<number, number>>();
  pathTokens.forEach((list, file) => {
    for (const token of list) {
      let counts = lists.get(token);
      if (!counts) lists.set(token, counts = new Map());
      counts.set(file, (counts.get(file) ?? 0) + 1);
    }
  });
  return new Map([...lists].map(([term, counts]) => [
    term,
    { files: Uint32Array.from(counts.keys()), tf: Uint8Array.from(counts.values()) },
  ]));
}

function parsedFile(pack: Pack, row: number): ParsedFile {
  const from = pack.blobs[row * 5]!;
  const many = pack.blobs[row * 5 + 1]!;
  const definitions = [];
  for (let c = from + 1; c < from + many; c++) {
    const qualifiedName = pack.chunkNames[c]!;
    definitions.push({
      name: qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1),
      qualifiedName,
      kind: kindOf(pack, c),
      startLine: pack.chunkLines[c * 2]!,
      endLine: pack.chunkLines[c * 2 + 1]!,
      docStartLine: pack.chunkLines[c * 2]!,
      startIndex: 0,
      endIndex: 0,
      parent: -1,
      signature: "",
      doc: "",
      exported: true,
      decorators: [],
    });
  }
  const none = { references: [], imports: [], heritage: [], hints: [], gaps: [] };
  return { language: "", lines: pack.blobs[row * 5 + 4]!, module: "", definitions, ...none };
}
