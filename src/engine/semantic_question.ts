import { VECTOR_FORMAT, vectorsName } from "../index/vectors/vector_files.ts";
import { NEAR_POINTS, semanticGap } from "../model/semantic.ts";
import type {
  EmbeddingChoice,
  EmbeddingSpace,
  EmbedOutcome,
  ModelUse,
  QueryEmbedding,
  QueryOutcome,
  QuestionSpace,
  SemanticGap,
} from "../model/semantic.ts";
import type { Settings } from "../model/settings.ts";
import type { ModelsReport } from "../model/prompt.ts";
import { newest } from "../platform/store_names.ts";
import { readVectorNote, type VectorTrouble } from "../platform/vector_note.ts";
import { embeddingModel } from "../semantic/choice/models.ts";
import { LONGEST_QUESTION } from "../model/question.ts";
import type { Reranked } from "../semantic/choice/rerank.ts";
import { chooseProvider } from "./choose_provider.ts";
import { metered, type MeteredEmbedder } from "./metered_embedder.ts";
import type { Semantic } from "./semantic.ts";

/** For a folder whose settings say that nothing is sent. */
export const NO_SEMANTIC: Semantic = {
  choice: { provider: "none", remote: false, why: "embedding.provider is none", others: [] },
  close: () => {},
};

/** A question on its way to a vector. */
export class SemanticQuestion {
  readonly #embedder: MeteredEmbedder | undefined;
  #outcome: QueryOutcome | undefined;
  #sent: Promise<QueryEmbedding | undefined> | undefined;
  /** Trouble of the last build, if no provider is asked because there are no vectors. */
  #unasked: VectorTrouble | undefined;

  constructor(
    private readonly semantic: Semantic,
    /** The question as asked. */
    readonly text: string,
    /** Milliseconds after sending, when the answer is not needed any more. */
    private readonly limitMs: number,
  ) {
    const { embedder } = semantic;
    this.#embedder = embedder && metered(embedder, "embed");
  }

  get choice(): EmbeddingChoice {
    return this.semantic.choice;
  }

  /** Space of the vector; absent without a provider. */
  get space(): EmbeddingSpace | undefined {
    return this.#embedder;
  }

  /**
   * Space of the question for the sandboxes; absent without a provider. A provider is not asked if there is nothing
   * to compare the answer with; only an engine itself knows its vectors.
   *
   * @param cache folder of the repository's index
   */
  begin(cache: string | undefined): QuestionSpace | undefined {
    const { semantic } = this;
    if (!this.#embedder) return undefined;
    const { provider, model, dimensions } = this.#embedder;
    const space = { provider, model, ...(dimensions !== undefined && { dimensions }) };
    const isElsewhere = semantic.engine !== undefined;
    const isAsked = isElsewhere ||
      (cache !== undefined && newest({ folder: cache, name: vectorsName(space), format: VECTOR_FORMAT }) > 0);
    if (!isAsked) this.#unasked = (cache !== undefined && readVectorNote(cache, space)) || {};
    return { ...space, isElsewhere, isAsked };
  }

  /**
   * Redacts and sends, then asks the engine if there is one; `tell` gets the result. A question is sent once, even if
   * called twice. Called when nothing else waits for this thread.
   */
  async send(tell: (query: QueryEmbedding) => void): Promise<void> {
    const query = await (this.#sent ??= this.#send());
    if (query) tell(query);
  }

  async #send(): Promise<QueryEmbedding | undefined> {
    const embedder = this.#embedder;
    if (!embedder || this.#unasked) return undefined;
    const { provider, model } = embedder;
    // Redaction loads late: most questions are not sent.
    const { sendable } = await import("../safety/outgoing.ts");
    const text = sendable(this.text, Math.min(LONGEST_QUESTION, embeddingModel(model).maxUnits));
    const signal = AbortSignal.timeout(this.limitMs);
    this.#outcome = await this.#near(await embedder.embed([text], { kind: "query", signal }), signal);
    return { provider, model, outcome: this.#outcome };
  }

  async #near(embedded: EmbedOutcome, signal: AbortSignal): Promise<QueryOutcome> {
    const { engine } = this.semantic;
    const [vector] = embedded.ok ? embedded.vectors : [];
    return engine && vector ? await engine.nearest(vector, { most: NEAR_POINTS, signal }) : embedded;
  }

  /** Reason for no vector; one on its way is late. */
  gap(): SemanticGap | undefined {
    const { choice } = this.semantic;
    if (!this.#embedder) return choice.failure;
    if (this.#unasked) return unbuilt(this.#unasked, choice);
    if (!this.#outcome) return semanticGap("timeout", "the question's vector came too late");
    return this.#outcome.ok ? undefined : this.#outcome;
  }

  /** US dollars, when vectors are not built because the cost was not agreed to. */
  get estimatedCost(): number | undefined {
    return this.#unasked?.dollars;
  }

  /** Usage of the vector; absent if no provider was asked or no reply came yet. */
  use(): ModelUse | undefined {
    return this.#embedder?.use();
  }
}

/** Reason for no vectors, if the last build found one. */
function unbuilt({ failure }: VectorTrouble, { provider, model }: EmbeddingChoice): SemanticGap | undefined {
  if (!failure) return undefined;
  const pull = provider === "ollama" && failure === "bad_response" ? `ollama pull ${model}, or ` : "";
  const detail = `the vectors could not be built: ${pull}auto-tools index --semantic says more`;
  return { ok: false, reason: failure, detail };
}

/** Reports an answer's models, and reasons of missing ones. */
export function modelsOf(
  question: SemanticQuestion | undefined,
  { gap: rerankGap, use }: Pick<Reranked, "gap" | "use"> = {},
): ModelsReport {
  const semanticGap = question?.gap();
  const uses = [question?.use(), use].filter((one) => one !== undefined);
  const estimatedCost = question?.estimatedCost;
  return {
    uses,
    ...(semanticGap && { semanticGap }),
    ...(estimatedCost !== undefined && { estimatedCost }),
    ...(rerankGap && { rerankGap }),
  };
}

/**
 * Starts the network's side for a question, where a provider is there to ask; undefined for a question without words.
 *
 * @param opened what a process that gave up its rights before had opened when it still had them
 */
export async function openQuestion(
  question: string | undefined,
  settings: Settings,
  opened?: Semantic,
): Promise<SemanticQuestion | undefined> {
  if (question === undefined || question.trim() === "") return undefined;
  const semantic = opened ?? await semanticFor(settings);
  return new SemanticQuestion(semantic, question, settings["embedding.timeout_ms"].value);
}

/** The network code is loaded only if there is a provider. */
async function semanticFor(settings: Settings): Promise<Semantic> {
  const chosen = await chooseProvider(settings);
  if (!chosen.service) return { choice: chosen.choice, close: () => {} };
  return await (await import("./semantic.ts")).openSemantic(settings, chosen);
}
