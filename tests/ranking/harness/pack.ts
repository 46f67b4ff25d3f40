import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extract } from "./extract.ts";
import type { Case, TreeFile } from "./mirror.ts";
import { eachBlob, tree } from "./mirror.ts";

/** Everything extracted from the distinct blobs of one repository's cases, as flat arrays. */
export interface Pack {
  readonly vocabulary: readonly string[];
  /** Blob key (sha and extension) to its row in `blobs`. */
  readonly rows: ReadonlyMap<string, number>;
  /** Five numbers per blob: first chunk, chunks, first entry, entries, lines. */
  readonly blobs: Uint32Array;
  readonly chunkNames: readonly string[];
  /** 0 module, 1 class, 2 function. */
  readonly chunkKinds: Uint8Array;
  /** One-based first and last line per chunk. */
  readonly chunkLines: Uint32Array;
  /** Tokens in the four fields per chunk. */
  readonly chunkLengths: Uint32Array;
  readonly entryTerms: Uint32Array;
  /** Chunk within its blob. */
  readonly entryChunks: Uint16Array;
  /** Counts in the four fields per entry, at most 255. */
  readonly entryCounts: Uint8Array;
}

const EXTENSIONS = new Set(
  "py,pyx,pxd,java,kt,scala,rs,go,php,rb,c,h,cc,cpp,hpp,cxx,js,jsx,mjs,cjs,ts,tsx,vue,y,l,jq,lua,cs,swift,tcl,sh,pl,proto"
    .split(","),
);
const LARGEST = 1_500_000;
const KINDS = ["module", "class", "function"] as const;

/** Extension of a path, lower-cased, without the dot. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The files of a commit that are indexed. */
export function indexed(gitDir: string, commit: string): TreeFile[] {
  return tree(gitDir, commit).filter((file) => EXTENSIONS.has(extensionOf(file.path)) && file.size <= LARGEST);
}

/** Loads the repository's pack from `cacheDir`, building it when it is missing or does not hold all the cases' blobs. */
export async function packOf(
  repo: string,
  options: { gitDir: string; cases: readonly Case[]; cacheDir: string },
): Promise<Pack> {
  const dir = `${options.cacheDir}/${repo.replace("/", "+")}`;
  const listings = options.cases.map((item) => listingOf(item, options.gitDir, options.cacheDir));
  const keys = new Map<string, TreeFile>();
  for (const files of listings) for (const file of files) keys.set(keyOf(file), file);
  if (existsSync(`${dir}/done`)) {
    const pack = load(dir);
    if ([...keys.keys()].every((key) => pack.rows.has(key))) return pack;
  }
  const started = Date.now();
  const builder = new Builder();
  const bySha = new Map<string, string[]>();
  for (const [key, file] of keys) {
    const list = bySha.get(file.sha) ?? [];
    list.push(key);
    bySha.set(file.sha, list);
  }
  const decoder = new TextDecoder();
  await eachBlob(options.gitDir, [...bySha.keys()], (sha, content) => {
    const text = decoder.decode(content);
    for (const key of bySha.get(sha) ?? []) builder.add(key, text, key.slice(key.indexOf(".") + 1));
  });
  builder.save(dir);
  console.error(`${repo}: ${keys.size} blobs, ${builder.size} entries, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return load(dir);
}

/** The indexed files of a case, cached. */
export function listingOf(item: Case, gitDir: string, cacheDir: string): TreeFile[] {
  const dir = `${cacheDir}/listings`;
  const file = `${dir}/${item.base_commit}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  mkdirSync(dir, { recursive: true });
  const files = indexed(gitDir, item.base_commit);
  writeFileSync(file, JSON.stringify(files));
  return files;
}

/** Key of a file's content in a pack. */
export function keyOf(file: TreeFile): string {
  return `${file.sha}.${extensionOf(file.path)}`;
}

class Grow<T extends Uint8Array | Uint16Array | Uint32Array> {
  length = 0;
  constructor(private data: T, private readonly make: (length: number) => T) {}
  push(value: number): void {
    if (this.length === this.data.length) {
      const next = this.make(this.length * 2);
      next.set(this.data as never);
      this.data = next;
    }
    this.data[this.length++] = value;
  }
  view(): T {
    return this.data.slice(0, this.length) as T;
  }
}

const u8 = (): Grow<Uint8Array> => new Grow(new Uint8Array(1 << 16), (n) => new Uint8Array(n));
const u16 = (): Grow<Uint16Array> => new Grow(new Uint16Array(1 << 16), (n) => new Uint16Array(n));
const u32 = (): Grow<Uint32Array> => new Grow(new Uint32Array(1 << 16), (n) => new Uint32Array(n));

class Builder {
  private readonly ids = new Map<string, number>();
  private readonly keys: string[] = [];
  private readonly names: string[] = [];
  private readonly blobs = u32();
  private readonly kinds = u8();
  private readonly lines = u32();
  private readonly lengths = u32();
  private readonly terms = u32();
  private readonly chunks = u16();
  private readonly counts = u8();

  get size(): number {
    return this.terms.length;
  }

  add(key: string, text: string, extension: string): void {
    const { chunks, terms, lines } = extract(text, extension);
    const firstEntry = this.terms.length;
    const firstChunk = this.names.length;
    chunks.forEach((chunk, index) => {
      this.names.push(chunk.name);
      this.kinds.push(KINDS.indexOf(chunk.kind));
      this.lines.push(chunk.startLine);
      this.lines.push(chunk.endLine);
      for (const length of chunk.lengths) this.lengths.push(length);
      for (const [term, counts] of terms[index]!) {
        let id = this.ids.get(term);
        if (id === undefined) this.ids.set(term, id = this.ids.size);
        this.terms.push(id);
        this.chunks.push(index);
        for (const count of counts) this.counts.push(Math.min(255, count));
      }
    });
    this.keys.push(key);
    const row = [firstChunk, chunks.length, firstEntry, this.terms.length - firstEntry, lines];
    for (const value of row) this.blobs.push(value);
  }

  save(dir: string): void {
    mkdirSync(dir, { recursive: true });
    writeLines(`${dir}/vocabulary.txt`, [...this.ids.keys()]);
    writeLines(`${dir}/keys.txt`, this.keys);
    writeLines(`${dir}/names.txt`, this.names);
    const parts = { blobs: this.blobs, kinds: this.kinds, lines: this.lines, lengths: this.lengths, terms: this.terms };
    for (const [name, grow] of Object.entries({ ...parts, chunks: this.chunks, counts: this.counts })) {
      const view = grow.view();
      writeFileSync(`${dir}/${name}.bin`, new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    }
    writeFileSync(`${dir}/done`, "");
  }
}

function writeLines(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.join("\n"));
}

function load(dir: string): Pack {
  const text = (name: string): string[] => readFileSync(`${dir}/${name}.txt`, "utf8").split("\n");
  const bytes = (name: string): ArrayBuffer => {
    const data = readFileSync(`${dir}/${name}.bin`);
    return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
  };
  return {
    vocabulary: text("vocabulary"),
    rows: new Map(text("keys").map((key, row) => [key, row])),
    blobs: new Uint32Array(bytes("blobs")),
    chunkNames: text("names"),
    chunkKinds: new Uint8Array(bytes("kinds")),
    chunkLines: new Uint32Array(bytes("lines")),
    chunkLengths: new Uint32Array(bytes("lengths")),
    entryTerms: new Uint32Array(bytes("terms")),
    entryChunks: new Uint16Array(bytes("chunks")),
    entryCounts: new Uint8Array(bytes("counts")),
  };
}
