/** Names of store files, for callers that must not load a database to check for one. */

import { attempt } from "../model/attempt.ts";
import { modified, removeOwn } from "./cache_files.ts";

/** Identity of a store. */
export interface StoreNames {
  /** Absolute path. */
  readonly folder: string;
  /** First part of the files' names. */
  readonly name: string;
  /** Format number; files of other formats are ignored. */
  readonly format: number;
}

/** True if a folder contains a store of any format whose name starts with the prefix. */
export function hasStore(folder: string, prefix: string): boolean {
  const entries = attempt(() => [...Deno.readDirSync(folder)]) ?? [];
  return entries.some(({ name }) => name.startsWith(prefix) && name.endsWith(".sqlite"));
}

/** The highest generation, or 0; removes lower generations and old files of other formats. */
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

/** Removes a file of another format that was not modified for long; a newer one may be in use by another version. */
function removeOldFormat(name: string, spec: StoreNames): void {
  if (!name.startsWith(`${spec.name}-`) || !/^-\d+-\d+\.sqlite/.test(name.slice(spec.name.length))) return;
  const path = `${spec.folder}/${name}`;
  const { mtime } = Deno.lstatSync(path);
  if (mtime !== null && Date.now() - mtime.getTime() > FORMAT_DAYS * 86_400_000) removeOwn(path);
}

/** Age in days after which files of other formats are removed. */
const FORMAT_DAYS = 14;

function generationOf(name: string, spec: StoreNames): number {
  const prefix = `${spec.name}-${spec.format}-`;
  if (!name.startsWith(prefix)) return 0;
  return Number(/^(\d{1,9})\.sqlite(?:-wal|-shm|-journal)?$/.exec(name.slice(prefix.length))?.[1] ?? 0);
}

/**
 * Removes stores whose names start with `prefix`, except the `most` recently written ones; `kept` always counts as one
 * of these.
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

/** Time of the last write to the store in milliseconds since the epoch; undefined if there is none. */
export function storeModified(spec: StoreNames): number | undefined {
  const generation = newest(spec);
  if (generation === 0) return undefined;
  const file = `${spec.folder}/${spec.name}-${spec.format}-${generation}.sqlite`;
  return Math.max(...[file, `${file}-wal`].flatMap((path) => modified(path) ?? []));
}
