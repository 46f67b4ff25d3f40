import assert from "node:assert/strict";
import type { Settings } from "../../../src/model/settings.ts";
import type { Chosen } from "../../../src/semantic/choice/choose.ts";
import { chooseEmbedding, withoutOllama } from "../../../src/semantic/choice/choose.ts";
import { baseUrl, isLocal, localOllama } from "../../../src/semantic/choice/endpoints.ts";
import { embeddingModel, languagePrice } from "../../../src/semantic/choice/models.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { readConfigFile } from "../../../src/settings/file.ts";

const KEY = "test-key-" + "not-a-real-one";

function choose(env: Record<string, string>, yaml = ""): Chosen {
  const read = (name: string): string | undefined => env[name];
  const settings: Settings =
    resolveSettings(read, [{ source: "user", path: "u", text: yaml }], readConfigFile).settings;
  return chooseEmbedding(settings, read);
}

Deno.test("choice: by default a local Ollama, if it is there, whatever keys are set", () => {
  const chosen = choose({ OPENAI_API_KEY: KEY, AZURE_OPENAI_API_KEY: KEY, VOYAGE_API_KEY: KEY });
  assert.equal(chosen.choice.provider, "ollama");
  assert.equal(chosen.choice.url, "http://127.0.0.1:11434");
  assert.equal(chosen.choice.remote, false);
  assert(chosen.ifThere);
  assert(!JSON.stringify(chosen).includes(KEY));
  const openai = chosen.choice.others.find(({ provider }) => provider === "openai");
  assert.equal(openai?.why, "OPENAI_API_KEY is set, but embedding.provider does not name it");
  const without = withoutOllama(chosen);
  assert.equal(without.provider, "none");
  assert.equal(without.failure?.reason, "no_api_key");
});

Deno.test("choice: OpenAI before Azure before Ollama, among those named", () => {
  const azure = { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: "https://me.openai.azure.com/" };
  const all = "embedding.provider: [ollama, azure, openai]\n";
  assert.equal(choose({ OPENAI_API_KEY: KEY, ...azure }, all).choice.provider, "openai");
  // Azure has no default deployment, and a model among several providers would be anybody's.
  assert.equal(choose(azure, all).choice.provider, "ollama");
  const only = choose(azure, "embedding.provider: azure\nembedding.model: my-deployment\n");
  assert.deepEqual({ ...only.service, key: undefined }, {
    provider: "azure",
    url: "https://me.openai.azure.com",
    model: "my-deployment",
    prefix: { query: "", document: "" },
    key: undefined,
  });
  const ollama = choose({}, all);
  assert.equal(ollama.choice.provider, "ollama");
  assert(!ollama.ifThere);
});

Deno.test("choice: what is named and cannot be used says why", () => {
  const cases: [yaml: string, reason: string, detail: RegExp][] = [
    ["embedding.provider: openai\n", "no_api_key", /^OPENAI_API_KEY is not set$/],
    ["embedding.provider: azure\n", "no_api_key", /^AZURE_OPENAI_API_KEY is not set$/],
    ["embedding.provider: openai-compatible\n", "no_api_key", /^embedding\.url is not set$/],
    [
      "embedding.provider: openai-compatible\nembedding.url: http://127.0.0.1:1\n",
      "no_api_key",
      /^embedding\.model is not set$/,
    ],
    [
      "embedding.provider: ollama\nembedding.url: http://me:secret@host/\n",
      "provider_unreachable",
      /without credentials/,
    ],
    [
      "embedding: {provider: openai-compatible, url: 'https://x.test', model: m, key_env: CI_AUTO_TOOLS_X}\n",
      "no_api_key",
      /CI_AUTO_TOOLS_X$/,
    ],
  ];
  for (const [yaml, reason, detail] of cases) {
    const { choice, service } = choose({}, yaml);
    assert.equal(service, undefined);
    assert.equal(choice.provider, "none");
    assert.equal(choice.failure?.reason, reason, yaml);
    assert.match(choice.failure?.detail ?? "", detail);
    assert(!JSON.stringify(choice).includes("secret"));
  }
});

Deno.test("choice: none is no failure", () => {
  const { choice, service } = choose({ OPENAI_API_KEY: KEY }, "embedding.provider: [none, openai]\n");
  assert.equal(service, undefined);
  assert.equal(choice.provider, "none");
  assert.equal(choice.failure, undefined);
});

Deno.test("choice: a server that speaks like OpenAI, its key from the variable that is named", () => {
  const yaml = (rest: string): string => `embedding: {provider: openai-compatible, model: m, ${rest}}\n`;
  const service = (env: Record<string, string>, rest: string): Chosen["service"] =>
    choose(env, yaml(rest)).service;
  assert.deepEqual(service({}, "url: 'http://127.0.0.1:1234'"), {
    provider: "openai-compatible",
    url: "http://127.0.0.1:1234/v1",
    model: "m",
    prefix: { query: "", document: "" },
  });
  const voyage = "url: 'https://api.voyageai.com/v1'";
  assert.equal(service({ VOYAGE_API_KEY: "a", CI_AUTO_TOOLS_EMBEDDING_KEY: "b" }, voyage)?.key, "a");
  assert.equal(service({ CI_AUTO_TOOLS_EMBEDDING_KEY: "b" }, "url: 'https://x.test'")?.key, "b");
  assert.equal(service({ JINA_API_KEY: "c" }, "url: 'https://x.test', key_env: JINA_API_KEY")?.key, "c");
});

Deno.test("OLLAMA_HOST counts only where it is this machine", () => {
  const cases: Record<string, string | undefined> = {
    "": "http://127.0.0.1:11434",
    "127.0.0.1": "http://127.0.0.1:11434",
    "localhost:1234": "http://127.0.0.1:1234",
    ":1234": "http://127.0.0.1:1234",
    "0.0.0.0": "http://127.0.0.1:11434",
    "http://localhost:8080/": "http://127.0.0.1:8080",
    "http://localhost": "http://127.0.0.1",
    "[::1]:99": "http://[::1]:99",
    "192.168.1.7": undefined,
    "https://ollama.example": undefined,
    "127.0.0.1.example:11434": undefined,
    "localhost@evil.example": undefined,
    "not a host": undefined,
  };
  for (const [host, base] of Object.entries(cases)) assert.equal(localOllama(host), base, host);
  const { choice } = choose({ OLLAMA_HOST: "192.168.1.7" });
  assert.equal(choice.provider, "none");
  assert.match(choice.failure?.detail ?? "", /OLLAMA_HOST is another machine/);
});

Deno.test("addresses are brought to one form, or refused", () => {
  const cases: Record<string, string | undefined> = {
    "https://api.test/v1/": "https://api.test/v1",
    "https://api.test": "https://api.test/v9",
    "https://api.test/v1/embeddings": "https://api.test/v1",
    "http://LOCALHOST:80/x": "http://127.0.0.1/x",
    "https://api.test/?key=1": undefined,
    "https://a:b@api.test": undefined,
    "file:///etc/passwd": undefined,
    "ftp://x": undefined,
    "api.test": undefined,
  };
  for (const [text, base] of Object.entries(cases)) assert.equal(baseUrl(text, "/v9"), base, text);
  assert(isLocal("http://127.8.8.8:1") && isLocal("http://[::1]:1"));
  assert(!isLocal("http://10.0.0.1") && !isLocal("http://127.0.0.1.example"));
});

Deno.test("models are known by the beginning of their names", () => {
  assert.equal(embeddingModel("nomic-ai/nomic-embed-text-v1.5").prefix.query, "search_query: ");
  assert.equal(embeddingModel("nomic-embed-text:latest").price, 0);
  assert.equal(embeddingModel("voyage-3.5-lite").price, 0.02);
  assert.equal(embeddingModel("never-heard-of").price, undefined);
  assert.deepEqual(languagePrice("claude-haiku-4-5-20251001")?.input, 1);
});
