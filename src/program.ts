/** The program's own version and files. In the compiled binary they are embedded beside this module. */

/** SemVer, the same as in deno.json; a test holds them together. */
export const VERSION = "0.1.0";

const bundled = import.meta.url.endsWith(".js");

/** The module that runs jailed. */
export const WORKER: URL = new URL(bundled ? "./src/packed_worker.js" : "./worker.ts", import.meta.url);

/** The module that connects. */
export const NETWORK: URL = new URL(bundled ? "./src/network.js" : "./network.ts", import.meta.url);

/** The module that answers in a process that stands by. */
export const ANSWERING: URL = new URL(bundled ? "./src/answering.js" : "./answering.ts", import.meta.url);

/** The module of a large build's second thread, started by the jailed one. */
export const INDEX_HELPER: string =
  new URL(bundled ? "./src/jailed/index_helper.js" : "./jailed/index_helper.ts", import.meta.url).href;

/** The jailed module of `auto-tools index`. */
export const INDEX_BUILDER: URL = new URL(
  bundled ? "./src/jailed/index_builder.js" : "./jailed/index_builder.ts",
  import.meta.url,
);

/** The module that speaks with a CKB server. */
export const CKB_WORKER: URL = new URL(bundled ? "./src/ckb_worker.js" : "./ckb_worker.ts", import.meta.url);

/** Folder of the program's modules and assets, which the jailed side may read. */
export const PROGRAM: string = new URL("..", import.meta.url).pathname;

/** Folder of the grammars, inside {@link PROGRAM}. */
export const ASSETS: string = new URL(bundled ? "../assets/" : "../dist/assets/", import.meta.url).pathname;

/** Folder of the plugin for Claude Code, which `install` copies; ends in a slash. */
export const PLUGIN: string =
  new URL(bundled ? "../../config/claude-plugin/" : "../config/claude-plugin/", import.meta.url)
    .pathname;
