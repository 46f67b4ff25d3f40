import type { OpenIndex } from "../../index/open_index.ts";
import { embeddedKeys, EngineVectors } from "../../index/vectors/engine_vectors.ts";
import type { BuildEstimate, BuildProgress } from "../../index/vectors/vector_build.ts";
import { estimateBuild, VectorBuild } from "../../index/vectors/vector_build.ts";
import type { VectorStore } from "../../index/vectors/vector_store.ts";
import type { SendableText } from "../../model/brands.ts";
import type { EmbeddingSpace, EngineContent, EngineKnown } from "../../model/semantic.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { noteVectors, type VectorTrouble } from "../../platform/vector_note.ts";
import { blobHash, createWorkTree } from "../../platform/work_tree.ts";
import { redact } from "../../safety/redaction.ts";
import { sendable } from "../../safety/outgoing.ts";
import { guardedTree } from "./tree.ts";

/** The sandboxed side of building vectors: cuts passages and stores vectors, but never talks to the provider. */

/** Requests to the builder of vectors, one after the other. */
export type ToVectorBuilder =
  /** Before `begin`, where an engine has to be asked what it has. */
  | { readonly type: "keys" }
  | {
    readonly type: "begin";
    readonly model: EmbeddingSpace;
    /** The longest passage, UTF-16 units. */
    readonly mostUnits: number;
    /** Vectors that the engine has; absent: they are kept beside the index. */
    readonly engine?: EngineKnown;
  }
  /** Before anything else, where the answer to `begin` has a doubt: the length of the model's vectors. */
  | { readonly type: "length"; readonly dimension: number }
  | { readonly type: "estimate" }
  | { readonly type: "next"; readonly most: number }
  | {
    readonly type: "vectors";
    readonly id: number;
    readonly vectors: readonly Float32Array[];
    readonly dimension: number;
  }
  /** `trouble`: why some vectors are missing; kept on disk, so that later prompts can report it. */
  | { readonly type: "stop"; readonly trouble?: VectorTrouble };

/** One answer per question. */
export type FromVectorBuilder =
  | {
    readonly type: "progress";
    readonly progress: BuildProgress;
    /** The length a question's vector had, when it was another one than that of the stored. */
    readonly doubt?: number;
    /** Contents to store in the engine. */
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
  #remote: EngineVectors | undefined;
  #local: VectorStore | undefined;
  #model: EmbeddingSpace | undefined;

  constructor(private readonly opened: OpenIndex, private readonly view: RepositoryView) {}

  answer(question: ToVectorBuilder): FromVectorBuilder {
    switch (question.type) {
      case "keys":
        return { type: "keys", keys: [...this.#keys().keys()] };
      case "begin":
        return this.#begin(question);
      case "length":
        this.#local?.setDoubt(undefined);
        if (question.dimension !== this.#local?.space?.dimension) this.#build = this.#make(true);
        return this.#progress();
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
        this.#stop(question.trouble);
        return this.#progress();
    }
  }

  #stop(trouble: VectorTrouble | undefined): void {
    const { cache } = this.view;
    this.#build?.store();
    if (!this.#remote) this.#local?.tidy();
    if (trouble && cache !== undefined && this.#model) noteVectors(cache, this.#model, trouble);
    this.#release?.();
  }

  #begin({ model, mostUnits, engine }: Extract<ToVectorBuilder, { type: "begin" }>): FromVectorBuilder {
    const { opened, view } = this;
    this.#model = model;
    const local = this.#local = opened.vectors(model);
    this.#release = opened.lockVectors();
    if (!local || !this.#release) return { type: "refused" };
    this.#remote = engine && this.#remoteFor(engine, model);
    const store = this.#remote ?? local;
    const tree = createWorkTree({ ...guardedTree(view), root: view.root });
    const passage = (text: string): SendableText => sendable(text, mostUnits);
    const tools = { index: opened.index, store, tree, hash: blobHash, cleaned, sendable: passage };
    this.#make = (isFresh) => new VectorBuild(tools, model, isFresh);
    this.#build = this.#make(false);
    return this.#progress();
  }

  #remoteFor({ known, dimension }: EngineKnown, { provider, model }: EmbeddingSpace): EngineVectors {
    const there = new Set(known);
    const contents = [...this.#keys()].filter(([key]) => there.has(key));
    const space = dimension === undefined ? undefined : { provider, model, dimension };
    return new EngineVectors(
      (content) => this.#keyOf(content),
      new Map(contents.map(([, content]) => [content, 0])),
      space,
    );
  }

  #keys(): Map<string, number> {
    return embeddedKeys(this.opened.index, (content) => this.#keyOf(content));
  }

  #keyOf(content: number): Uint8Array {
    return this.opened.keys()?.keyOf(content) ?? new Uint8Array(0);
  }

  #progress(): FromVectorBuilder {
    const ready = this.#remote?.take() ?? [];
    const doubt = this.#remote ? undefined : this.#local?.doubt;
    const progress = this.#build?.progress ?? NO_PROGRESS;
    return { type: "progress", progress, ready, ...(doubt !== undefined && { doubt }) };
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
  return redacted.split("\n").length === text.split("\n").length ? redacted : undefined;
}
