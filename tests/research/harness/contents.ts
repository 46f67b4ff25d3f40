import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { IndexView } from "../../../src/index/index_view.ts";
import { FORMAT } from "../../../src/index/schema.ts";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { KINDS } from "../../../src/index/lexical_index.ts";
import { type Segment, segmentReader } from "../../../src/index/segment.ts";
import type { FileParser } from "../../../src/syntax/parser.ts";
import { createParser } from "../../../src/syntax/parser.ts";
import { languageConfig } from "../../../src/syntax/languages.ts";
import { SegmentBuilder } from "../../../src/index/segment_builder.ts";
import {
  kindByPath,
  kindOfText,
  languageFor,
  readingOf,
  sourceText,
} from "../../../src/index/content_indexer.ts";
import { newSnapshot } from "../../../src/index/tree_snapshot.ts";
import { roleOf } from "../../../src/index/roles.ts";
import { isSensitivePath, isSkippedPath } from "../../../src/safety/sensitive.ts";
import type { Case, TreeFile } from "./mirror.ts";
import { eachBlob, tree } from "./mirror.ts";

/** Where things are. */
export interface Places {
  readonly evalDir: string;
  readonly mirrors: string;
  readonly cacheDir: string;
}

/** The indexed contents of one repository, of all commits asked for so far. */
export interface Contents {
  /** Number of a content by its key, and its kind in KINDS. Contents that are not indexed have the number 0. */
  readonly known: Map<string, { readonly number: number; readonly kind: number }>;
  readonly segments: Segment[];
}

/** Blobs of one segment. */
const SHARD = 1500;
const MODULES = new URL("../../../node_modules/", import.meta.url);

/** The files of a commit that a work tree's index would list, cached. */
export function listingOf(item: Case, gitDir: string, cacheDir: string): TreeFile[] {
  const file = `${cacheDir}/trees/${item.base_commit}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  mkdirSync(`${cacheDir}/trees`, { recursive: true });
  const files = tree(gitDir, item.base_commit)
    .filter(({ path }) => !isSensitivePath(path) && !isSkippedPath(path))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  writeFileSync(file, JSON.stringify(files));
  return files;
}

/** Loads what is indexed of a repository and adds what the cases need besides. */
export async function contentsOf(
  repo: string,
  cases: readonly Case[],
  gitDir: string,
  cacheDir: string,
): Promise<Contents> {
  const dir = `${cacheDir}/contents-${FORMAT}/${repo.replace("/", "+")}`;
  const contents = load(dir);
  const missing = new Map<string, TreeFile>();
  for (const item of cases) {
    for (const file of listingOf(item, gitDir, cacheDir)) {
      if (!contents.known.has(keyOf(file))) missing.set(keyOf(file), file);
    }
  }
  if (missing.size > 0) await index(repo, missing, { gitDir, dir, contents });
  return contents;
}

/** The index of one commit. */
export function caseIndex(contents: Contents, listing: readonly TreeFile[]): LexicalIndex {
  const snapshot = newSnapshot(listing.map(({ path }) => ({ path, role: roleOf(path) })), 0);
  listing.forEach((file, number) => {
    const known = contents.known.get(keyOf(file));
    snapshot.blobs[number] = known?.number ?? 0;
    snapshot.kinds[number] = known?.kind ?? KINDS.indexOf("skipped");
  });
  return new IndexView(snapshot, contents.segments.map(segmentReader));
}

/** The path decides with the content how a text is read. */
function keyOf(file: TreeFile): string {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return `${file.sha}.${dot < 0 ? name.slice(0, 20) : name.slice(dot + 1).toLowerCase()}`;
}

function load(dir: string): Contents {
  const contents: Contents = { known: new Map(), segments: [] };
  if (!existsSync(dir)) return contents;
  for (const name of readdirSync(dir).sort()) {
    const { known, segment } = deserialize(readFileSync(`${dir}/${name}`));
    for (const [key, value] of known) contents.known.set(key, value);
    contents.segments.push(segment);
  }
  return contents;
}

async function index(
  repo: string,
  missing: ReadonlyMap<string, TreeFile>,
  { gitDir, dir, contents }: { gitDir: string; dir: string; contents: Contents },
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const started = Date.now();
  const shard = new ShardWriter(dir, contents, await researchParser());
  const bySha = new Map<string, [string, TreeFile][]>();
  for (const [key, file] of missing) {
    const kind = kindByPath(file.path, file.size);
    if (kind !== "source" && kind !== "data") {
      shard.note(key, 0, kind);
      continue;
    }
    const list = bySha.get(file.sha) ?? [];
    list.push([key, file]);
    bySha.set(file.sha, list);
  }
  await eachBlob(gitDir, [...bySha.keys()], (sha, bytes) => {
    for (const [key, file] of bySha.get(sha) ?? []) shard.add(key, file.path, bytes);
  });
  shard.flush();
  console.error(`${repo}: ${missing.size} contents in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

type Kind = (typeof KINDS)[number];

class ShardWriter {
  private builder = new SegmentBuilder();
  private fresh: [string, { number: number; kind: number }][] = [];
  private next = 1;
  private readonly decoder = new TextDecoder();
  /** Texts in the builder. */
  private built = 0;

  constructor(
    private readonly dir: string,
    private readonly contents: Contents,
    private readonly parser: FileParser,
  ) {
    for (const { number } of contents.known.values()) this.next = Math.max(this.next, number + 1);
  }

  note(key: string, number: number, kind: Kind): void {
    this.fresh.push([key, { number, kind: KINDS.indexOf(kind) }]);
  }

  add(key: string, path: string, bytes: Uint8Array): void {
    const text = this.decoder.decode(bytes);
    const kind = kindOfText(path, bytes, text);
    if (kind !== "source" && kind !== "data") {
      this.note(key, 0, kind);
      return;
    }
    const language = languageFor(path, text);
    const reading = readingOf(path, kind, language);
    this.builder.add(sourceText(text, { language, reading, parser: this.parser }));
    this.note(key, this.next++, kind);
    if (++this.built >= SHARD) this.flush();
  }

  flush(): void {
    const segment = this.builder.finish();
    segment.columns.blobs.forEach((place, i, blobs) => blobs[i] = this.next - 1 - blobs.length + place);
    const name = String(this.contents.segments.length).padStart(4, "0");
    writeFileSync(`${this.dir}/${name}.bin`, serialize({ known: this.fresh, segment }));
    this.contents.segments.push(segment);
    for (const [key, value] of this.fresh) this.contents.known.set(key, value);
    this.builder = new SegmentBuilder();
    this.built = 0;
    this.fresh = [];
  }
}

/** One for the process: each holds its grammars for good. */
let parser: Promise<FileParser> | undefined;

/** A parser with the grammars of the installed packages. */
export function researchParser(): Promise<FileParser> {
  return parser ??= createParser({
    core: readFileSync(new URL("web-tree-sitter/web-tree-sitter.wasm", MODULES)),
    grammar: (id) => {
      const grammar = languageConfig(id)?.grammar;
      return grammar && readFileSync(new URL(`${grammar.package}/${grammar.file}`, MODULES));
    },
  }, { timeoutMs: 2000 });
}
