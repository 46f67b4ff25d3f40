import process from "node:process";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";
import { IndexStore } from "../../src/index/index_store.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "../../src/index/schema.ts";
import { nearestChunks } from "../../src/index/vectors/nearest.ts";
import { unit } from "../../src/index/vectors/quantise.ts";
import { VECTOR_FORMAT, VECTOR_ID, VECTOR_SCHEMA } from "../../src/index/vectors/vector_files.ts";
import { VectorStore } from "../../src/index/vectors/vector_store.ts";
import { Store } from "../../src/platform/store.ts";

/** One question in a new process: `probe FOLDER CHUNKS DIMENSIONS`, prints milliseconds as JSON. */

const [folder = "", chunks = "", dimension = ""] = Deno.args;
const PER_CONTENT = 12;
const contents = Math.ceil(Number(chunks) / PER_CONTENT);
const files = {
  count: contents,
  blobs: Uint32Array.from({ length: contents }, (_, at) => at + 1),
  chunkCount: new Uint32Array(contents).fill(PER_CONTENT),
  firstChunk: Uint32Array.from({ length: contents }, (_, at) => at * PER_CONTENT),
};
const query = unit(Float32Array.from({ length: Number(dimension) }, (_, at) => Math.sin(at * 7.3)))!;

const cpu = process.cpuUsage();
const started = performance.now();
const schema = { format: FORMAT, applicationId: APPLICATION_ID, schema: SCHEMA };
const store = Store.open({ folder, name: "index", ...schema, busyMs: 20 })!;
store.beginRead();
const format = { format: VECTOR_FORMAT, applicationId: VECTOR_ID, schema: VECTOR_SCHEMA };
const file = Store.find({ folder, name: "vectors-bench", ...format, busyMs: 20 });
const vectors = new VectorStore(new IndexStore(store), () => new Map(), () => file);
const opened = performance.now();
const { chunks: near } = nearestChunks({ files } as unknown as LexicalIndex, vectors, query);
const found = performance.now();
if (near.length === 0) throw new Error("nothing found");
const { user, system } = process.cpuUsage(cpu);
const laps = {
  "opening the store": opened - started,
  "nearest chunks": found - opened,
  "both, processor": (user + system) / 1000,
};
console.log(JSON.stringify(laps));
store.close();
