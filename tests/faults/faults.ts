import { DatabaseSync } from "node:sqlite";
import { TOOL_FAULTS } from "../../src/engine/sandbox/faults.ts";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import type { Repo } from "../support/fixture.ts";

/** Everything that can go wrong around one answer, and how to make it so. */

/** One way to break. */
export interface Fault {
  readonly name: string;
  /** Environment variables for the run. */
  readonly env?: Record<string, string>;
  /** Breaks the repository or what lies beside it; what it answers mends that again. `bin` comes first in PATH. */
  readonly prepare?: (repo: Repo, bin: string) => (() => void) | void;
  /** Expected in the kernel's [Limits] or tool results; absent: nothing need be said. */
  readonly reported?: RegExp;
  /** The hook gives its context all the same, given time, and the whole output is like this. */
  readonly answered?: RegExp;
}

const CACHE = ".devbooks/cache/auto-tools";

/** Tools that a prompt about a bug with a named symbol always has in its plan. */
const PLANNED = ["ci_index_status", "ci_search", "ci_graph_rag"] as const;

const SAID: Partial<Record<(typeof TOOL_FAULTS)[number], (tool: string) => RegExp>> = {
  fail: (tool) => new RegExp(`${tool} failed: broken on purpose`),
  hang: (tool) => new RegExp(`${tool} timed out after \\d+ ms`),
  stall: (tool) => new RegExp(`${tool} timed out after \\d+ ms`),
  die: (tool) => new RegExp(`${tool} timed out after \\d+ ms`),
  rubbish: (tool) => new RegExp(`${tool} failed: the tool's answer cannot be read`),
  "throw later": (tool) => new RegExp(`${tool} failed: the worker failed`),
};

const ENDLESS: readonly string[] = ["hang", "stall"];

const ofTools: readonly Fault[] = [...PLANNED, "*"].flatMap((tool) =>
  TOOL_FAULTS.map((fault) => {
    const reported = tool === "*" ? undefined : SAID[fault]?.(tool);
    return {
      name: `${tool}: ${fault}`,
      env: { CI_AUTO_TOOLS_FAULT: `${tool}:${fault}` },
      ...(reported && { reported }),
      // The sandbox says nothing at all: the listing still names a file.
      ...(tool === "*" && ENDLESS.includes(fault) && { answered: /1\. src\/orders\/refund\.ts/ }),
    };
  })
);

/** A git of its own in front of the real one. */
function fakeGit(name: string, script: string, reported?: RegExp): Fault {
  return {
    name: `git: ${name}`,
    prepare: (_, bin) => {
      Deno.writeTextFileSync(`${bin}/git`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return () => Deno.removeSync(`${bin}/git`);
    },
    ...(reported && { reported }),
  };
}

const NO_ROOT = /no-git-root/;

const ofGit: readonly Fault[] = [
  fakeGit("hangs", "exec sleep 60", NO_ROOT),
  fakeGit("hangs and ignores signals", "trap '' TERM INT HUP; while :; do sleep 1; done", NO_ROOT),
  fakeGit("fails", "echo 'fatal: broken on purpose' >&2; exit 128", NO_ROOT),
  fakeGit("floods", "exec yes flood", NO_ROOT),
  fakeGit("answers rubbish", "head -c 100000 /dev/urandom", NO_ROOT),
  fakeGit("leaves a child that holds its output", "sleep 60 & exit 0", NO_ROOT),
];

/** Replaces a path of the repository by something else and puts it back. */
function instead(repo: Repo, path: string, put: (absolute: string) => void): () => void {
  const absolute = `${repo.root}/${path}`;
  const aside = `${absolute}.aside`;
  Deno.renameSync(absolute, aside);
  put(absolute);
  return () => {
    Deno.removeSync(absolute, { recursive: true });
    Deno.renameSync(aside, absolute);
  };
}

function indexFile(repo: Repo): string {
  const name = [...Deno.readDirSync(`${repo.root}/${CACHE}`)].find((entry) =>
    /^index-\d+-\d+\.sqlite$/.test(entry.name)
  )?.name;
  if (name === undefined) throw new Error("no index in the repository under test");
  return `${repo.root}/${CACHE}/${name}`;
}

const ofStorage: readonly Fault[] = [
  { name: "store: the disk is full", env: { CI_AUTO_TOOLS_FAULT: "store:full" } },
  {
    name: "store: locked by another process",
    prepare: (repo) => {
      const database = new DatabaseSync(indexFile(repo));
      database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
      return () => database.close();
    },
  },
  {
    name: "store: damaged",
    prepare: (repo) => {
      const path = indexFile(repo);
      const bytes = Deno.readFileSync(path);
      Deno.writeFileSync(path, bytes.map((byte, at) => at > 4096 && at % 7 === 0 ? byte ^ 0xff : byte));
    },
  },
  {
    name: "store: cut off",
    prepare: (repo) => Deno.truncateSync(indexFile(repo), 5000),
  },
  {
    name: "cache: nowhere to write",
    env: { HOME: "/dev/null", XDG_CACHE_HOME: "/dev/null" },
    prepare: (repo) => instead(repo, ".devbooks", (path) => Deno.writeTextFileSync(path, "")),
  },
  {
    name: "cache: names of its files are folders",
    prepare: (repo) => {
      const folders = ["timeline.jsonl", "symbols-2.bin", "sessions"].map((name) =>
        `${repo.root}/${CACHE}/${name}`
      );
      for (const folder of folders) removeIfThere(folder);
      for (const folder of folders.slice(0, 2)) Deno.mkdirSync(folder);
      Deno.writeTextFileSync(folders[2]!, "");
      return () => folders.forEach(removeIfThere);
    },
  },
];

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch {
    // An earlier fault took it.
  }
}

const ofTree: readonly Fault[] = [
  {
    name: "tree: a pipe, a socket's name, a loop of links",
    prepare: (repo) => {
      new Deno.Command("mkfifo", { args: [`${repo.root}/src/pipe.ts`] }).outputSync();
      Deno.symlinkSync("loop.ts", `${repo.root}/src/loop.ts`);
      return () => ["pipe.ts", "loop.ts"].forEach((name) => Deno.removeSync(`${repo.root}/src/${name}`));
    },
  },
  {
    name: "tree: one line of forty megabytes",
    prepare: (repo) => {
      Deno.writeTextFileSync(`${repo.root}/src/wide.js`, `var x="${"refundOrder(".repeat(3_600_000)}"`);
      return () => Deno.removeSync(`${repo.root}/src/wide.js`);
    },
  },
  {
    name: "tree: brackets nested a million deep",
    prepare: (repo) => {
      Deno.writeTextFileSync(`${repo.root}/src/deep.js`, `// refundOrder\n${"[(".repeat(400_000)}`);
      return () => Deno.removeSync(`${repo.root}/src/deep.js`);
    },
  },
  {
    name: "tree: five thousand new files",
    prepare: (repo) => {
      Deno.mkdirSync(`${repo.root}/gen`);
      for (let i = 0; i < 5000; i++) {
        Deno.writeTextFileSync(
          `${repo.root}/gen/f${i}.ts`,
          `export function refundOrder${i}() {}\n`.repeat(20),
        );
      }
      return () => Deno.removeSync(`${repo.root}/gen`, { recursive: true });
    },
  },
  {
    name: "settings: damaged in every file",
    answered: /not valid YAML: config\/auto-tools\.yaml.*src\/orders\/refund\.ts/s,
    prepare: (repo) => {
      repo.write("config/auto-tools.yaml", "budget: [\n  }{ oops: &a *a\n");
      return () => Deno.removeSync(`${repo.root}/config`, { recursive: true });
    },
  },
];

/** All of them; the order is fixed. */
export const FAULTS: readonly Fault[] = [
  { name: "nothing", answered: /src\/orders\/refund\.ts/ },
  ...ofTools,
  ...TOOL_NAMES.filter((tool) => !(PLANNED as readonly string[]).includes(tool)).map((tool) => ({
    name: `${tool}: hang`,
    env: { CI_AUTO_TOOLS_FAULT: `${tool}:hang` },
  })),
  ...ofGit,
  ...ofStorage,
  ...ofTree,
];
