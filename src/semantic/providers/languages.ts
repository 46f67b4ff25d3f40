import { asObject, parseObject } from "../../model/json.ts";
import type { LanguageDialect } from "../../model/providers.ts";
import type { RerankProvider } from "../../model/semantic.ts";
import { badResponse, bearer, countOf } from "./vectors.ts";

/** Ids of some dozens of candidates fit well within. */
const MOST_TOKENS = 1024;
const TOOL = "answer";

/** Anthropic's Messages API; the shape is that of a tool the model has to call. */
const anthropic: LanguageDialect = {
  request: ({ url, model, key }, { system, user, schema }) => ({
    url: `${url}/v1/messages`,
    headers: { "anthropic-version": "2023-06-01", ...(key !== undefined && { "x-api-key": key }) },
    body: {
      model,
      max_tokens: MOST_TOKENS,
      system,
      messages: [{ role: "user", content: user }],
      tools: [{ name: TOOL, description: "Takes the answer", input_schema: schema }],
      tool_choice: { type: "tool", name: TOOL },
    },
  }),
  read: (answer) => {
    const { content, usage } = asObject(answer) ?? {};
    const blocks = Array.isArray(content) ? content.map(asObject) : [];
    const block = blocks.find((block) => block?.["type"] === "tool_use" && block["name"] === TOOL);
    if (!block) return badResponse("the tool was not called");
    const { input_tokens, output_tokens } = asObject(usage) ?? {};
    return { ok: true, json: block["input"], input: countOf(input_tokens), output: countOf(output_tokens) };
  },
};

/** OpenAI's chat completions, which many servers speak; the shape is a strict response format. */
const compatible: LanguageDialect = {
  request: ({ url, model, key }, { system, user, schema }) => ({
    url: `${url}/chat/completions`,
    headers: bearer(key),
    body: {
      model,
      messages: [{ role: "system", content: system }, { role: "user", content: user }],
      response_format: { type: "json_schema", json_schema: { name: TOOL, strict: true, schema } },
    },
  }),
  read: (answer) => {
    const { choices, usage } = asObject(answer) ?? {};
    const message = asObject(asObject(Array.isArray(choices) ? choices[0] : undefined)?.["message"]);
    const json = textOf(message);
    if (json === undefined) return badResponse("no message that is JSON");
    const { prompt_tokens, completion_tokens } = asObject(usage) ?? {};
    return { ok: true, json, input: countOf(prompt_tokens), output: countOf(completion_tokens) };
  },
};

/** Ollama's own chat; the shape is its `format`. */
const ollama: LanguageDialect = {
  request: ({ url, model, key }, { system, user, schema }) => ({
    url: `${url}/api/chat`,
    headers: bearer(key),
    body: {
      model,
      messages: [{ role: "system", content: system }, { role: "user", content: user }],
      stream: false,
      format: schema,
      options: { temperature: 0, num_predict: MOST_TOKENS },
    },
  }),
  read: (answer) => {
    const { message, prompt_eval_count, eval_count } = asObject(answer) ?? {};
    const json = textOf(asObject(message));
    if (json === undefined) return badResponse("no message that is JSON");
    return { ok: true, json, input: countOf(prompt_eval_count), output: countOf(eval_count) };
  },
};

/** Request format for language models, by provider. */
export const LANGUAGES: Readonly<Record<RerankProvider, LanguageDialect>> = {
  anthropic,
  "openai-compatible": compatible,
  ollama,
};

function textOf(message: Readonly<Record<string, unknown>> | undefined): unknown {
  const content = message?.["content"];
  return typeof content === "string" ? parseObject(content) : undefined;
}
