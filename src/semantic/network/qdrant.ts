import type {
  EngineAdded,
  EngineContent,
  EngineKnown,
  EngineNear,
  EnginePoint,
  QdrantService,
  VectorEngine,
} from "../../model/engine.ts";
import { asObject } from "../../model/json.ts";
import type { SemanticGap } from "../../model/embedding_space.ts";
import type { HttpClient, HttpGap, HttpOutcome } from "../../platform/http.ts";
import { digest, engineGap, otherLength, PATIENCE_MS, slices } from "./engine_kit.ts";
import { QUICK, THOROUGH, withRetries } from "./retry.ts";

const MOST_BYTES = 4 * 1024 * 1024;
/** Ids of one request. */
const IDS_AT_ONCE = 1000;
/** Numbers of one request: some 4 MB, an eighth of what the server takes. */
const NUMBERS_AT_ONCE = 1_000_000;

interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: { readonly content: string; readonly chunk: number; readonly space: string };
}

/**
 * A collection of Qdrant over REST. A point's id follows from space, content and the place among the content's vectors; the
 * first is stored last, so that a content is whole when its first point is there.
 */
export class Qdrant implements VectorEngine {
  /** @param space a digest of the space, which is in every point */
  constructor(
    private readonly client: HttpClient,
    private readonly service: QdrantService,
    private readonly space: string,
  ) {}

  async known(contents: readonly string[], signal: AbortSignal): Promise<EngineKnown | SemanticGap> {
    const found = await this.#dimension(signal);
    if (typeof found !== "number") return found ?? { ok: true, known: [] };
    const known: string[] = [];
    for (const slice of slices(contents, () => 1, IDS_AT_ONCE)) {
      const ids = await Promise.all(slice.map((content) => this.#idOf(content, 0)));
      const body = { ids, with_payload: false, with_vector: false };
      const answer = await this.#ask("/points", { body, signal });
      if (!answer.ok) return gapOf(answer);
      const points = answer.json["result"];
      if (!Array.isArray(points)) return rubbish("no list of points");
      const there = new Set(points.map((point) => asObject(point)?.["id"]));
      known.push(...slice.filter((_, at) => there.has(ids[at])));
    }
    return { ok: true, known, dimension: found };
  }

  async add(
    contents: readonly EngineContent[],
    { dimension, signal }: { readonly dimension: number; readonly signal: AbortSignal },
  ): Promise<EngineAdded | SemanticGap> {
    const gap = await this.#prepare(dimension, signal);
    if (gap) return gap;
    const points = (await Promise.all(contents.map((one) => this.#pointsOf(one, dimension)))).flat();
    for (const slice of slices(points, () => dimension, NUMBERS_AT_ONCE)) {
      const answer = await this.#ask("/points?wait=true", { body: { points: slice }, signal }, "PUT");
      if (!answer.ok) return gapOf(answer);
    }
    return { ok: true, added: contents.length };
  }

  async nearest(
    query: Float32Array,
    { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<EngineNear | SemanticGap> {
    const filter = { must: [{ key: "space", match: { value: this.space } }] };
    const body = { query: [...query], filter, limit: most, with_payload: ["content", "chunk"] };
    const answer = await this.#ask("/points/query", { body, signal });
    if (!answer.ok) return await this.#withoutAnswer(answer, query.length, signal);
    const points = asObject(answer.json["result"])?.["points"];
    if (!Array.isArray(points)) return rubbish("no list of points");
    const near = points.map(nearOf);
    return near.every((one) => one !== undefined) ? { ok: true, near } : rubbish("a point that is none");
  }

  /** A collection that is not there yet has nothing near; for one of another length the server says no more than 400. */
  async #withoutAnswer(
    answer: HttpGap,
    length: number,
    signal: AbortSignal,
  ): Promise<EngineNear | SemanticGap> {
    if (answer.status !== 404 && answer.status !== 400) return gapOf(answer);
    const found = await this.#dimension(signal);
    if (found === undefined) return { ok: true, near: [] };
    if (typeof found !== "number") return found;
    return found === length
      ? rubbish("it does not know this query; Qdrant 1.10 does")
      : otherLength(found, length);
  }

  /** Creates the collection where there is none. */
  async #prepare(dimension: number, signal: AbortSignal): Promise<SemanticGap | undefined> {
    let found = await this.#dimension(signal);
    if (found === undefined) {
      const made = await this.#ask(
        "",
        { body: { vectors: { size: dimension, distance: "Cosine" } }, signal },
        "PUT",
      );
      // Another machine may have been faster.
      if (!made.ok && made.status !== 409) return gapOf(made);
      const index = { field_name: "space", field_schema: "keyword" };
      const indexed = await this.#ask("/index?wait=true", { body: index, signal }, "PUT");
      if (!indexed.ok) return gapOf(indexed);
      found = await this.#dimension(signal);
    }
    if (typeof found !== "number") return found ?? rubbish("the collection is gone");
    return found === dimension ? undefined : otherLength(found, dimension);
  }

  /** Length of the collection's vectors; undefined where there is no collection. */
  async #dimension(signal: AbortSignal): Promise<number | SemanticGap | undefined> {
    const answer = await this.#ask("", { signal }, "GET");
    if (!answer.ok) return answer.status === 404 ? undefined : gapOf(answer);
    const parameters = asObject(asObject(asObject(answer.json["result"])?.["config"])?.["params"]);
    const { size, distance } = asObject(parameters?.["vectors"]) ?? {};
    if (typeof size !== "number" || distance !== "Cosine") {
      return rubbish("the collection was not made for this: one unnamed vector, distance Cosine");
    }
    return size;
  }

  #ask(
    path: string,
    { body, signal }: { readonly body?: unknown; readonly signal: AbortSignal },
    method: "POST" | "PUT" | "GET" = "POST",
  ): Promise<HttpOutcome> {
    const { url, collection, key } = this.service;
    const headers: Record<string, string> = key === undefined ? {} : { "api-key": key };
    const request = { url: `${url}/collections/${encodeURIComponent(collection)}${path}`, headers, body };
    const limits = { signal, timeoutMs: PATIENCE_MS, mostBytes: MOST_BYTES };
    // What is stored has been paid for; a reader waits.
    const policy = method === "PUT" ? THOROUGH : QUICK;
    return withRetries(() => this.client.exchange(request, limits, method), policy, signal);
  }

  /** The last first. */
  async #pointsOf({ content, chunks, values }: EngineContent, dimension: number): Promise<Point[]> {
    const points = await Promise.all(chunks.map(async (chunk, at): Promise<Point> => ({
      id: await this.#idOf(content, at),
      vector: [...values.subarray(at * dimension, (at + 1) * dimension)],
      payload: { content, chunk, space: this.space },
    })));
    return points.reverse();
  }

  async #idOf(content: string, place: number): Promise<string> {
    const digits = await digest(`${this.space}/${content}/${place}`, 16);
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }
}

function nearOf(point: unknown): EnginePoint | undefined {
  const { score, payload } = asObject(point) ?? {};
  const { content, chunk } = asObject(payload) ?? {};
  const fits = typeof score === "number" && typeof content === "string" && Number.isSafeInteger(chunk);
  return fits ? { content, chunk: chunk as number, similarity: score } : undefined;
}

function gapOf({ reason, detail }: HttpGap): SemanticGap {
  return engineGap(reason, detail.replaceAll("the provider", "it"));
}

function rubbish(what: string): SemanticGap {
  return engineGap("bad_response", what);
}
