import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** One case of the evaluation files: an issue text and the files its fix touched. */
export interface Case {
  readonly id: string;
  readonly repo: string;
  readonly lang: string;
  readonly base_commit: string;
  readonly gold_files: readonly string[];
  readonly gold_functions?: readonly string[];
  readonly gold_functions_locagent?: readonly string[];
  readonly created_at?: string;
  readonly query: string;
  /** Name of the file it came from, without ending. */
  readonly set: string;
}

/** A file of a commit. */
export interface TreeFile {
  readonly path: string;
  readonly sha: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads the cases of the named sets from `dir`. */
export function readCases(dir: string, sets: readonly string[]): Case[] {
  return sets.flatMap((set) =>
    readFileSync(`${dir}/${set}.jsonl`, "utf8").split("\n").filter((line) => line !== "").map((line) => ({
      ...JSON.parse(line),
      set,
    }))
  );
}

/**
 * The bare git directory of a repository, undefined when it is not there (yet). Without `evalDir` every mirror goes by
 * the repository's own name.
 */
export function mirrorOf(repo: string, options: { evalDir?: string; mirrors: string }): string | undefined {
  const { evalDir, mirrors } = options;
  const names: Record<string, string> = evalDir === undefined
    ? {}
    : JSON.parse(readFileSync(`${evalDir}/mirrors.json`, "utf8"));
  const base = `${mirrors}/${names[repo] ?? repo.replace("/", "+")}`;
  for (const dir of [`${base}/repo`, `${base}/repo/.git`]) if (existsSync(`${dir}/objects`)) return dir;
  return undefined;
}

/** The regular files of a commit. */
export function tree(gitDir: string, commit: string): TreeFile[] {
  const out = spawnSync("git", ["--git-dir", gitDir, "ls-tree", "-r", "-l", "-z", commit], {
    maxBuffer: 1 << 29,
    encoding: "utf8",
  });
  if (out.status !== 0) throw new Error(`git ls-tree failed: ${out.stderr.slice(0, 200)}`);
  const files: TreeFile[] = [];
  for (const row of out.stdout.split("\0")) {
    const tab = row.indexOf("\t");
    if (tab < 0) continue;
    const [mode, type, sha, size] = row.slice(0, tab).split(/ +/);
    if (type !== "blob" || mode === "120000" || sha === undefined) continue;
    files.push({ path: row.slice(tab + 1), sha, size: Number(size) });
  }
  return files;
}

/** Streams blobs through one `git cat-file --batch`. Blobs that are missing are skipped. */
export async function eachBlob(
  gitDir: string,
  shas: readonly string[],
  visit: (sha: string, content: Uint8Array) => void,
): Promise<void> {
  const child = spawn("git", ["--git-dir", gitDir, "cat-file", "--batch"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(shas.join("\n") + "\n");
  let pending: Uint8Array[] = [];
  let have = 0;
  let need = 0;
  let current: string | undefined;
  const take = (): Uint8Array => {
    const all = new Uint8Array(have);
    let at = 0;
    for (const part of pending) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  };
  for await (const part of child.stdout) {
    pending.push(part as Uint8Array);
    have += (part as Uint8Array).length;
    if (have < need) continue;
    let buffer = take();
    for (;;) {
      if (current === undefined) {
        const end = buffer.indexOf(10);
        if (end < 0) {
          need = 0;
          break;
        }
        const [sha, type, size] = new TextDecoder().decode(buffer.subarray(0, end)).split(" ");
        buffer = buffer.subarray(end + 1);
        if (type !== "blob") continue;
        current = sha!;
        need = Number(size) + 1;
      }
      if (buffer.length < need) break;
      visit(current, buffer.subarray(0, need - 1));
      buffer = buffer.subarray(need);
      current = undefined;
      need = 0;
    }
    pending = [buffer];
    have = buffer.length;
  }
}
