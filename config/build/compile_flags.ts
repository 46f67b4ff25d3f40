/**
 * What the compiled program may do at most. Reading and writing cannot be narrowed here, because the user's repository
 * is unknown until the program runs: it hands the repository to a sandboxed worker and drops its own rights.
 *
 * @param target triple of the system the program is built for
 */
export function compileFlags(target: string): string[] {
  return [...FLAGS, `--allow-run=${[...PROGRAMS, selfName(target)].join(",")}`];
}

/**
 * `claude` and the four after it are run by the doctor, `auto-tools-next` by an upgrade that puts it on its own PATH; the last two only where the
 * user's own file names one as a server.
 */
const PROGRAMS: readonly string[] = [
  "git",
  "codex",
  "claude",
  "copilot",
  "gemini",
  "qwen",
  "opencode",
  "kilo",
  "pi",
  "auto-tools-next",
  "ckb",
  "auto-tools-server",
];

/**
 * How the program starts itself. The runtime resolves names on PATH when it starts and then denies writing to the files it
 * found: under its own name on PATH the program could neither update nor uninstall itself. macOS has no other name for it.
 */
function selfName(target: string): string {
  return target.includes("linux") ? "/proc/self/exe" : "auto-tools";
}

const FLAGS: readonly string[] = [
  "--no-check", // The type check is a step of its own, over the sources instead of the bundle.
  // One question allocates some 30 MB and ends: a nursery that starts large collects less, a small bound keeps the build
  // of an index lean; the old generation need not be collected before it is larger than one question makes it.
  // WebAssembly is optimised only where it is really hot: a grammar's functions take the optimiser long. Little here
  // runs for long: the last compiler is for loops and what is called most, with little copied into each function, else
  // it works as long as it saves.
  `--v8-flags=${
    [
      "--min-semi-space-size=8",
      "--max-semi-space-size=16",
      "--initial-old-space-size=56",
      "--wasm-tiering-budget=1000000000",
      "--invocation-count-for-turbofan=30000",
      "--max-inlined-bytecode-size-cumulative=300",
      "--expose-gc", // For the daemon, which collects its garbage when it is idle.
    ].join(",")
  }`,
  "--no-prompt", // A hook has no terminal.
  "--no-code-cache", // It would be read from a guessable name in the shared temporary folder; it saved no time.
  "--exclude", // The bundle already holds what it needs of the packages; embedding them all added 26 MB.
  "node_modules",
  "--unstable-worker-options", // A worker with fewer rights than its parent.
  "--allow-read",
  "--allow-write",
  // The address of a provider or a server is the user's to name, so none can be named here. Only a worker granted one
  // host and port connects; this thread gives the right up before anything of the repository is read.
  "--allow-net",
  // A lower priority for the index that is built beside a session that starts; whose the daemon's files are; whether the
  // kernel notices all that changes on a file system, and how many folders it can watch.
  "--allow-sys=setPriority,uid,statfs,osRelease,systemMemoryInfo",
  "--allow-env=HOME,PATH,TMPDIR,TERM,NO_COLOR,CLAUDE_CONFIG_DIR,CODEX_HOME,XDG_CONFIG_HOME,XDG_CACHE_HOME," +
  "GIT_CEILING_DIRECTORIES,LD_PRELOAD,LD_LIBRARY_PATH,CI_AUTO_TOOLS*,CI_CODEX_*," +
  // Providers, and what the runtime itself reads for connections.
  "OLLAMA_HOST,OPENAI_API_KEY,OPENAI_BASE_URL,AZURE_OPENAI_API_KEY,AZURE_OPENAI_ENDPOINT,AZURE_OPENAI_API_VERSION," +
  "VOYAGE_API_KEY,MISTRAL_API_KEY,JINA_API_KEY,OPENROUTER_API_KEY,ANTHROPIC_API_KEY,ANTHROPIC_BASE_URL,PGPASSWORD," +
  "NO_PROXY,no_proxy,DENO_TLS_CA_STORE,NODE_EXTRA_CA_CERTS",
];

/** The module that is packed into one script, which `src/engine/sandbox/packed_worker.ts` runs. */
export const PACKED_WORKER = "src/engine/sandbox/worker.ts";

/**
 * The modules that become files of their own in the bundle: the program, what runs its cached modules, threads that may
 * read the program's files.
 */
export const ENTRY_POINTS: readonly string[] = [
  "main.ts",
  "src/platform/cached_module.ts",
  "src/engine/sandbox/index_helper.ts",
  "src/engine/sandbox/index_builder.ts",
];

/** The threads that share no file with the others: they may read nothing, or start with little. */
export const THREADS: readonly string[] = [
  "src/engine/sandbox/packed_worker.ts",
  "src/semantic/network/worker.ts",
  "src/platform/daemon_connector_worker.ts",
  "src/engine/sandbox/ckb_worker.ts",
];
