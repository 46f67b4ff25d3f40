import { PATIENT_HOME, payload, runBinary } from "../support/binary.ts";

/** A scripted session, run with the session's memory and without. */

/** One prompt of a script, after an edit that somebody made. */
export interface Turn {
  readonly prompt: string;
  readonly edit?: { readonly path: string; readonly find: string; readonly replace: string };
}

/** A session as a person would have it. */
export interface Script {
  readonly task: string;
  readonly turns: readonly Turn[];
}

/** What one turn injected. */
export interface TurnResult {
  readonly prompt: string;
  /** Characters with the memory, and without. */
  readonly remembered: number;
  readonly forgetful: number;
  /** Places that were injected without the memory and are nowhere in the remembering session up to this turn. */
  readonly missing: readonly string[];
}

const CACHE = ".devbooks/cache/auto-tools";

/**
 * Runs every turn twice over the same state of the repository: in one session that goes on, and in a new one that knows
 * what the last turn was about and nothing else.
 *
 * @param root a git work tree that may be edited
 */
export async function runSession(script: Script, root: string): Promise<TurnResult[]> {
  await runBinary(["index"], { cwd: root });
  const session = crypto.randomUUID();
  const shown = new Map<string, string>();
  const results: TurnResult[] = [];
  for (const turn of script.turns) {
    if (turn.edit) await edit(turn.edit, root, session);
    const fresh = crypto.randomUUID();
    Deno.writeTextFileSync(notesOf(root, fresh), `${aboutOf(root, session)}\n`);
    const forgetful = await injected(turn.prompt, root, fresh);
    const remembered = await injected(turn.prompt, root, session);
    for (const place of placesIn(remembered)) shown.set(place.key, place.version(root));
    const missing = placesIn(forgetful).filter(({ key, version }) => shown.get(key) !== version(root));
    results.push({
      prompt: turn.prompt,
      remembered: remembered.length,
      forgetful: forgetful.length,
      missing: missing.map(({ key }) => key),
    });
  }
  return results;
}

/** Share of the characters that the memory saved, 0 to 1. */
export function savedShare(results: readonly TurnResult[]): number {
  const sum = (of: (result: TurnResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  return 1 - sum(({ remembered }) => remembered) / sum(({ forgetful }) => forgetful);
}

async function edit(
  { path, find, replace }: NonNullable<Turn["edit"]>,
  root: string,
  session: string,
): Promise<void> {
  const file = `${root}/${path}`;
  const text = Deno.readTextFileSync(file);
  if (!text.includes(find)) throw new Error(`the script's edit does not fit: ${path}`);
  Deno.writeTextFileSync(file, text.replace(find, replace));
  const event = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: file } };
  await runBinary(["hook"], {
    cwd: root,
    stdin: payload("", root, { ...event, session_id: session, prompt: undefined }),
  });
}

function notesOf(root: string, session: string): string {
  Deno.mkdirSync(`${root}/${CACHE}/sessions`, { recursive: true });
  return `${root}/${CACHE}/sessions/${session}.jsonl`;
}

/** The last line that says what the session was about. */
function aboutOf(root: string, session: string): string {
  try {
    const lines = Deno.readTextFileSync(notesOf(root, session)).split("\n");
    return lines.findLast((line) => line.startsWith('{"about":')) ?? "";
  } catch {
    return "";
  }
}

async function injected(prompt: string, root: string, session: string): Promise<string> {
  const { stdout, stderr, code } = await runBinary(["hook"], {
    cwd: root,
    stdin: payload(prompt, root, { session_id: session }),
    env: { HOME: PATIENT_HOME },
  });
  if (code !== 0 || stderr !== "") throw new Error(`hook: exit ${code}: ${stderr}`);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

interface Place {
  readonly key: string;
  /** Changes when the place's file does. */
  version(root: string): string;
}

/** The places that a block's numbered lines name. */
function placesIn(block: string): Place[] {
  return [...block.matchAll(/^\d+\. (\S+?):(\d+)/gm)].map(([, path, line]) => ({
    key: `${path}:${line}`,
    version: (root) => {
      const { size, mtime } = Deno.statSync(`${root}/${path}`);
      return `${size}-${mtime?.getTime()}`;
    },
  }));
}
