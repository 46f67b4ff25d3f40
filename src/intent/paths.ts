import type { PathMention } from "../model/question.ts";
import { isBareFile, isExtension, isProperName } from "./words.ts";
import { withoutDot } from "../model/paths.ts";

/** A path read from one run of characters, with what names the line or the symbol in it. */
export interface PathHit extends PathMention {
  /** Test or symbol name after `::`, when the mention has one (`tests/a.py::test_b`). */
  readonly symbol?: string;
  /** True when the mention began with `@`, the clients' way of attaching a file. */
  readonly attached: boolean;
}

/** Characters a path mention can consist of; Chinese characters and quotes end it. */
export const CHUNK = /[A-Za-z0-9_$./\\~@+\-[\]()#:,%*&?!\u00c0-\u024f]+/g;

/**
 * Reads a chunk (characters of {@link CHUNK}) as a path with an optional position: `a.ts:12`, `a.ts:12:3`, `a.ts(12,3)`,
 * `a.ts#L12`, `a.py::test_b`, `@a.ts`, `file:///a.ts`. Undefined when it is not one.
 */
export function readPath(chunk: string): PathHit | undefined {
  if (!/[./\\@]/.test(chunk) && !isBareFile(chunk.toLowerCase().replace(/\W+$/, ""))) return undefined;
  let text = trimEnds(chunk);
  const attached = text.startsWith("@");
  if (attached) text = text.slice(1);
  if (text.length < 3 || text.length > 400) return undefined;
  if (/^(?:file|webpack|webpack-internal|ng|vscode):\/\//.test(text)) {
    text = text.replace(/^[a-z-]+:\/\/(?:\/(?=[A-Za-z]:))?/, "").replace(/\?[^:]*/, "");
  } else if (text.includes("://")) return readUrl(text);
  const position = /(?:[:#]L?(\d{1,7})(?:[:\-,]L?\d+)*|\((\d{1,7})(?:,\d+)*\)|#L(\d+).*)$/.exec(text);
  const cut = position === null ? text : text.slice(0, position.index);
  const symbol = /^([^:]+\.\w+)::?([A-Za-z_]\w*(?:::\w+)*(?:\[[^\]]*\])?)$/.exec(cut);
  const path = withoutDot((symbol?.[1] ?? cut).replaceAll("\\", "/")).replace(/^[ab]\/(?=.+\/)/, "");
  if (!isPath(path, attached)) return undefined;
  const line = Number(position?.[1] ?? position?.[2] ?? position?.[3] ?? 0);
  return {
    path,
    attached,
    ...(line > 0 ? { line } : {}),
    ...(symbol?.[2] === undefined ? {} : { symbol: symbol[2] }),
  };
}

function trimEnds(chunk: string): string {
  let text = chunk.replace(/^[([*,:?!#&%]+/, "").replace(/[.,:;?!*&%#-]+$/, "");
  while (text.endsWith(")") && text.split("(").length < text.split(")").length) {
    text = text.slice(0, -1).replace(/[.,:;?!]+$/, "");
  }
  if (text.endsWith("]") && !text.includes("[")) text = text.slice(0, -1);
  return text;
}

/** The file part of a link into a hosted repository: `/blob/<ref>/path`. */
function readUrl(url: string): PathHit | undefined {
  const found = /\/(?:blob|tree|raw|src\/branch)\/[^/]+\/([^?#]+)(?:#L(\d+))?/.exec(url);
  if (found?.[1] === undefined) return undefined;
  return { path: found[1], attached: false, ...(found[2] === undefined ? {} : { line: Number(found[2]) }) };
}

function isPath(path: string, attached: boolean): boolean {
  if (!/^[\w.~@+\-[\]()$%*/:\u00c0-\u024f]+$/.test(path) || /^[\d./:-]+$/.test(path)) return false;
  const lower = path.toLowerCase();
  if (isProperName(lower)) return false;
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  if (isBareFile(name.toLowerCase())) return true;
  const dot = name.lastIndexOf(".");
  const known = dot !== -1 && isExtension(name.slice(dot + 1).toLowerCase());
  if (known) return dot > 0 || slash !== -1;
  return slash !== -1 && (attached || isFolder(path));
}

const FOLDERS =
  /^(?:\.{0,2}\/|~\/)?(?:src|lib|app|apps|packages|pkg|cmd|internal|test|tests|spec|docs|config|scripts|server|client|api|core|components|pages|public|web|backend|frontend|include|crates|modules|services|utils|tools|bin|examples|migrations|db|models|views|controllers|\.github)\//;

/** A path without a known ending: two or more slashes, or a folder name repositories use. */
function isFolder(path: string): boolean {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length < 1 || parts.every((part) => part.length < 3)) return false;
  return FOLDERS.test(path) || (parts.length >= 3 && path === path.toLowerCase() && /[a-z]{3}/.test(path)) ||
    (path.endsWith("/") && parts.length >= 1 && /^[a-z][\w-]+\/$/.test(path));
}
