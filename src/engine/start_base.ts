import type { BaseMessage } from "./sandbox/base_port.ts";
import { startGit } from "../platform/git.ts";
import { openObjects } from "../platform/git_objects.ts";
import type { Sandbox } from "../platform/sandbox.ts";

/**
 * Lets the sandbox compare the work tree with HEAD: git lists HEAD's files, and the files that git's index leaves out of
 * the work tree; old contents are read when the sandbox asks. Git never looks at the work tree here, because a filter that
 * a repository configures would run then. Settles once git runs.
 */
export function startBase(root: string, sandbox: Sandbox): void {
  const tree = startGit(root, ["ls-tree", "-r", "-z", "HEAD"]);
  const flags = startGit(root, ["ls-files", "-z", "-t", "--cached"]);
  sandbox.tell({ type: "base" } satisfies BaseMessage);
  const objects = openObjects(root);
  sandbox.serveObjects({
    ask: async (ids) => {
      const found = await objects?.read(ids) ?? new Map<string, Uint8Array<ArrayBuffer>>();
      const buffers = [...found.values()].map(({ buffer }) => buffer);
      sandbox.tell({ type: "base", objects: [...found] } satisfies BaseMessage, buffers);
    },
    close: () => objects?.close(),
  });
  void Promise.all([tree.answer, flags.answer]).then(([listed, flagged]) => {
    const isKnown = listed.ok && flagged.ok && objects !== undefined;
    sandbox.tell(
      {
        type: "base",
        ...(isKnown ? { tree: listed.stdout, flags: flagged.stdout } : { refusal: true }),
      } satisfies BaseMessage,
    );
  });
}
