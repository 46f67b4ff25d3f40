/** The program's own version and files. In the compiled binary they are embedded beside this module. */

/** SemVer, the same as in deno.json; a test holds them together. */
export const VERSION = "0.1.0";

const bundled = import.meta.url.endsWith(".js");

/** The module that runs jailed. */
export const WORKER: URL = new URL(bundled ? "./src/worker.js" : "./worker.ts", import.meta.url);

/** Folder of the program's modules and assets, which the jailed side may read. */
export const PROGRAM: string = new URL("..", import.meta.url).pathname;

/** Folder of the grammars, inside {@link PROGRAM}. */
export const ASSETS: string = new URL(bundled ? "../assets/" : "../dist/assets/", import.meta.url).pathname;
