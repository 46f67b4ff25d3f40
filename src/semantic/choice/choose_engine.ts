import type { EngineChoice, EngineService } from "../../model/engine.ts";
import type { SemanticGap } from "../../model/embedding_space.ts";
import type { Settings } from "../../model/settings.ts";
import { baseUrl, isLocal } from "./endpoints.ts";

/** Where the vectors are kept: an engine, or why the one that is named cannot be used. */
export type ChosenEngine = { readonly choice: EngineChoice; readonly service: EngineService } | {
  readonly against: SemanticGap;
};

type Env = (name: string) => string | undefined;

const PORTS = { qdrant: "6333", postgres: "5432" } as const;
const FORMS = "qdrant+http(s)://HOST:PORT/COLLECTION or postgres://USER@HOST:PORT/DATABASE";

/**
 * The engine that `vectors.url` names; undefined where none is named and the vectors are beside the index. Secrets come from
 * the environment alone: an address ends up in logs, so an address with one is none.
 */
export function chooseEngine(settings: Settings, env: Env): ChosenEngine | undefined {
  const text = settings["vectors.url"].value?.trim();
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || url.hostname === "" || url.hash !== "") {
    return against(`vectors.url is not an address like: ${FORMS}`);
  }
  if (url.password !== "") {
    return against("vectors.url holds a password; set PGPASSWORD or QDRANT_API_KEY instead");
  }
  if (/^qdrant\+https?:$/.test(url.protocol)) return qdrant(url, env("QDRANT_API_KEY"));
  if (/^postgres(?:ql)?:$/.test(url.protocol)) return postgres(url, env("PGPASSWORD"));
  return against(`vectors.url is not an address like: ${FORMS}`);
}

function qdrant({ protocol, hostname, port, pathname, username, search }: URL, key?: string): ChosenEngine {
  const collection = pathname.slice(1);
  const base = baseUrl(`${protocol.slice("qdrant+".length)}//${hostname}:${port || PORTS.qdrant}`);
  if (base === undefined || username !== "" || search !== "" || !/^[\w-][\w.-]{0,127}$/.test(collection)) {
    return against("vectors.url is not an address like: qdrant+http(s)://HOST:PORT/COLLECTION");
  }
  const service = { kind: "qdrant", url: base, collection, ...(key && { key }) } as const;
  const place = `${base}/${collection}`;
  return {
    service,
    choice: { kind: "qdrant", place, remote: !isLocal(base), isEncrypted: base.startsWith("https:") },
  };
}

function postgres(url: URL, password?: string): ChosenEngine {
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  // Only for the rules of host names, which are those of http.
  const origin = baseUrl(`http://${url.hostname}:${url.port || PORTS.postgres}`);
  const encryption = /^(?:\?sslmode=(disable|require|verify-ca|verify-full))?$/.exec(url.search);
  if (origin === undefined || !encryption || !user || !database) {
    return against(
      "vectors.url is not an address like: postgres://USER@HOST:PORT/DATABASE, with ?sslmode= at most",
    );
  }
  const host = origin.slice("http://".length);
  const remote = !isLocal(origin);
  const isEncrypted = encryption[1] === undefined ? remote : encryption[1] !== "disable";
  const address = `postgres://${/:\d+$/.test(host) ? host : `${host}:80`}`;
  const service = { kind: "postgres", url: address, user, database, isEncrypted } as const;
  return {
    service: { ...service, ...(password && { password }) },
    choice: { kind: "postgres", place: `${address}/${database}`, remote, isEncrypted },
  };
}

/** Undefined for what is no text of an address, or none that the protocol could carry. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return plain === "" || plain.includes("\0") || plain.includes("/") ? undefined : plain;
  } catch {
    return undefined;
  }
}

function against(detail: string): ChosenEngine {
  return { against: { ok: false, reason: "provider_unreachable", detail } };
}
