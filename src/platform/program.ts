/** Version and files of the program; in the compiled binary the files are embedded beside this module. */

/** SemVer, equal to the version in deno.json, which a test checks. */
export const VERSION = "0.1.0";

const bundled = import.meta.url.endsWith(".js");

/** Module of the sandbox worker. */
export const WORKER: URL = new URL(
  bundled ? "./src/engine/sandbox/packed_worker.js" : "../engine/sandbox/worker.ts",
  import.meta.url,
);

/** Module of the network worker. */
export const NETWORK: URL = new URL(
  bundled ? "./src/semantic/network/worker.js" : "../semantic/network/worker.ts",
  import.meta.url,
);

/** Module of the worker that connects a server to daemons. */
export const CONNECTOR: URL = new URL(
  bundled ? "./src/platform/daemon_connector_worker.js" : "./daemon_connector_worker.ts",
  import.meta.url,
);

/** Module of a large build's helper thread, started by the sandbox worker. */
export const INDEX_HELPER: string = new URL(
  bundled ? "./src/engine/sandbox/index_helper.js" : "../engine/sandbox/index_helper.ts",
  import.meta.url,
)
  .href;

/** Sandboxed module of `auto-tools index`. */
export const INDEX_BUILDER: URL = new URL(
  bundled ? "./src/engine/sandbox/index_builder.js" : "../engine/sandbox/index_builder.ts",
  import.meta.url,
);

/** Module of the worker connected to a CKB server. */
export const CKB_WORKER: URL = new URL(
  bundled ? "./src/engine/sandbox/ckb_worker.js" : "../engine/sandbox/ckb_worker.ts",
  import.meta.url,
);

/** Folder of the program's modules and assets, readable by sandboxed workers. */
export const PROGRAM: string = new URL(bundled ? ".." : "../..", import.meta.url).pathname;

/** Folder of the grammars, inside {@link PROGRAM}. */
export const ASSETS: string =
  new URL(bundled ? "../assets/" : "../../dist/assets/", import.meta.url).pathname;

/** Folder of the plugin for Claude Code, copied by `install`; with a trailing slash. */
export const PLUGIN: string = new URL("../../config/claude-plugin/", import.meta.url).pathname;

/** Built module that `install` adds to that plugin. Not `.js`, which would be compiled into the program as a module. */
export const PLUGIN_MODULE: string = `${ASSETS}claude_module.text`;

/** Folder of the plug-in files that `install` writes for clients; with a trailing slash. */
export const CLIENT_PLUGINS: string = new URL("../../config/client-plugins/", import.meta.url).pathname;

/** Folder of the texts of `--help`; with a trailing slash. */
export const HELP: string = new URL("../../config/help/", import.meta.url).pathname;

/** Folder of the style and script of generated pages; with a trailing slash. */
export const PAGE: string = new URL("../../config/page/", import.meta.url).pathname;
