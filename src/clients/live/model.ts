import type { LoopbackAnswer } from "../../platform/loopback.ts";
import answers from "../../../config/live-answers.json" with { type: "json" };

/** Answers of the mock model of `doctor --live`: one short text, by the end of the path of the request. */

/** The answers of one API; an API without `whole` always streams, one without `stream` never. */
interface ApiAnswers {
  readonly stream?: readonly unknown[];
  readonly whole?: unknown;
  /** True if the events of the stream bear the names of their types. */
  readonly hasNames?: boolean;
}

const NOT_FOUND: LoopbackAnswer = { status: 404, type: "application/json", body: "{}" };

/** The answer to a request; status 404 for other paths than those of a model's API. */
export function answerModel(path: string, body: string): LoopbackAnswer {
  const api = apiOf(path);
  if (!api) return NOT_FOUND;
  const { stream, whole, hasNames = false } = api;
  const streams = stream !== undefined && (whole === undefined || /"stream":\s*true/.test(body));
  return streams
    ? { status: 200, type: "text/event-stream", body: stream.map((one) => event(one, hasNames)).join("") }
    : { status: 200, type: "application/json", body: JSON.stringify(whole) };
}

/** True if a request with this path asks the model; other requests are a client's own business. */
export function asksModel(path: string): boolean {
  return apiOf(path) !== undefined;
}

function apiOf(path: string): ApiAnswers | undefined {
  return Object.entries<ApiAnswers>(answers).find(([end]) => path.endsWith(end))?.[1];
}

function event(data: unknown, hasName: boolean): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${hasName ? `event: ${(data as { type: string }).type}\n` : ""}data: ${text}\n\n`;
}
