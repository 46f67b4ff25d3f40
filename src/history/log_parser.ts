/**
 * Reads what `git log -z --name-status` prints with the format {@link LOG_FORMAT}: NUL-separated fields, then for each
 * file a status and one path, or two for a rename.
 */

/** Commit, side of a symmetric difference, committer time, author, whole message. */
export const LOG_FORMAT = "%H%x00%m%x00%ct%x00%aN%x00%B";

/** One commit as git printed it. */
export interface CommitRecord {
  /** All hexadecimal digits. */
  readonly id: string;
  /** `<` when only the older side has it. */
  readonly side: string;
  /** Committer time, seconds since the epoch. */
  readonly time: number;
  readonly author: string;
  readonly message: string;
  readonly changes: readonly FileChange[];
}

/** One file of a commit. */
export interface FileChange {
  /** First letter of git's status: `A`, `C`, `D`, `M`, `R`, `T`. */
  readonly status: string;
  readonly path: string;
  /** The old name of a renamed file, the source of a copied one. */
  readonly from?: string;
}

/** Longest path that is taken for one. */
const LONGEST_PATH = 4096;

/** Reads a stream of any chunks; what is no such stream ends it. */
export class LogParser {
  /** True once something was read that git does not print. */
  broken = false;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #header: string[] = [];
  #changes: FileChange[] = [];
  #status = "";
  #from: string | undefined;

  constructor(private readonly visit: (commit: CommitRecord) => void) {}

  /** Reads more output. A commit is passed on when the next one begins. */
  push(chunk: Uint8Array): void {
    const tokens = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\0");
    this.#rest = tokens.pop() ?? "";
    for (const token of tokens) {
      if (this.broken) return;
      this.#token(token);
    }
  }

  /** The stream is complete: passes on the last commit. */
  end(): void {
    // Only a message without files may stand at the very end without its NUL.
    if (this.#rest !== "") this.#token(this.#rest);
    this.#rest = "";
    if (!this.broken && this.#status === "") this.#flush();
  }

  #token(token: string): void {
    const header = this.#header;
    if (header.length > 0 && header.length < 5) header.push(token);
    else if (this.#status !== "") this.#path(token);
    else this.#statusOrCommit(token.charCodeAt(0) === 10 ? token.slice(1) : token);
  }

  #statusOrCommit(token: string): void {
    if (token.length >= 40 && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(token)) {
      this.#flush();
      this.#header.push(token);
    } else if (this.#header.length === 5 && isStatus(token)) {
      this.#status = token[0]!;
    } else if (token !== "") this.broken = true;
  }

  #path(path: string): void {
    if ((this.#status === "R" || this.#status === "C") && this.#from === undefined) {
      this.#from = path;
      return;
    }
    if (path !== "" && path.length <= LONGEST_PATH) {
      const [status, from] = [this.#status, this.#from];
      this.#changes.push(from === undefined ? { status, path } : { status, path, from });
    }
    this.#status = "";
    this.#from = undefined;
  }

  #flush(): void {
    const [id, side, time, author, message] = this.#header;
    if (message !== undefined) {
      this.visit({
        id: id!,
        side: side!,
        time: Math.min(Math.max(Number(time) || 0, 0), 0xffffffff),
        author: author!,
        message,
        changes: this.#changes,
      });
    }
    this.#header = [];
    this.#changes = [];
  }
}

/** A letter, behind it perhaps how alike two files are. */
function isStatus(token: string): boolean {
  const code = token.charCodeAt(0);
  return code >= 65 && code <= 90 && (token.length === 1 || /^[A-Z]\d{1,3}$/.test(token));
}

/** The text that {@link LogParser} reads back as the given commits. */
export function printLog(commits: readonly CommitRecord[]): string {
  return commits.map(({ id, side, time, author, message, changes }) => {
    const files = changes.map(({ status, path, from }) =>
      from === undefined ? `${status}\0${path}\0` : `${status}\0${from}\0${path}\0`
    ).join("");
    return `${id}\0${side}\0${time}\0${author}\0${message}\0${files === "" ? "" : "\n" + files}`;
  }).join("");
}
