import { roleOf } from "../../index/roles.ts";
import { kindByPath } from "../../index/source_text.ts";
import { isSensitivePath, isSkippedPath } from "../../safety/sensitive.ts";
import type { ParsedFile } from "../../syntax/parsed_file.ts";

/** A text and what it speaks of: a case of the ranking, with the words of the definitions besides. */
export interface Pair {
  readonly id: string;
  readonly repo: string;
  readonly lang: string;
  /** `fix`: message of a commit; `doc`: first sentences of a comment. */
  readonly set: "fix" | "doc";
  /** The tree before the change; for comments the newest one, in which they still stand. */
  readonly base_commit: string;
  readonly query: string;
  readonly gold_files: readonly string[];
  /** As `path:Qualified.name`. */
  readonly gold_functions: readonly string[];
  /** Names in each definition, its own first; parallel to {@link gold_functions}. */
  readonly code: readonly string[];
}

/** Whether a file is code that pairs are made of: no test, no document, nothing generated or brought along. */
export function isOwnCode(path: string, size = 1000): boolean {
  if (isSensitivePath(path) || isSkippedPath(path) || NOT_OWN.test(path)) return false;
  return roleOf(path) === "code" && kindByPath(path, size) === "source";
}

const NOT_OWN =
  /(?:^|\/)(?:examples?|docs?|benches|benchmarks?|e2e|fixtures|vendor|third_party|deps|generated)\/|\.min\.|\.pb\.go$/i;

/** Different names of one definition at most. */
const MOST_NAMES = 60;

/** What the record of a file says about each of its definitions, comments left out: place, head, names used. */
export function definitionWords(path: string, { definitions, references }: ParsedFile): string[] {
  const place = path.split("/").slice(-2).join(" ").replace(/\.\w+$/, "");
  const names = definitions.map(({ qualifiedName, signature }) =>
    new Set([qualifiedName.replaceAll(".", " "), place, signature])
  );
  for (const { name, scope } of references) {
    for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1) {
      if (names[at]!.size < MOST_NAMES) names[at]!.add(name);
    }
  }
  return names.map((set) => [...set].join(" "));
}

/** A number between 0 and 1 for a text, the same on every machine (FNV-1a). */
export function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 2 ** 32;
}
