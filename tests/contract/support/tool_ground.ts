import { checkArguments } from "../../../src/tools/arguments.ts";
import { loadTool } from "../../../src/tools/registry.ts";
import { decodeBase } from "../../../src/history/base_tree.ts";
import type { ToolContext } from "../../../src/ports/tool.ts";
import { openWorkTree } from "../../../src/engine/sandbox/index_port.ts";
import { openOver } from "../../../src/engine/sandbox/partial_index.ts";
import { openSyntax } from "../../../src/engine/sandbox/syntax_port.ts";
import { guardedTree } from "../../../src/engine/sandbox/tree.ts";
import type { Findings, ToolUse } from "../../../src/model/calls.ts";
import type { RepositoryView } from "../../../src/model/sandbox.ts";
import type { ToolArguments, ToolName } from "../../../src/model/tools.ts";
import { clock } from "../../../src/platform/clock.ts";
import { createRepositoryFiles } from "../../../src/platform/repository_files.ts";
import { ASSETS } from "../../../src/platform/program.ts";
import { readHistory } from "../../history/support.ts";
import type { Repo } from "../../support/fixture.ts";

/** A repository as the sandboxed side shows it to the tools, in this thread: what they throw arrives as it is. */
export interface ToolGround {
  /** Runs a tool as the sandbox would. */
  run(tool: ToolName, args: ToolArguments[ToolName], options?: RunOptions): Promise<Findings>;
  /** Files that were read or parsed for tools so far. */
  readonly work: number;
}

/** See {@link ToolGround.run}. */
export interface RunOptions {
  /** Its deadline has passed. */
  readonly late?: boolean;
  /** Hears of each argument that it reads. */
  readonly onRead?: (name: string) => void;
  /** Hears of what it hands over before it answers. */
  readonly onPartial?: (findings: Findings) => void;
}

/** How the ground is made. */
export interface GroundOptions {
  /** Default true; false: there is no index to be had. */
  readonly index?: boolean;
  /** Milliseconds that git reads the history for, 0 by default. */
  readonly historyMs?: number;
}

/** Everything is read anew; the index is kept in memory only. */
export function openToolGround(repo: Repo, { index = true, historyMs = 0 }: GroundOptions = {}): ToolGround {
  const { root } = repo;
  const isGit = exists(`${root}/.git`);
  const view: RepositoryView = {
    root,
    facts: {
      rootSource: isGit ? "git" : "cwd",
      ...(isGit && { head: repo.git("rev-parse", "HEAD").trim() }),
    },
    helper: "",
    assets: ASSETS,
    rules: "test",
    exclude: [],
    ...(isGit && { listing: bytesOf(repo.git("ls-files", "-z", "--cached")) }),
  };
  const tree = guardedTree(view);
  const files = createRepositoryFiles(tree.listing, tree);
  let work = 0;
  const reading = once(async (from: string) => (await readHistory(from)).history);
  const read = (): ReturnType<typeof reading> => reading(root);
  const shared: Omit<ToolContext, "deadline"> = {
    files: { ...files, read: (...args) => (work++, files.read(...args)) },
    index: {
      open: once(async (options) => index ? counted(await openWorkTree(view, tree, options)) : undefined),
      over: async (paths, end) => counted(await openOver(paths, { view, tree }, end)),
    },
    history: {
      open: async () => {
        const history = await read();
        if (historyMs > 0) await new Promise((resolve) => setTimeout(resolve, historyMs));
        return history;
      },
      recall: () => Promise.resolve(undefined),
      remember: () => Promise.resolve(),
    },
    base: isGit ? baseOf(repo, tree.listed) : { tree: () => Promise.resolve(undefined), read: noObjects },
    syntax: openSyntax(view),
    repository: view.facts,
    clock,
    partial: () => {},
  };
  const counted = <Opened extends { readonly parsed: number }>(opened: Opened): Opened => {
    work += opened.parsed;
    return opened;
  };
  return {
    get work() {
      return work;
    },
    run: async (tool, args, { late = false, onRead = () => {}, onPartial = () => {} } = {}) => {
      const run = await loadTool(tool);
      const watched = new Proxy(checkArguments({ tool, args } as ToolUse).args, {
        get: (all, name) => (onRead(String(name)), Reflect.get(all, name)),
      });
      // Git has read what it has to before the tool is called.
      await read();
      return await run(watched, {
        ...shared,
        partial: onPartial,
        deadline: clock() + (late ? -1000 : 60_000),
      });
    },
  };
}

function baseOf(repo: Repo, listed: (path: string) => boolean): ToolContext["base"] {
  const tree = decodeBase(
    bytesOf(repo.git("ls-tree", "-r", "-z", "HEAD")),
    bytesOf(repo.git("ls-files", "-z", "-t", "--cached")),
    listed,
  );
  const known = (id: string): readonly (readonly [string, Uint8Array])[] => {
    try {
      return [[id, bytesOf(repo.git("cat-file", "blob", id))]];
    } catch {
      return [];
    }
  };
  return {
    tree: () => Promise.resolve(tree),
    read: (ids) => Promise.resolve(new Map(ids.flatMap(known))),
  };
}

function noObjects(): Promise<ReadonlyMap<string, Uint8Array>> {
  return Promise.resolve(new Map());
}

/** Later calls answer what the first one did. */
function once<In, Out>(make: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  let made: Promise<Out> | undefined;
  return (input) => made ??= make(input);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
