import type { Provider, Seen } from "./provider.ts";
import { startProvider } from "./provider.ts";

/** Qdrant on loopback, as much of its REST protocol as is used; what it would refuse is refused. */

interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Collection {
  readonly size: number;
  readonly points: Map<string, Point>;
}

/** A server with what it stores. */
export interface FakeQdrant extends Provider {
  readonly collections: ReadonlyMap<string, Collection>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Starts a server; with a key it refuses whoever has another. */
export function startQdrant(key?: string): FakeQdrant {
  const collections = new Map<string, Collection>();
  const provider = startProvider((request) => {
    if (key !== undefined && request.headers.get("api-key") !== key) {
      return new Response("Must provide an API key or an Authorization bearer token", { status: 401 });
    }
    return answer(collections, request);
  });
  return Object.assign(provider, { collections });
}

function answer(collections: Map<string, Collection>, { method, path, body }: Seen): Response {
  const [, name = "", rest = ""] = /^\/collections\/([\w.-]+)(.*)$/.exec(path) ?? [];
  if (name === "") return refused(404, "not found");
  const collection = collections.get(name);
  if (method === "PUT" && rest === "") return create(collections, name, body);
  if (!collection) return refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
  switch (`${method} ${rest}`) {
    case "GET ": {
      const vectors = { size: collection.size, distance: "Cosine" };
      return said({ status: "green", config: { params: { vectors } } });
    }
    case "PUT /index?wait=true":
      return body["field_schema"] === "keyword"
        ? said({ status: "completed" })
        : refused(400, "field_schema");
    case "PUT /points?wait=true":
      return upsert(collection, body["points"] as Point[]);
    case "POST /points":
      return said((body["ids"] as string[]).flatMap((id) => collection.points.has(id) ? [{ id }] : []));
    case "POST /points/query":
      return query(collection, body);
    default:
      return refused(404, "not found");
  }
}

function create(collections: Map<string, Collection>, name: string, body: Seen["body"]): Response {
  if (collections.has(name)) return refused(409, "already exists");
  const { size, distance } = body["vectors"] as { size: number; distance: string };
  if (!Number.isInteger(size) || distance !== "Cosine") return refused(400, "vectors");
  collections.set(name, { size, points: new Map() });
  return said(true);
}

function upsert({ size, points }: Collection, given: readonly Point[]): Response {
  for (const { id, vector } of given) {
    if (!UUID.test(id)) return refused(400, "id");
    if (vector.length !== size) return refused(400, "Wrong input: Vector dimension error");
  }
  for (const point of given) points.set(point.id, point);
  return said({ status: "completed" });
}

function query({ size, points }: Collection, body: Seen["body"]): Response {
  const vector = body["query"] as number[];
  if (vector.length !== size) return refused(400, "Wrong input: Vector dimension error");
  const { must } = body["filter"] as { must: { key: string; match: { value: unknown } }[] };
  const near = [...points.values()]
    .filter(({ payload }) => must.every(({ key, match }) => payload[key] === match.value))
    .map(({ id, vector: stored, payload }) => ({ id, version: 1, score: cosine(vector, stored), payload }))
    .sort((a, b) => b.score - a.score);
  return said({ points: near.slice(0, body["limit"] as number) });
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, one, at) => sum + one * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function said(result: unknown): Response {
  return Response.json({ result, status: "ok", time: 0.001 });
}

function refused(status: number, error: string): Response {
  return Response.json({ status: { error }, time: 0.001 }, { status });
}
