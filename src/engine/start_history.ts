import { COMMIT } from "../history/log_parser.ts";
import { type HistoryManifest, MANIFEST_NAME, parseManifest } from "../history/manifest.ts";
import { type HeadFacts, HISTORY_LIMITS, type HistoryRequest, historyRequests } from "../history/requests.ts";
import type { HistoryEvent, HistoryStart } from "../history/session.ts";
import { type GitAnswer, type GitProcess, runGit, streamGit } from "../platform/git.ts";
import { type HistoryFiles, historyFiles } from "../platform/history_files.ts";

/** Listener of the sandboxed side, called in this order. */
export interface HistoryListener {
  start(start: HistoryStart): void;
  /** `event.chunk` is given away. */
  receive(event: HistoryEvent): void;
  /** Absolute folder of the cached history; undefined: nothing is cached, everything is asked for. */
  readonly folder: string | undefined;
  /** Time limit of git's first answers. Milliseconds. */
  readonly limitMs: number;
}

/**
 * Asks git for what the cache in `folder` lacks of the history of HEAD. Settles once git runs: from then on this thread
 * needs no rights any more. Answers the processes, each of which has answered once all of it was passed on.
 */
export async function startHistory(root: string, listener: HistoryListener): Promise<readonly GitProcess[]> {
  const { folder, limitMs } = listener;
  const cached = folder === undefined ? undefined : readCache(historyFiles(folder));
  const facts = await askHead(root, cached?.manifest, limitMs);
  if (typeof facts === "string") {
    listener.start({ refusal: facts, streams: [] });
    return [];
  }
  const isUsable = facts.knowsTip && !facts.isShallow;
  const requests = historyRequests(facts, isUsable ? cached?.manifest : undefined);
  listener.start({
    facts: { head: facts.head, time: facts.time, isShallow: facts.isShallow },
    ...(isUsable && cached && { manifest: cached.text }),
    streams: requests.map((request) => request.stream),
  });
  return requests.map((request) => startRequest(root, request, listener));
}

function startRequest(root: string, { stream, args }: HistoryRequest, listener: HistoryListener): GitProcess {
  const git = streamGit(root, args, (chunk) => listener.receive({ stream, chunk }));
  const answered = (answer: GitAnswer): GitAnswer => {
    listener.receive({ stream, ok: answer.ok });
    return answer;
  };
  return { ...git, answer: git.answer.then(answered) };
}

/** The manifest, unless a file that it names is missing or cut off. */
function readCache(files: HistoryFiles): { text: string; manifest: HistoryManifest } | undefined {
  const bytes = files.read(MANIFEST_NAME);
  const text = bytes && new TextDecoder().decode(bytes);
  const manifest = parseManifest(text);
  if (text === undefined || !manifest) return undefined;
  const isWhole = manifest.segments.every(({ name, bytes }) => files.size(`${name}.columns`) === bytes) &&
    (manifest.recent === undefined || files.size(manifest.recent) !== undefined);
  return isWhole ? { text, manifest } : undefined;
}

/** Settings of a clone that fetches contents when they are needed. */
const PARTIAL = "^(extensions[.]partialclone|remote[.].*[.]promisor)$";

/** HEAD, and whether the tip of the cache is still there; the refusal where there is no HEAD. */
async function askHead(
  root: string,
  manifest: HistoryManifest | undefined,
  limitMs: number,
): Promise<HeadFacts & { readonly knowsTip: boolean } | string> {
  const tips = manifest ? [manifest.tip, ...(manifest.older ? [manifest.older.from] : [])] : [];
  const commits = ["HEAD^{commit}", ...tips.map((tip) => `${tip}^{commit}`)];
  const [parsed, shown, promised] = await Promise.all([
    runGit(root, ["rev-parse", "--is-shallow-repository", ...commits], limitMs),
    runGit(root, ["rev-list", "--max-count=1", "--timestamp", "HEAD", "--"], limitMs),
    runGit(root, ["config", "--get-regexp", PARTIAL], limitMs),
  ]);
  const [shallow, ...known] = new TextDecoder().decode(parsed.stdout).trim().split("\n");
  const [time = "", head = ""] = new TextDecoder().decode(shown.stdout).trim().split(" ");
  if (!COMMIT.test(head)) {
    return shallow === "true" || shallow === "false" ? HISTORY_LIMITS.noCommit : HISTORY_LIMITS.noGit;
  }
  const knowsTip = manifest !== undefined && parsed.ok && known.length === tips.length + 1;
  return { head, time: Number(time) || 0, isShallow: shallow === "true", isPartial: promised.ok, knowsTip };
}
