import type { RepoPath } from "../model/brands.ts";
import { Failure } from "../model/errors.ts";
import { BoundedMap, remember } from "../model/memo.ts";
import { foldPath, isSensitivePath } from "./sensitive.ts";

/** Reason for rejecting a path by its spelling alone. */
export type ShapeReason =
  | "empty"
  | "control character"
  | "too long"
  | "backslash"
  | "drive letter"
  | "absolute"
  | "parent segment"
  | "git internals";

/** Reason for rejecting a path. `unresolvable`: missing, unreadable, or a loop of symbolic links. */
export type GuardReason = ShapeReason | "outside root" | "sensitive" | "unresolvable";

/** File system operations of the guard. Both are synchronous and throw if the path does not exist. */
export interface GuardPorts {
  /** The absolute path with all symbolic links resolved, in the file system's spelling. */
  realPath(absolute: string): string;
  /** True if the last segment is a symbolic link; links before it are followed. */
  isSymlink(absolute: string): boolean;
}

/** Decision on one path. */
export type Admission =
  | {
    readonly ok: true;
    /** Resolved location relative to the root; differs from the request if it contains links. */
    readonly path: RepoPath;
    /** The same location as an absolute path without symbolic links. */
    readonly absolute: string;
  }
  | { readonly ok: false; readonly reason: GuardReason };

/** Decides which repository paths may be read. */
export interface PathGuard {
  /** The root, without symbolic links. */
  readonly root: string;
  /** Admits a repository-relative path, or returns the reason for rejecting it. Never throws. */
  admit(path: string): Admission;
}

/** Maximum length of a path in UTF-16 code units. */
const MAX_PATH = 4096;
/** Maximum length of a segment in UTF-16 code units. */
const MAX_SEGMENT = 255;

/**
 * True if a path contains line breaks or other control characters: it is never read, and cannot be displayed unchanged.
 */
export function hasControls(path: string): boolean {
  return CONTROL.test(path);
}

/** C0, DEL and C1 control characters. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1F\x7F-\x9F\u2028\u2029]/;

/** Spellings that cannot fold into a dot name or a name of `.git`; nearly all segments, so they are checked first. */
const PLAIN_SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;

/**
 * Checks the spelling of a repository-relative path and normalizes `./`, doubled and trailing slashes. Does not check
 * whether the path exists.
 */
export function shapeOf(
  path: string,
): { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: ShapeReason } {
  if (path.length > MAX_PATH) return refuse("too long");
  if (hasControls(path)) return refuse("control character");
  if (path.includes("\\")) return refuse("backslash");
  if (path.startsWith("/")) return refuse("absolute");
  if (/^[A-Za-z]:/.test(path)) return refuse("drive letter");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    const reason = segmentReason(segment);
    if (reason !== undefined) return refuse(reason);
    kept.push(segment);
  }
  return kept.length === 0 ? refuse("empty") : { ok: true, path: kept.join("/") };
}

/**
 * Creates a guard for one root. The root and each folder are resolved once, so a file in a known folder costs a single
 * `isSymlink` call.
 *
 * @throws Failure `repoRoot` if the root does not exist.
 */
export function createPathGuard(root: string, ports: GuardPorts): PathGuard {
  const realRoot = resolveRoot(root, ports);
  const folders = new BoundedMap<string, Place>();

  function resolve(absolute: string): Place {
    try {
      return placeUnder(realRoot, ports.realPath(absolute));
    } catch {
      return { refused: "unresolvable" };
    }
  }

  function locate(path: string): Place {
    const slash = path.lastIndexOf("/");
    const above = slash === -1 ? "" : path.slice(0, slash);
    const folder = remember(folders, above, () => resolve(joinRoot(realRoot, above)));
    if ("refused" in folder) return folder;
    const name = path.slice(slash + 1);
    const inside = folder.inside === "" ? name : `${folder.inside}/${name}`;
    const absolute = joinRoot(realRoot, inside);
    try {
      return ports.isSymlink(absolute) ? resolve(absolute) : { inside };
    } catch {
      return { refused: "unresolvable" };
    }
  }

  function admit(path: string): Admission {
    const shape = shapeOf(path);
    if (!shape.ok) return shape;
    if (isSensitivePath(shape.path)) return { ok: false, reason: "sensitive" };
    const place = locate(shape.path);
    if ("refused" in place) return { ok: false, reason: place.refused };
    if (place.inside !== shape.path) {
      const resolved = shapeOf(place.inside);
      if (!resolved.ok) return resolved;
      if (isSensitivePath(place.inside)) return { ok: false, reason: "sensitive" };
    }
    return { ok: true, path: place.inside as RepoPath, absolute: joinRoot(realRoot, place.inside) };
  }

  return { root: realRoot, admit };
}

/** Location of a real path relative to the root ("" for the root itself), or the reason for rejecting it. */
type Place = { readonly inside: string } | { readonly refused: GuardReason };

function refuse(reason: ShapeReason): { readonly ok: false; readonly reason: ShapeReason } {
  return { ok: false, reason };
}

function segmentReason(segment: string): ShapeReason | undefined {
  if (segment.length > MAX_SEGMENT) return "too long";
  if (PLAIN_SEGMENT.test(segment)) return undefined;
  const folded = foldPath(segment);
  if (/^\.[. ]*$/.test(folded)) return "parent segment";
  if (/^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(folded)) return "git internals";
  return undefined;
}

function resolveRoot(root: string, ports: GuardPorts): string {
  try {
    return ports.realPath(root);
  } catch (cause) {
    throw new Failure("repoRoot", `cannot resolve the repository root: ${root}`, { cause });
  }
}

function joinRoot(root: string, path: string): string {
  return root === "/" ? `/${path}` : `${root}/${path}`;
}

function placeUnder(root: string, real: string): Place {
  if (real === root) return { inside: "" };
  const prefix = root === "/" ? "/" : `${root}/`;
  return real.startsWith(prefix) ? { inside: real.slice(prefix.length) } : { refused: "outside root" };
}
