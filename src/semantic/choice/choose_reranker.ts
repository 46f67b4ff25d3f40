import type { LanguageService } from "../../model/providers.ts";
import type { RerankChoice, RerankProvider, SemanticFailure } from "../../model/semantic.ts";
import type { Settings } from "../../model/settings.ts";
import { BAD_ADDRESS, baseUrl, type Env, isLocal, localOllama } from "./endpoints.ts";

/** The chosen provider, and the service with its credentials. */
export interface ChosenReranker {
  readonly choice: RerankChoice;
  /** Absent without a reranker. Holds the key. */
  readonly service?: LanguageService;
}

/** Defaults of a provider. */
interface Standard {
  /** Address; undefined if the user has to name it. */
  readonly url: string | undefined;
  /** Path used if the address has none. */
  readonly path: string;
  /** The variable with its key; absent: none is needed. */
  readonly key?: string;
  readonly model?: string;
}

/** The variable with the key for a server of the user's own. */
const OWN_KEY = "CI_AUTO_TOOLS_RERANKER_KEY";

/** Chooses the reranker: a pure function of settings and environment. None, unless the user switched it on. */
export function chooseReranker(settings: Settings, env: Env): ChosenReranker {
  const { value: isOn, source } = settings["reranker.enabled"];
  if (!isOn) {
    return { choice: { provider: "none", remote: false, why: `reranker.enabled is false (${source})` } };
  }
  const provider = settings["reranker.provider"].value;
  const { url: own, path, key: variable, model: standard } = standardOf(provider, env);
  const named = settings["reranker.url"].value;
  const text = named ?? own;
  if (text === undefined) {
    return cannot("provider_unreachable", "OLLAMA_HOST is another machine: name it in reranker.url");
  }
  const url = baseUrl(text, path);
  if (url === undefined) return cannot("provider_unreachable", BAD_ADDRESS);
  const model = settings["reranker.model"].value ?? standard;
  if (model === undefined) return cannot("bad_response", "reranker.model is not set");
  const asked = settings["reranker.key_env"].value;
  // A provider's own key does not go to another server because an address was set.
  const keyName = asked ?? (named === undefined ? variable : OWN_KEY);
  const key = keyName === undefined ? undefined : env(keyName);
  const needed = asked !== undefined || (variable !== undefined && keyName === variable);
  if (!key && needed) return cannot("no_api_key", `${keyName} is not set`);
  const why = `reranker.enabled is true (${source})`;
  return {
    choice: { provider, model, url, remote: !isLocal(url), why },
    service: { provider, url, model, ...(key && { key }) },
  };
}

function standardOf(provider: RerankProvider, env: Env): Standard {
  const standards: Readonly<Record<RerankProvider, Standard>> = {
    anthropic: {
      url: env("ANTHROPIC_BASE_URL") || "https://api.anthropic.com",
      path: "",
      key: "ANTHROPIC_API_KEY",
      model: "claude-haiku-4-5",
    },
    "openai-compatible": {
      url: env("OPENAI_BASE_URL") || "https://api.openai.com/v1",
      path: "/v1",
      key: "OPENAI_API_KEY",
      model: "gpt-4.1-mini",
    },
    ollama: { url: localOllama(env("OLLAMA_HOST")), path: "" },
  };
  return standards[provider];
}

function cannot(reason: SemanticFailure, detail: string): ChosenReranker {
  return { choice: { provider: "none", remote: false, why: detail, failure: { ok: false, reason, detail } } };
}
