/** What a client's model API is answered with when the doctor stands in for it: one short text, then the end. */

/** An answer on the wire. */
export interface ModelAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const NOT_FOUND: ModelAnswer = { status: 404, type: "application/json", body: "{}" };

/**
 * By the path of the request: the Messages API for Claude Code, the Responses API for Codex, Gemini's own, and chat
 * completions for the others.
 */
export function answerModel(path: string, body: string): ModelAnswer {
  const streams = /"stream":\s*true/.test(body);
  if (path === "/v1/messages") return streams ? events(messages()) : whole();
  if (path.endsWith("/responses")) return events(responses());
  if (path.endsWith("/chat/completions")) return streams ? lines(chunks()) : json(completion());
  if (path.endsWith(":streamGenerateContent")) return lines([candidates()]);
  if (path.endsWith(":generateContent")) return json(candidates());
  return NOT_FOUND;
}

/** Whether the path asks the model; other requests are a client's own business. */
export function asksModel(path: string): boolean {
  return path === "/v1/messages" ||
    /(?:\/responses|\/chat\/completions|:(?:streamG|g)enerateContent)$/.test(path);
}

interface ServerEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

function events(list: readonly ServerEvent[]): ModelAnswer {
  const lines = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { status: 200, type: "text/event-stream", body: lines.join("") };
}

/** Events without a name. */
function lines(list: readonly unknown[]): ModelAnswer {
  const body = list.map((data) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  return { status: 200, type: "text/event-stream", body: body.join("") };
}

function json(value: unknown): ModelAnswer {
  return { status: 200, type: "application/json", body: JSON.stringify(value) };
}

const CHAT = { id: "chat_1", created: 1, model: "doctor" };
const CHAT_USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function chunks(): unknown[] {
  const chunk = (delta: unknown, finish_reason: string | null): Record<string, unknown> => ({
    ...CHAT,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [
    chunk({ role: "assistant", content: "ok" }, null),
    { ...chunk({}, "stop"), usage: CHAT_USAGE },
    "[DONE]",
  ];
}

function completion(): unknown {
  const choices = [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }];
  return { ...CHAT, object: "chat.completion", choices, usage: CHAT_USAGE };
}

/** Gemini CLI asks for JSON where it lets the model choose something; every field of that is text. */
function candidates(): unknown {
  const text = '{"next_speaker":"user","reasoning":"ok","model_choice":"flash"}';
  return {
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: "doctor",
  };
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
  return json(message([{ type: "text", text: "ok" }], "end_turn"));
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
