import { isVoyageAddress } from "../providers/dialects.ts";
import type { EmbeddingService } from "../../model/providers.ts";
import type { EmbeddingChoice, EmbeddingProvider, SemanticGap } from "../../model/semantic.ts";
import { semanticGap } from "../../model/semantic.ts";
import type { Settings } from "../../model/settings.ts";
import { BAD_ADDRESS, baseUrl, type Env, isLocal, localOllama } from "./endpoints.ts";
import { embeddingModel } from "./models.ts";

/** A provider that could be used, or why not. */
type Candidate = { readonly service: EmbeddingService } | { readonly against: SemanticGap };

/** The chosen provider, and the service with its credentials. */
export interface Chosen {
  readonly choice: EmbeddingChoice;
  /** Absent without a provider. Holds the key. */
  readonly service?: EmbeddingService;
  /** True when no setting named the provider: it is used only if it replies. */
  readonly ifThere: boolean;
}

/** In order of preference among those the user allowed. */
const ORDER: readonly EmbeddingProvider[] = ["openai", "azure", "openai-compatible", "ollama"];

const DEFAULT_MODEL = { ollama: "nomic-embed-text", openai: "text-embedding-3-small" } as const;

/**
 * Chooses the embedding provider: a pure function of settings and environment. A remote provider is never chosen because a key happens
 * to be there, only because the user named it.
 */
export function chooseEmbedding(settings: Settings, env: Env): Chosen {
  const { value: allowed, source } = settings["embedding.provider"];
  const views = ORDER.map((provider) => viewOf(provider, settings, env));
  const best = views.find((view) => view.service);
  const others = views.filter((view) => view !== best)
    .map(({ provider, why = "comes later in the order" }) => ({ provider, why }));
  if (best?.service) {
    const { url, model, dimensions } = best.service;
    const ifThere = !allowed.includes(best.provider);
    const why = ifThere ? "auto: a local Ollama, if it answers" : `embedding.provider names it (${source})`;
    const length = dimensions !== undefined && { dimensions };
    const choice = { provider: best.provider, model, ...length, url, remote: !isLocal(url), why, others };
    return { service: best.service, ifThere, choice };
  }
  const isOff = allowed.includes("none");
  const why = isOff ? `embedding.provider is none (${source})` : "no provider that is named can be used";
  const failure = isOff ? undefined : views.find((view) => view.failure)?.failure;
  return {
    ifThere: false,
    choice: { provider: "none", remote: false, why, others, ...(failure && { failure }) },
  };
}

/** One provider as the choice sees it. */
interface View {
  readonly provider: EmbeddingProvider;
  /** Present when it could be used. */
  readonly service?: EmbeddingService;
  /** The reason against it. */
  readonly why?: string;
  /** Present when it was asked for. */
  readonly failure?: SemanticGap;
}

function viewOf(provider: EmbeddingProvider, settings: Settings, env: Env): View {
  const allowed = settings["embedding.provider"].value;
  const isAllowed = allowed.includes(provider) || (provider === "ollama" && allowed.includes("auto"));
  if (!isAllowed || allowed.includes("none")) return { provider, why: notNamed(provider, env) };
  const candidate = CANDIDATES[provider](settings, env);
  if ("service" in candidate) return { provider, service: candidate.service };
  return { provider, why: candidate.against.detail, failure: candidate.against };
}

/** The choice when no local Ollama replied. */
export function withoutOllama({ choice }: Chosen): EmbeddingChoice {
  const detail = `no provider is named and no Ollama answers at: ${choice.url}`;
  return {
    provider: "none",
    remote: false,
    why: detail,
    others: [...choice.others.filter(({ provider }) => provider !== "ollama"), {
      provider: "ollama",
      why: `nothing answers at: ${choice.url}`,
    }],
    failure: semanticGap("no_api_key", detail),
  };
}

const CANDIDATES: Readonly<Record<EmbeddingProvider, (settings: Settings, env: Env) => Candidate>> = {
  openai: (settings, env) => {
    const key = env("OPENAI_API_KEY");
    if (!key) return unset("OPENAI_API_KEY is not set");
    const text = single(settings, "embedding.url") ?? (env("OPENAI_BASE_URL") || "https://api.openai.com/v1");
    return service("openai", settings, { text, path: "/v1", key, model: DEFAULT_MODEL.openai });
  },
  azure: (settings, env) => {
    const key = env("AZURE_OPENAI_API_KEY");
    if (!key) return unset("AZURE_OPENAI_API_KEY is not set");
    const text = single(settings, "embedding.url") ?? env("AZURE_OPENAI_ENDPOINT");
    if (!text) return unset("AZURE_OPENAI_ENDPOINT is not set");
    if (single(settings, "embedding.model") === undefined) {
      return unset("embedding.model is not set: the name of the deployment");
    }
    const version = env("AZURE_OPENAI_API_VERSION");
    return service("azure", settings, { text, key, ...(version && { apiVersion: version }) });
  },
  "openai-compatible": (settings, env) => {
    const text = single(settings, "embedding.url");
    if (text === undefined) return unset("embedding.url is not set");
    if (single(settings, "embedding.model") === undefined) return unset("embedding.model is not set");
    const variable = keyVariable(settings, text);
    const key = env(variable);
    const isSet = settings["embedding.key_env"].value !== undefined;
    if (!key && isSet) {
      return unset(`embedding.key_env names a variable that is not set or not readable: ${variable}`);
    }
    return service("openai-compatible", settings, { text, path: "/v1", ...(key && { key }) });
  },
  ollama: (settings, env) => {
    const named = settings["embedding.provider"].value.includes("ollama");
    const text = (named ? single(settings, "embedding.url") : undefined) ?? localOllama(env("OLLAMA_HOST"));
    if (text === undefined) {
      return unset("OLLAMA_HOST is another machine: to send texts there, name it in embedding.url");
    }
    return service("ollama", settings, { text, model: DEFAULT_MODEL.ollama });
  },
};

/** Value of a setting that applies only if a single provider is named: with several, each has its own default. */
function single(settings: Settings, key: "embedding.url" | "embedding.model"): string | undefined {
  return settings["embedding.provider"].value.length === 1 ? settings[key].value : undefined;
}

/** The variable that holds the key of a service with OpenAI's protocol. */
function keyVariable(settings: Settings, url: string): string {
  const named = settings["embedding.key_env"].value;
  if (named !== undefined) return named;
  return isVoyageAddress(url) ? "VOYAGE_API_KEY" : "CI_AUTO_TOOLS_EMBEDDING_KEY";
}

function service(
  provider: EmbeddingProvider,
  settings: Settings,
  parts: {
    readonly text: string;
    readonly path?: string;
    readonly key?: string;
    readonly model?: string;
    readonly apiVersion?: string;
  },
): Candidate {
  const url = baseUrl(parts.text, parts.path);
  if (url === undefined) return { against: semanticGap("provider_unreachable", BAD_ADDRESS) };
  const model = single(settings, "embedding.model") ?? parts.model ?? "";
  const dimensions = settings["embedding.dimensions"].value;
  return {
    service: {
      provider,
      url,
      model,
      prefix: embeddingModel(model).prefix,
      ...(parts.key !== undefined && { key: parts.key }),
      ...(parts.apiVersion !== undefined && { apiVersion: parts.apiVersion }),
      ...(dimensions !== undefined && { dimensions }),
    },
  };
}

const KEYS: Partial<Record<EmbeddingProvider, string>> = {
  openai: "OPENAI_API_KEY",
  azure: "AZURE_OPENAI_API_KEY",
};

/**
 * Reason against a provider that is not named. A key alone is no permission to send anything; the report mentions it.
 */
function notNamed(provider: EmbeddingProvider, env: Env): string {
  const key = KEYS[provider];
  const isThere = key !== undefined && env(key);
  return isThere
    ? `${key} is set, but embedding.provider does not name it`
    : "embedding.provider does not name it";
}

function unset(detail: string): Candidate {
  return { against: semanticGap("no_api_key", detail) };
}
