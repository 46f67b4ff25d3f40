/**
 * Parser of `git log -z --name-status` with {@link LOG_FORMAT}: NUL-separated fields, then per file a status and one
 * path, or two for a rename or copy.
 */

/** Full commit hash. */
export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Commit hash, side of a symmetric difference, committer time, author, full message. */
export const LOG_FORMAT = "%H%x00%m%x00%ct%x00%aN%x00%B";

/** One commit of git's output. */
export interface CommitRecord {
  /** Full hash, hexadecimal. */
  readonly id: string;
  /** `<` if the commit is only on the left side of the symmetric difference. */
  readonly side: string;
  /** Committer time, seconds since the epoch. */
  readonly time: number;
  readonly author: string;
  readonly message: string;
  readonly changes: readonly FileChange[];
}

/** One changed file of a commit. */
export interface FileChange {
  /** First letter of git's status: `A`, `C`, `D`, `M`, `R`, `T`. */
  readonly status: string;
  readonly path: string;
  /** Old path of a renamed file, source path of a copied one. */
  readonly from?: string;
}

/** Maximum length of a path, UTF-16 code units; longer ones are skipped. */
const LONGEST_PATH = 4096;

/** Incremental parser: accepts chunks of any size, stops at the first invalid token. */
export class LogParser {
  /** True after input that git does not print. */
  broken = false;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #header: string[] = [];
  #changes: FileChange[] = [];
  #status = "";
  #from: string | undefined;

  constructor(private readonly visit: (commit: CommitRecord) => void) {}

  /** Parses more output. A commit is passed to `visit` when the next one begins. */
  push(chunk: Uint8Array): void {
    const tokens = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\0");
    // More of an incomplete field than is indexed of a message.
    this.#rest = (tokens.pop() ?? "").slice(0, 4 * LONGEST_PATH);
    for (const token of tokens) {
      if (this.broken) return;
      this.#token(token);
    }
  }

  /** Ends the input and passes the last commit to `visit`. */
  end(): void {
    // Only a message without files can end the input without a NUL.
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
    if (token.length >= 40 && COMMIT.test(token)) {
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

/** True for a status letter with an optional similarity score. */
function isStatus(token: string): boolean {
  const code = token.charCodeAt(0);
  return code >= 65 && code <= 90 && (token.length === 1 || /^[A-Z]\d{1,3}$/.test(token));
}

/** Serializes commits into the format of {@link LogParser}. */
export function printLog(commits: readonly CommitRecord[]): string {
  return commits.map(({ id, side, time, author, message, changes }) => {
    const files = changes.map(({ status, path, from }) =>
      from === undefined ? `${status}\0${path}\0` : `${status}\0${from}\0${path}\0`
    ).join("");
    return `${id}\0${side}\0${time}\0${author}\0${message}\0${files === "" ? "" : "\n" + files}`;
  }).join("");
}
