import { build } from "esbuild";
import { IndexStore } from "../../src/index/index_store.ts";
import { HASH_BYTES } from "../../src/index/vectors/vector_pages.ts";
import { VectorStore } from "../../src/index/vectors/vector_store.ts";
import { quantise } from "../../src/index/vectors/quantise.ts";
import { compileFlags } from "../../config/build/compile_flags.ts";
import { openStore, openVectors } from "../support/index_kit.ts";
import { random } from "../support/random.ts";
import { Timings } from "../support/timing.ts";

/**
 * `deno run -A tests/bench/vectors.ts [CHUNKS] [DIMENSIONS] [RUNS]`: how long a question's vector takes to find the nearest of
 * many, in a program compiled like ours, each time in a new process: opening the store, reading all bits, the first
 * pass, the closer look.
 */

const [chunks = 100_000, dimension = 768, runs = 20] = Deno.args.map(Number);
const PER_CONTENT = 12;
const folder = Deno.makeTempDirSync({ prefix: "auto-tools-bench-" });
try {
  fill(openStore(folder)!);
  const program = await compileProbe();
  const all = new Map<string, Timings>();
  for (let run = 0; run <= runs; run++) {
    const { stdout } = new Deno.Command(program, { args: [folder, String(chunks), String(dimension)] })
      .outputSync();
    const laps: Record<string, number> = JSON.parse(new TextDecoder().decode(stdout));
    for (const [name, took] of Object.entries(laps)) {
      const timings = all.get(name) ?? new Timings();
      all.set(name, timings);
      if (run > 0) timings.add(took);
    }
  }
  console.log(`${chunks} chunks of ${dimension} dimensions, ${runs} processes, milliseconds`);
  for (const [name, timings] of all) console.log(`${name.padEnd(20)} ${timings}`);
} finally {
  Deno.removeSync(folder, { recursive: true });
}

/** Vectors in loose clusters, stored as the program stores them. */
function fill(index: IndexStore): void {
  const { database } = index;
  const next = random(7);
  const store = new VectorStore(
    index,
    () => new Map(),
    (create) => openVectors(folder, "vectors-bench", create),
  );
  const centres = Array.from(
    { length: 64 },
    () => Float32Array.from({ length: dimension }, () => next() - 0.5),
  );
  for (let from = 0; from < chunks; from += 4096) {
    const count = Math.ceil(Math.min(4096, chunks - from) / PER_CONTENT);
    const contents = Array.from({ length: count }, () => {
      const centre = centres[Math.floor(next() * centres.length)]!;
      const vectors = Array.from({ length: PER_CONTENT }, () => centre.map((value) => value + next() - 0.5));
      const key = crypto.getRandomValues(new Uint8Array(24));
      database.run("INSERT INTO blob (key) VALUES (?)", key);
      const hashes = new Uint8Array(PER_CONTENT * HASH_BYTES);
      return { key, cut: 0, hashes, ...quantise(vectors, dimension) };
    });
    store.add({ provider: "bench", model: "bench", dimension }, contents);
  }
  database.close();
}

async function compileProbe(): Promise<string> {
  const probe = new URL("./vectors_probe.ts", import.meta.url).pathname;
  const output = `${folder}/probe`;
  await build({
    entryPoints: [probe],
    bundle: true,
    format: "esm",
    platform: "neutral",
    external: ["node:*"],
    minify: true,
    outfile: `${folder}/probe.js`,
    logLevel: "warning",
  });
  const { success } = new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--quiet",
      "--no-config",
      ...compileFlags(Deno.build.target),
      "--output",
      output,
      `${folder}/probe.js`,
    ],
    cwd: folder,
  }).outputSync();
  if (!success) throw new Error("cannot compile the probe");
  return output;
}
