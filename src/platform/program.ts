/** The program's own version and files. In the compiled binary they are embedded beside this module. */

/** SemVer, the same as in deno.json; a test holds them together. */
export const VERSION = "0.1.0";

const bundled = import.meta.url.endsWith(".js");

/** The module that runs sandboxed. */
export const WORKER: URL = new URL(
  bundled ? "./src/engine/sandbox/packed_worker.js" : "../engine/sandbox/worker.ts",
  import.meta.url,
);

/** The module that connects. */
export const NETWORK: URL = new URL(
  bundled ? "./src/semantic/network/worker.js" : "../semantic/network/worker.ts",
  import.meta.url,
);

/** The module that connects a server to daemons. */
export const CONNECTOR: URL = new URL(
  bundled ? "./src/platform/daemon_connector_worker.js" : "./daemon_connector_worker.ts",
  import.meta.url,
);

/** The module of a large build's second thread, started by the sandboxed one. */
export const INDEX_HELPER: string = new URL(
  bundled ? "./src/engine/sandbox/index_helper.js" : "../engine/sandbox/index_helper.ts",
  import.meta.url,
)
  .href;

/** The sandboxed module of `auto-tools index`. */
export const INDEX_BUILDER: URL = new URL(
  bundled ? "./src/engine/sandbox/index_builder.js" : "../engine/sandbox/index_builder.ts",
  import.meta.url,
);

/** The module that is connected to a CKB server. */
export const CKB_WORKER: URL = new URL(
  bundled ? "./src/engine/sandbox/ckb_worker.js" : "../engine/sandbox/ckb_worker.ts",
  import.meta.url,
);

/** Folder of the program's modules and assets, which the sandboxed side may read. */
export const PROGRAM: string = new URL(bundled ? ".." : "../..", import.meta.url).pathname;

/** Folder of the grammars, inside {@link PROGRAM}. */
export const ASSETS: string =
  new URL(bundled ? "../assets/" : "../../dist/assets/", import.meta.url).pathname;

/** Folder of the plugin for Claude Code, which `install` copies; ends in a slash. */
export const PLUGIN: string = new URL("../../config/claude-plugin/", import.meta.url).pathname;

/** The module that `install` adds to that plug-in, which the build makes. Not `.js`, which would be compiled in as a module. */
export const PLUGIN_MODULE: string = `${ASSETS}claude_module.text`;

/** Folder of the plug-in file for OpenCode, which `install` writes; ends in a slash. */
export const OPENCODE_PLUGIN: string = new URL("../../config/opencode-plugin/", import.meta.url).pathname;

/** Folder of the style and the script of written pages; ends in a slash. */
export const PAGE: string = new URL("../../config/page/", import.meta.url).pathname;
