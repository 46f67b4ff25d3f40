import { Memo } from "../model/memo.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import type {
  ChunkTable,
  DefinitionSite,
  FileTable,
  Kept,
  LexicalIndex,
  PathPostings,
  Postings,
  ReferenceSite,
} from "./lexical_index.ts";
import type { PathTraits } from "./path_traits.ts";

/**
 * An index with some files parsed from other texts than the stored ones. Definitions, references and records come from
 * those texts; terms and chunks are those of the stored index.
 */
export class OverlayIndex implements LexicalIndex {
  readonly files: FileTable;
  readonly chunks: ChunkTable;
  readonly memo: Memo<LexicalIndex> = new Memo(this);
  readonly lasting: Memo<LexicalIndex> = new Memo(this);

  /** @param overlaid records by file number */
  constructor(
    private readonly base: LexicalIndex,
    private readonly overlaid: ReadonlyMap<number, ParsedFile>,
  ) {
    this.files = base.files;
    this.chunks = base.chunks;
  }

  get traits(): PathTraits {
    return this.base.traits;
  }

  load(terms: Iterable<string>): void {
    this.base.load(terms);
  }

  postings(term: string): Postings | undefined {
    return this.base.postings(term);
  }

  chunkFrequency(term: string): number {
    return this.base.chunkFrequency(term);
  }

  fileFrequency(term: string): number {
    return this.base.fileFrequency(term);
  }

  pathPostings(term: string): PathPostings | undefined {
    return this.base.pathPostings(term);
  }

  pathLength(file: number): number {
    return this.base.pathLength(file);
  }

  definitionsNamed(name: string): readonly DefinitionSite[] {
    const own = [...this.overlaid].flatMap(([file, { definitions }]) =>
      definitions.flatMap(({ name: one, kind, startLine, endLine }, definition) =>
        one === name ? [{ file, definition, kind, startLine, endLine }] : []
      )
    );
    return [...this.#stored(this.base.definitionsNamed(name)), ...own]
      .sort((a, b) => a.file - b.file || a.definition - b.definition);
  }

  definitionCount(name: string): number {
    return this.definitionsNamed(name).length;
  }

  definitionTotal(): number {
    return this.base.definitionTotal();
  }

  referencesTo(name: string, limit?: number): readonly ReferenceSite[] {
    const own = [...this.overlaid].flatMap(([file, { references }]) =>
      references.filter((one) => one.name === name)
        .map(({ kind, line, scope, receiver }) => ({ file, kind, line, scope, receiver }))
    );
    return [...this.#stored(this.base.referencesTo(name, limit)), ...own]
      .sort((a, b) => a.file - b.file || a.line - b.line).slice(0, limit);
  }

  parsed(file: number): ParsedFile | undefined {
    return this.overlaid.get(file) ?? this.base.parsed(file);
  }

  nameTables(): readonly (() => Uint8Array)[] {
    return [() => new TextEncoder().encode(this.definitionNames())];
  }

  definitionNames(): string {
    const own = [...this.overlaid.values()].flatMap(({ definitions }) => definitions.map(({ name }) => name));
    return [this.base.definitionNames(), ...new Set(own)].join("\n");
  }

  nearNames(name: string, limit: number): readonly string[] {
    return this.base.nearNames(name, limit);
  }

  relax(most?: Kept): void {
    this.base.relax(most);
  }

  #stored<T extends { readonly file: number }>(sites: readonly T[]): readonly T[] {
    return sites.filter(({ file }) => !this.overlaid.has(file));
  }
}
