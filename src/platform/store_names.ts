/** How the files of stores are named, for callers that must not load a database to know whether there is one. */

import { modified, removeOwn } from "./cache_files.ts";

/** Which store's files. */
export interface StoreNames {
  /** Absolute. */
  readonly folder: string;
  /** First part of the files' names. */
  readonly name: string;
  /** Number of the format: files of others are ignored. */
  readonly format: number;
}

/** Whether a folder has a store whose name begins so, of any format. */
export function hasStore(folder: string, prefix: string): boolean {
  try {
    return [...Deno.readDirSync(folder)].some(({ name }) =>
      name.startsWith(prefix) && name.endsWith(".sqlite")
    );
  } catch {
    return false;
  }
}

/** The highest generation there is, else 0; lower ones, and old files of other formats, are not opened any more. */
export function newest(spec: StoreNames): number {
  const own: { name: string; generation: number }[] = [];
  try {
    for (const { name } of Deno.readDirSync(spec.folder)) {
      const generation = generationOf(name, spec);
      if (generation > 0) own.push({ name, generation });
      else removeOldFormat(name, spec);
    }
  } catch {
    return 0;
  }
  const stores = own.filter(({ name }) => name.endsWith(".sqlite"));
  const highest = Math.max(0, ...stores.map(({ generation }) => generation));
  for (const { name, generation } of own) if (generation < highest) removeOwn(`${spec.folder}/${name}`);
  return highest;
}

/** A file of another format may be in use by another version of the program, unless it was not touched for long. */
function removeOldFormat(name: string, spec: StoreNames): void {
  if (!name.startsWith(`${spec.name}-`) || !/^-\d+-\d+\.sqlite/.test(name.slice(spec.name.length))) return;
  const path = `${spec.folder}/${name}`;
  const { mtime } = Deno.lstatSync(path);
  if (mtime !== null && Date.now() - mtime.getTime() > FORMAT_DAYS * 86_400_000) removeOwn(path);
}

const FORMAT_DAYS = 14;

function generationOf(name: string, spec: StoreNames): number {
  const prefix = `${spec.name}-${spec.format}-`;
  if (!name.startsWith(prefix)) return 0;
  return Number(/^(\d{1,9})\.sqlite(?:-wal|-shm|-journal)?$/.exec(name.slice(prefix.length))?.[1] ?? 0);
}

/**
 * Removes the stores whose names begin with `prefix` but the `most` that were last written; `kept` is one of these in any
 * case.
 */
export function keepNewest(
  folder: string,
  { prefix, kept, most }: { readonly prefix: string; readonly kept: string; readonly most: number },
): void {
  const written = new Map<string, number>();
  const files: { file: string; name: string }[] = [];
  try {
    for (const { name: file } of Deno.readDirSync(folder)) {
      const name = /^(.+)-\d+-\d+\.sqlite(?:-wal|-shm|-journal)?$/.exec(file)?.[1];
      if (!name?.startsWith(prefix)) continue;
      files.push({ file, name });
      const time = Deno.lstatSync(`${folder}/${file}`).mtime?.getTime() ?? 0;
      written.set(name, Math.max(written.get(name) ?? 0, time));
    }
  } catch {
    return;
  }
  const others = [...written.keys()].filter((name) => name !== kept);
  others.sort((a, b) => written.get(b)! - written.get(a)!);
  const dropped = new Set(others.slice(most - 1));
  for (const { file, name } of files) if (dropped.has(name)) removeOwn(`${folder}/${file}`);
}

/** Milliseconds since the epoch when the store was last written; undefined where there is none. */
export function storeModified(spec: StoreNames): number | undefined {
  const generation = newest(spec);
  if (generation === 0) return undefined;
  const file = `${spec.folder}/${spec.name}-${spec.format}-${generation}.sqlite`;
  return Math.max(...[file, `${file}-wal`].flatMap((path) => modified(path) ?? []));
}
