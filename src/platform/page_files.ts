import { createHash } from "node:crypto";
import { PAGE } from "./program.ts";

/** Style and script of the pages that this program writes, each with the name a policy of contents knows it by. */
export interface PageFiles {
  readonly css: string;
  readonly js: string;
  /** `sha256-` and the hash in Base64. */
  readonly cssHash: string;
  readonly jsHash: string;
}

/** Reads them; needs the right to read the program's own files. */
export function readPageFiles(): PageFiles {
  const [css, js] = ["page.css", "page.js"].map((name) => Deno.readTextFileSync(PAGE + name));
  return { css: css!, js: js!, cssHash: hashOf(css!), jsHash: hashOf(js!) };
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
