import { readTextIfAny } from "../platform/user_files.ts";
import type { ClientEntry } from "./install_clients_record.ts";

/** A file that an installation changes. */
export interface Draft {
  readonly path: string;
  /** Undefined: there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  /** Entries added to the file, or already in it in the same form. */
  readonly entries: readonly ClientEntry[];
}

/** The texts of files while an installation is planned. */
export class Drafts {
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string>();
  readonly #entries = new Map<string, ClientEntry[]>();

  /** The planned text of a file; undefined: there is no such file. */
  async read(path: string): Promise<string | undefined> {
    if (!this.#before.has(path)) this.#before.set(path, await readTextIfAny(path));
    return this.#after.get(path) ?? this.#before.get(path);
  }

  /** Plans a new text, in which `entry` is ours. */
  write(path: string, text: string, entry: ClientEntry): void {
    this.#after.set(path, text);
    this.#entries.set(path, [...this.#entries.get(path) ?? [], entry]);
  }

  /** The files whose text changes. */
  changed(): Draft[] {
    return [...this.#after].flatMap(([path, after]) => {
      const before = this.#before.get(path);
      return before === after ? [] : [{ path, before, after, entries: this.#entries.get(path) ?? [] }];
    });
  }
}
