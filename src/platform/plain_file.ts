/**
 * Opens regular files so that what was opened is what lies at the path: the runtime follows links and has no way to forbid
 * it, so device and inode of the open file are compared with those at the path.
 */

/** Rounds of the comparison: each halves at least the chance of a process that exchanges folders and links all the time. */
const ROUNDS = 3;

/**
 * Opens the regular file at an absolute path that contains no link. A file that is created must not be there yet.
 *
 * @throws Error when it is missing (`NotFound`), no regular file, or a link is or was on the way
 */
export function openPlain(path: string, options: Deno.OpenOptions = { read: true }): Deno.FsFile {
  // Opening a pipe would wait for its other end.
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

/** At most `limit` bytes of an open file from its start. */
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
