import type { EngineOutcome, EngineService, EngineSpace, VectorEngine } from "../../model/engine.ts";
import type { EngineQuestion } from "../../model/network.ts";
import { isLoopback } from "../../platform/connected_worker.ts";
import { hideEnvironment } from "../../platform/hide_environment.ts";
import type { HttpClient } from "../../platform/http.ts";
import { digest } from "./engine_kit.ts";
import { Qdrant } from "./qdrant.ts";

/** What an engine is opened with. */
export interface EngineOpening {
  readonly service: EngineService;
  readonly space: EngineSpace;
  readonly certificates: readonly string[];
}

/** Bytes of a space's digest. */
const SPACE_BYTES = 8;

/** The engine that was named; connects only when it is asked. */
export async function openEngine(
  client: HttpClient,
  { service, space, certificates }: EngineOpening,
): Promise<VectorEngine> {
  const { provider, model, dimensions = 0, format } = space;
  const name = await digest(JSON.stringify([provider, model, dimensions, format]), SPACE_BYTES);
  if (service.kind === "qdrant") return new Qdrant(client, service, name);
  hideEnvironment();
  const { Pgvector } = await import("./pgvector.ts");
  return new Pgvector(service, name, { certificates, isLocal: isLoopback(new URL(service.url).hostname) });
}

/** Asks an engine what came as a message. */
export function askEngine(
  engine: VectorEngine,
  question: EngineQuestion,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  switch (question.type) {
    case "known":
      return engine.known(question.contents, signal);
    case "add":
      return engine.add(question.contents, { dimension: question.dimension, signal });
    case "nearest":
      return engine.nearest(question.query, { most: question.most, signal });
  }
}
