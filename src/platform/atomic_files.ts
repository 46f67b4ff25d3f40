/** Files of a cache that are read and replaced as a whole. Nothing throws: a cache may be lost at any time. */

/** The bytes of a regular file; undefined when it is missing, larger than `largest` bytes, a link or unreadable. */
export function readWhole(path: string, largest: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const size = sizeOf(path);
    return size === undefined || size > largest ? undefined : Deno.readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Bytes of a regular file; undefined when it is missing or none: pipes and devices must never be opened. */
export function sizeOf(path: string): number | undefined {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile ? info.size : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds since the epoch when a file was last changed; undefined when it is missing. */
export function modified(path: string): number | undefined {
  try {
    return Deno.lstatSync(path).mtime?.getTime();
  } catch {
    return undefined;
  }
}

/** Replaces a file; false when it cannot be written. A reader never sees half of it, and a link is not followed. */
export function replaceWhole(path: string, bytes: Uint8Array): boolean {
  const draft = `${path}.${crypto.randomUUID()}.draft`;
  try {
    Deno.writeFileSync(draft, bytes, { createNew: true, mode: 0o600 });
    Deno.renameSync(draft, path);
    return true;
  } catch {
    removeQuietly(draft);
    return false;
  }
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It never came to be.
  }
}
