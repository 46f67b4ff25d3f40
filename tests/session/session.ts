import { factKey, factOf } from "../../src/pipeline/facts.ts";
import { payload, runBinary } from "../support/binary.ts";

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
  /** Facts that were injected without the memory and are nowhere in the remembering session up to this turn. */
  readonly missing: readonly string[];
}

const CACHE = ".devbooks/cache/auto-tools";

/**
 * Runs every turn twice over the same state of the repository: in one session that goes on, and in a new one that knows
 * what the last turn was about and nothing else.
 *
 * @param root an indexed git work tree that may be edited
 * @param env of each run
 */
export async function runSession(
  script: Script,
  root: string,
  env: Record<string, string>,
): Promise<TurnResult[]> {
  const session = crypto.randomUUID();
  const given = new Given(root);
  const results: TurnResult[] = [];
  for (const turn of script.turns) {
    if (turn.edit) await edit(turn.edit, { root, session, env });
    const fresh = crypto.randomUUID();
    Deno.writeTextFileSync(notesOf(root, fresh), `${aboutOf(root, session)}\n`);
    const forgetful = await injected(turn.prompt, { root, session: fresh, env });
    const remembered = await injected(turn.prompt, { root, session, env });
    given.add(remembered);
    results.push({
      prompt: turn.prompt,
      remembered: remembered.length,
      forgetful: forgetful.length,
      missing: given.lackedOf(forgetful),
    });
  }
  return results;
}

/** Share of the characters that the memory saved, 0 to 1. */
export function savedShare(results: readonly TurnResult[]): number {
  const sum = (of: (result: TurnResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  return 1 - sum(({ remembered }) => remembered) / sum(({ forgetful }) => forgetful);
}

/** Repository, session and environment of one run. */
interface Run {
  readonly root: string;
  readonly session: string;
  readonly env: Record<string, string>;
}

async function edit(
  { path, find, replace }: NonNullable<Turn["edit"]>,
  { root, session, env }: Run,
): Promise<void> {
  const file = `${root}/${path}`;
  const text = Deno.readTextFileSync(file);
  if (!text.includes(find)) throw new Error(`the script's edit does not fit: ${path}`);
  Deno.writeTextFileSync(file, text.replace(find, replace));
  const event = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: file } };
  await runBinary(["hook"], {
    cwd: root,
    stdin: payload("", root, { ...event, session_id: session, prompt: undefined }),
    env,
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

async function injected(prompt: string, { root, session, env }: Run): Promise<string> {
  const { stdout, stderr, code } = await runBinary(["hook"], {
    cwd: root,
    stdin: payload(prompt, root, { session_id: session }),
    env,
  });
  if (code !== 0 || stderr !== "") throw new Error(`hook: exit ${code}: ${stderr}`);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

/**
 * What the blocks of one session said: places (path and line), what was said of each, and lines of code. A place and what
 * is said of it hold for one state of the file, a line wherever it stands.
 */
class Given {
  readonly #facts = new Set<string>();
  /** Where the symbols are that were named. */
  readonly #homes = new Map<string, string>();

  constructor(private readonly root: string) {}

  add(block: string): void {
    for (const fact of this.#factsIn(block)) this.#facts.add(fact);
  }

  lackedOf(block: string): string[] {
    return this.#factsIn(block).filter((fact) => !this.#facts.has(fact));
  }

  #factsIn(block: string): string[] {
    return [...this.#pointers(block), ...this.#knownPlaces(block), ...linesIn(block)];
  }

  #pointers(block: string): string[] {
    const pointers = block.matchAll(/^\d+\. (\S+?):(\d+)(?:-\d+)?(?: ([^:\n]+))?(?:: (.*))?$/gm);
    return [...pointers].flatMap(([, path = "", line, symbol, reported = ""]) => {
      this.#homes.set(symbol ?? `${path}:${line}`, path);
      const fact = reported.split("; ").find((part) => RELATION.test(part));
      const place = `${path}:${line} at ${this.#state(path)}`;
      return fact === undefined
        ? [place]
        : [place, this.#reported(symbol ?? `${path}:${line}`, factOf(fact))];
    });
  }

  /** What is new of places given before stands in one line, by what is said: `also called by save: A, B; uses C: D`. */
  #knownPlaces(block: string): string[] {
    const parts = (/^Given earlier, also (.*)$/m.exec(block)?.[1] ?? "").split("; ");
    return parts.filter((part) => part !== "").flatMap((part) => {
      const at = part.lastIndexOf(": ");
      return part.slice(at + 2).split(", ").map((name) =>
        this.#reported(name.replace(/ \(.*/, ""), part.slice(0, at))
      );
    });
  }

  #reported(name: string, fact: string): string {
    return `${name} ${factKey(fact)} at ${this.#state(this.#homes.get(name) ?? name)}`;
  }

  #state(path: string): string {
    const { size, mtime } = Deno.statSync(`${this.root}/${path.split(":")[0]}`);
    return `${size}-${mtime?.getTime()}`;
  }
}

/** How a place hangs on others; what else is said of it is a description. */
const RELATION = /^~?(?:call|use|base|contain|change|commit|cover|implement|extend|uncommitted|likely)/;

/** The lines of the quoted code, with their file. */
function linesIn(block: string): string[] {
  return block.split(/^--- /m).slice(1).flatMap((quoted) => {
    const [place = "", ...rest] = quoted.replace(/\n?<\/auto-tools-context>$/, "").split("\n");
    const end = rest.findIndex((line) => /^(?:\d+\. \S+:\d|Given earlier, )/.test(line));
    const lines = end < 0 ? rest : rest.slice(0, end);
    return lines.filter((line) => line.trim() !== "").map((line) => `${place.split(":")[0]}: ${line}`);
  });
}
