import { attempt } from "../../model/attempt.ts";
import type { EngineChoice, EngineService, SemanticGap } from "../../model/semantic.ts";
import type { Settings } from "../../model/settings.ts";
import { baseUrl, type Env, isLocal } from "./endpoints.ts";

/** The engine that stores the vectors, or the reason why the named one cannot be used. */
export type ChosenEngine = { readonly choice: EngineChoice; readonly service: EngineService } | {
  readonly against: SemanticGap;
};

const DEFAULT_PORT = "5432";
const FORM = "vectors.url is not an address like: postgres://USER@HOST:PORT/DATABASE, with ?sslmode= at most";

/**
 * The engine that `vectors.url` names; undefined where none is named and the vectors are beside the index. The password comes
 * from the environment alone: an address ends up in logs, so an address with one is refused.
 */
export function chooseEngine(settings: Settings, env: Env): ChosenEngine | undefined {
  const text = settings["vectors.url"].value?.trim();
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.password) return against("vectors.url holds a password; set PGPASSWORD instead");
  if (!url || url.hostname === "" || url.hash !== "" || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    return against(FORM);
  }
  return postgres(url, env("PGPASSWORD"));
}

function postgres(url: URL, password?: string): ChosenEngine {
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  // Only for the rules of host names, which are those of http.
  const origin = baseUrl(`http://${url.hostname}:${url.port || DEFAULT_PORT}`);
  const encryption = /^(?:\?sslmode=(disable|require|verify-ca|verify-full))?$/.exec(url.search);
  if (origin === undefined || !encryption || !user || !database) return against(FORM);
  const host = origin.slice("http://".length);
  const remote = !isLocal(origin);
  const isEncrypted = encryption[1] === undefined ? remote : encryption[1] !== "disable";
  const address = `postgres://${/:\d+$/.test(host) ? host : `${host}:80`}`;
  const service = { url: address, user, database, isEncrypted } as const;
  return {
    service: { ...service, ...(password && { password }) },
    choice: { place: `${address}/${database}`, remote, isEncrypted },
  };
}

/** Undefined for what is no text of an address, or none that the protocol could carry. */
function decoded(text: string): string | undefined {
  const plain = attempt(() => decodeURIComponent(text));
  return !plain || plain.includes("\0") || plain.includes("/") ? undefined : plain;
}

function against(detail: string): ChosenEngine {
  return { against: { ok: false, reason: "provider_unreachable", detail } };
}
