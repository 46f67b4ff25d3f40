/** Stands for `module` where a package loads it inside a function that has a `require` of its own. */
export { createRequire } from "node:module";
