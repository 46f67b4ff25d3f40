/** The program's own version and files. In the compiled binary they are embedded beside this module. */

/** SemVer, the same as in deno.json; a test holds them together. */
export const VERSION = "0.1.0";

const bundled = import.meta.url.endsWith(".js");

/** The module that runs jailed. */
export const WORKER: URL = new URL(bundled ? "./src/worker.js" : "./worker.ts", import.meta.url);

/** Folder the jailed side may read its own modules from. */
export const PROGRAM: string = new URL(bundled ? "." : "..", import.meta.url).pathname;
