import type { Dialect, MockApi, Recorded, Reply, Said } from "./mock_api.ts";
import { contentTexts, startMockApi } from "./mock_api.ts";

/** The Responses API, as far as Codex uses it. */

const DIALECT: Dialect = {
  asks: (path) => path.endsWith("/responses"),
  stream: (reply, _request, number) => [
    { type: "response.created", response: { id: `resp_${number}` } },
    { type: "response.output_item.done", item: item(reply, number) },
    { type: "response.completed", response: whole(reply, number) },
  ],
  whole: (reply, _request, number) => whole(reply, number),
};

/** Starts the mock; `script` says what the model answers. */
export function startResponsesApi(
  script: (request: Recorded, index: number) => Reply | Promise<Reply>,
): MockApi {
  return startMockApi(DIALECT, script);
}

/** Every message of the request in its order, whoever wrote it. */
export function inputMessages(request: Recorded): Said[] {
  const input = request.body["input"] as { type: string; role?: string; content?: unknown }[];
  return input.filter((part) => part.type === "message")
    .flatMap(({ role, content }) => contentTexts(content).map((text) => ({ role: role ?? "", text })));
}

/** What the model was told a tool answered, in order. */
export function toolOutputs(request: Recorded): string[] {
  const input = request.body["input"] as { type: string; output?: unknown }[];
  return input.filter((part) => part.type.endsWith("_output"))
    .map(({ output }) => typeof output === "string" ? output : JSON.stringify(output));
}

function item(reply: Reply, number: number): Record<string, unknown> {
  if ("tool" in reply) {
    return {
      type: "function_call",
      id: `fc_${number}`,
      call_id: `call_${number}`,
      name: reply.tool,
      ...(reply.namespace && { namespace: reply.namespace }),
      arguments: JSON.stringify(reply.input),
    };
  }
  const text = "text" in reply ? reply.text : "";
  return {
    type: "message",
    role: "assistant",
    id: `msg_${number}`,
    content: [{ type: "output_text", text }],
  };
}

function whole(reply: Reply, number: number): Record<string, unknown> {
  return {
    id: `resp_${number}`,
    output: [item(reply, number)],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 105,
    },
  };
}
