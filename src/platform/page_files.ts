import { createHash } from "node:crypto";
import { PAGE } from "./program.ts";

/** A file that every page holds, with the name that a policy of contents knows it by: `sha256-` and Base64. */
export interface PageFile {
  readonly text: string;
  readonly hash: string;
}

/** Reads `page.css` or `page.js`; needs the right to read the program's own files. */
export function readPageFile(name: "page.css" | "page.js"): PageFile {
  const text = Deno.readTextFileSync(PAGE + name);
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}
