/** The difference between two listings; both are sorted by path (UTF-16 code units). */
export class PathChanges {
  /** Per path: its number in the old listing; -1 if it is new. */
  readonly before: Int32Array;
  /** Per path of the old listing: its new number; -1 if it was removed. */
  readonly after: Int32Array;
  /** Numbers of the new paths, ascending. */
  readonly added: readonly number[];

  constructor(old: readonly string[], paths: readonly string[]) {
    this.before = new Int32Array(paths.length).fill(-1);
    this.after = new Int32Array(old.length).fill(-1);
    const added: number[] = [];
    let at = 0;
    for (let file = 0; file < paths.length; file++) {
      while (at < old.length && old[at]! < paths[file]!) at++;
      if (old[at] === paths[file]) {
        this.before[file] = at;
        this.after[at] = file;
      } else added.push(file);
    }
    this.added = added;
  }

  /** Converts a column of the old listing; `own` contains the values of the new files, in their order. */
  column(column: Uint8Array, own: Uint8Array): Uint8Array {
    const changed = new Uint8Array(this.before.length);
    for (let file = 0; file < changed.length; file++) {
      const old = this.before[file]!;
      if (old >= 0) changed[file] = column[old]!;
    }
    this.added.forEach((file, at) => changed[file] = own[at]!);
    return changed;
  }
}
