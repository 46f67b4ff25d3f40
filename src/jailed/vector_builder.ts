import type { OpenIndex } from "../analysis/index/open_index.ts";
import { embeddedKeys, EngineShelf } from "../analysis/vectors/engine_shelf.ts";
import type { BuildEstimate, BuildModel, BuildProgress } from "../analysis/vectors/vector_build.ts";
import { estimateBuild, VectorBuild } from "../analysis/vectors/vector_build.ts";
import type { VectorStore } from "../analysis/vectors/vector_store.ts";
import type { SendableText } from "../model/brands.ts";
import type { EngineContent, EngineKnown } from "../model/engine.ts";
import type { RepositoryView } from "../model/jail.ts";
import { blobHash, createWorkTree } from "../platform/work_tree.ts";
import { redact } from "../safety/redaction.ts";
import { sendable } from "../safety/outgoing.ts";
import { guardedTree } from "./tree.ts";

/** The jailed side of building vectors: cuts passages and stores vectors, but never sees who makes them. */

/** What the builder of vectors is asked, one question after the other. */
export type ToVectorBuilder =
  /** Before `begin`, where an engine has to be asked what it has. */
  | { readonly type: "keys" }
  | {
    readonly type: "begin";
    readonly model: BuildModel;
    /** The longest passage, UTF-16 units. */
    readonly mostUnits: number;
    /** What the engine has that keeps the vectors; absent: they are kept beside the index. */
    readonly engine?: EngineKnown;
  }
  | { readonly type: "estimate" }
  | { readonly type: "next"; readonly most: number }
  | {
    readonly type: "vectors";
    readonly id: number;
    readonly vectors: readonly Float32Array[];
    readonly dimension: number;
  }
  | { readonly type: "stop" };

/** One answer per question. */
export type FromVectorBuilder =
  | {
    readonly type: "progress";
    readonly progress: BuildProgress;
    /** What is to be carried to the engine. */
    readonly ready: readonly EngineContent[];
  }
  /** Of the contents that get vectors; hexadecimal digits. */
  | { readonly type: "keys"; readonly keys: readonly string[] }
  /** Another process builds, or nothing can be stored. */
  | { readonly type: "refused" }
  | { readonly type: "estimated"; readonly estimate: BuildEstimate }
  /** `id` 0: nothing is left to hand out. */
  | { readonly type: "passages"; readonly id: number; readonly texts: readonly SendableText[] };

/** Answers questions about the vectors of an open index. */
export class VectorBuilder {
  #build: VectorBuild | undefined;
  #make: (isFresh: boolean) => VectorBuild | undefined = () => undefined;
  #release: (() => void) | undefined;
  #shelf: EngineShelf | undefined;

  constructor(private readonly opened: OpenIndex, private readonly view: RepositoryView) {}

  answer(question: ToVectorBuilder): FromVectorBuilder {
    switch (question.type) {
      case "keys":
        return { type: "keys", keys: [...this.#keys(this.opened.vectors()).keys()] };
      case "begin":
        return this.#begin(question);
      case "estimate":
        return { type: "estimated", estimate: this.#build ? estimateBuild(this.#build) : NOTHING };
      case "next": {
        const { id = 0, texts = [] } = this.#build?.next(question.most) ?? {};
        return { type: "passages", id, texts };
      }
      case "vectors": {
        const { id, vectors, dimension } = question;
        // The model answers in another length than before: what it made then is of no use.
        if (this.#build?.take(id, vectors, dimension) === false) this.#build = this.#make(true);
        return this.#progress();
      }
      case "stop":
        this.#build?.store();
        this.#release?.();
        return this.#progress();
    }
  }

  #begin({ model, mostUnits, engine }: Extract<ToVectorBuilder, { type: "begin" }>): FromVectorBuilder {
    const { opened, view } = this;
    const local = opened.vectors();
    this.#release = opened.claimVectors();
    if (!local || !this.#release) return { type: "refused" };
    this.#shelf = engine && this.#shelfFor(engine, local, model);
    const store = this.#shelf ?? local;
    const tree = createWorkTree({ ...guardedTree(view), root: view.root });
    const passage = (text: string): SendableText => sendable(text, mostUnits);
    const tools = { index: opened.index, store, tree, hash: blobHash, cleaned, sendable: passage };
    this.#make = (isFresh) => new VectorBuild(tools, model, isFresh);
    this.#build = this.#make(false);
    return this.#progress();
  }

  #shelfFor({ known, dimension }: EngineKnown, local: VectorStore, model: BuildModel): EngineShelf {
    const there = new Set(known);
    const contents = [...this.#keys(local)].filter(([key]) => there.has(key));
    const space = dimension === undefined ? undefined : { ...model, dimension };
    const keyOf = (content: number): Uint8Array => local.keyOf(content);
    return new EngineShelf(keyOf, new Map(contents.map(([, content]) => [content, 0])), space);
  }

  #keys(local: VectorStore | undefined): Map<string, number> {
    return local ? embeddedKeys(this.opened.index, (content) => local.keyOf(content)) : new Map();
  }

  #progress(): FromVectorBuilder {
    const ready = this.#shelf?.take() ?? [];
    return { type: "progress", progress: this.#build?.progress ?? NO_PROGRESS, ready };
  }
}

const NOTHING: BuildEstimate = { files: 0, passages: 0, characters: 0 };
const NO_PROGRESS: BuildProgress = { done: 0, total: 0, embedded: 0, reused: 0, beyond: 0 };

/**
 * A file's text with its secrets taken out. A secret of several lines may lie across two passages, where neither shows
 * what it is: a file with one is not embedded at all.
 */
function cleaned(text: string): string | undefined {
  const { text: redacted } = redact(text);
  return lineCount(redacted) === lineCount(text) ? redacted : undefined;
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
