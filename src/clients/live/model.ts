/** What a client's model API is answered with when the doctor stands in for it: one short text, then the end. */

/** An answer on the wire. */
export interface ModelAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const NOT_FOUND: ModelAnswer = { status: 404, type: "application/json", body: "{}" };

/** The Messages API for Claude Code, the Responses API for Codex, by the path of the request. */
export function answerModel(path: string, body: string): ModelAnswer {
  if (path === "/v1/messages") return body.includes('"stream":true') ? events(messages()) : whole();
  return path.endsWith("/responses") ? events(responses()) : NOT_FOUND;
}

/** Whether the path asks the model; other requests are a client's own business. */
export function asksModel(path: string): boolean {
  return path === "/v1/messages" || path.endsWith("/responses");
}

interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

function events(list: readonly ServerEvent[]): ModelAnswer {
  const lines = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { status: 200, type: "text/event-stream", body: lines.join("") };
}

function message(content: readonly unknown[], stop: string | null): Record<string, unknown> {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "doctor",
    content,
    stop_reason: stop,
    usage,
  };
}

function whole(): ModelAnswer {
  const body = JSON.stringify(message([{ type: "text", text: "ok" }], "end_turn"));
  return { status: 200, type: "application/json", body };
}

function messages(): ServerEvent[] {
  return [
    { type: "message_start", message: message([], null) },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ok" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
}

function responses(): ServerEvent[] {
  const content = [{ type: "output_text", text: "ok" }];
  const item = { type: "message", role: "assistant", id: "msg_1", content };
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  return [
    { type: "response.created", response: { id: "resp_1" } },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: "resp_1", output: [item], usage } },
  ];
}
