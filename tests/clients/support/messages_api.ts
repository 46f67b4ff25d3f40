import type { Dialect, MockApi, Recorded, Reply, Said, ServerEvent } from "./mock_api.ts";
import { contentTexts, startMockApi } from "./mock_api.ts";

/** The Messages API, as far as Claude Code uses it. */

const USAGE = {
  input_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 5,
};

const DIALECT: Dialect = {
  asks: (path) => path === "/v1/messages",
  stream: (reply, request, number) => {
    const tool = "tool" in reply;
    const start = { ...message(request, number), content: [], stop_reason: null, stop_sequence: null };
    const events: ServerEvent[] = [{ type: "message_start", message: start }];
    events.push(
      { type: "content_block_start", index: 0, content_block: emptyBlock(reply, number) },
      { type: "content_block_delta", index: 0, delta: delta(reply) },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: tool ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: "message_stop" },
    );
    return events;
  },
  whole: (reply, request, number) => ({
    ...message(request, number),
    stop_reason: "tool" in reply ? "tool_use" : "end_turn",
    content: [
      "tool" in reply
        ? { type: "tool_use", id: toolId(number), name: reply.tool, input: reply.input }
        : { type: "text", text: "text" in reply ? reply.text : "" },
    ],
  }),
};

/** Starts the mock; `script` says what the model answers. */
export function startMessagesApi(
  script: (request: Recorded, index: number) => Reply | Promise<Reply>,
): MockApi {
  return startMockApi(DIALECT, script);
}

/** Everything the model was sent as conversation, system messages among it included, the system prompt not. */
export function conversation(request: Recorded): Said[] {
  const messages = request.body["messages"] as { role: string; content: unknown }[];
  return messages.flatMap(({ role, content }) => contentTexts(content).map((text) => ({ role, text })));
}

/** Names of the tools that the request offers to the model. */
export function offeredTools(request: Recorded): string[] {
  return ((request.body["tools"] ?? []) as { name: string }[]).map((tool) => tool.name);
}

/** How many tools the model called so far in this conversation. */
export function toolsUsed(request: Recorded): number {
  const messages = request.body["messages"] as { role: string; content: unknown }[];
  return messages.flatMap(({ role, content }) =>
    role === "assistant" && Array.isArray(content) ? content as { type: string }[] : []
  ).filter((part) => part.type === "tool_use").length;
}

function message(request: Recorded, number: number): Record<string, unknown> {
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: request.body["model"],
    usage: USAGE,
  };
}

function emptyBlock(reply: Reply, number: number): Record<string, unknown> {
  return "tool" in reply
    ? { type: "tool_use", id: toolId(number), name: reply.tool, input: {} }
    : { type: "text", text: "" };
}

function delta(reply: Reply): Record<string, unknown> {
  return "tool" in reply
    ? { type: "input_json_delta", partial_json: JSON.stringify(reply.input) }
    : { type: "text_delta", text: "text" in reply ? reply.text : "" };
}

function toolId(number: number): string {
  return `toolu_${number}`;
}
