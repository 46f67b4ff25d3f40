/**
 * Opens regular files without following links. The runtime follows links and cannot prevent it, so device and inode of
 * the open file are compared with those at the path.
 */

/**
 * Number of comparisons; each at least halves the success rate of a process that keeps exchanging folders and links.
 */
const ROUNDS = 3;

/**
 * Opens the regular file at an absolute path without links. A file to create must not exist.
 *
 * @throws Error if it is missing (`NotFound`), not a regular file, or a link is or was in the path
 */
export function openPlain(path: string, options: Deno.OpenOptions = { read: true }): Deno.FsFile {
  // Opening a pipe would block until its other end is opened.
  if (!options.createNew && !Deno.lstatSync(path).isFile) throw new Error(`not a regular file: ${path}`);
  const file = Deno.openSync(path, options);
  try {
    const opened = file.statSync();
    for (let round = 0; round < ROUNDS; round++) {
      const found = Deno.lstatSync(path);
      const isSame = opened.isFile && found.ino === opened.ino && found.dev === opened.dev;
      if (!isSame || Deno.realPathSync(path) !== path) throw new Error(`a link is on the way: ${path}`);
    }
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The first `limit` bytes of an open file. */
export function readUpTo(file: Deno.FsFile, limit: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(file.statSync().size, limit));
  file.seekSync(0, Deno.SeekMode.Start);
  let size = 0;
  while (size < bytes.length) {
    const count = file.readSync(bytes.subarray(size));
    if (count === null) break;
    size += count;
  }
  return bytes.subarray(0, size);
}
