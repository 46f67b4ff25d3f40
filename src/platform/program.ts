/** Version and files of the program; in the compiled binary the files are embedded beside this module. */

/** SemVer, equal to the version in deno.json, which a test checks. */
export const VERSION = "0.2.0";

/** False for a source checkout. */
export const IS_BUNDLED: boolean = import.meta.url.endsWith(".js");

function moduleAt(path: string): URL {
  return new URL(IS_BUNDLED ? `./src/${path}.js` : `../${path}.ts`, import.meta.url);
}

/** Module of the sandbox worker. */
export const WORKER: URL = moduleAt(`engine/sandbox/${IS_BUNDLED ? "packed_worker" : "worker"}`);

/** Module of the network worker. */
export const NETWORK: URL = moduleAt("semantic/network/worker");

/** Module of the worker that connects a server to daemons. */
export const CONNECTOR: URL = moduleAt("platform/daemon_connector_worker");

/** Module of a large build's helper thread, started by the sandbox worker. */
export const INDEX_HELPER: string = moduleAt("engine/sandbox/index_helper").href;

/** Sandboxed module of `auto-tools index`. */
export const INDEX_BUILDER: URL = moduleAt("engine/sandbox/index_builder");

/** Module of the worker connected to a CKB server. */
export const CKB_WORKER: URL = moduleAt("engine/sandbox/ckb_worker");

/** Folder of the program's modules and assets, readable by sandboxed workers. */
export const PROGRAM: string = new URL(IS_BUNDLED ? ".." : "../..", import.meta.url).pathname;

/** Folder of embedded files that the build step makes, inside {@link PROGRAM}. */
export const ASSETS: string =
  new URL(IS_BUNDLED ? "../assets/" : "../../dist/assets/", import.meta.url).pathname;

/** Folder of the plugin for Claude Code, copied by `install`; with a trailing slash. */
export const PLUGIN: string = new URL("../../config/claude-plugin/", import.meta.url).pathname;

/** Packed file of the built module that `install` adds to that plugin. Not `.js`, which would be compiled into the program as a module. */
export const PLUGIN_MODULE = "claude_module.text";

/** Folder of the plug-in files that `install` writes for clients; with a trailing slash. */
export const CLIENT_PLUGINS: string = new URL("../../config/client-plugins/", import.meta.url).pathname;

/** Folder of the texts of `--help`; with a trailing slash. */
export const HELP: string = new URL("../../config/help/", import.meta.url).pathname;

/** Folder of the style and script of generated pages; with a trailing slash. */
export const PAGE: string = new URL("../../config/page/", import.meta.url).pathname;
