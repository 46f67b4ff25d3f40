import { type HookClient, SMALL_CAP } from "../hook_client.ts";

/** Cursor, by its documentation and its users' reports; what is above the cap it puts into a file. */
export const CURSOR: HookClient = {
  name: "cursor",
  word: "cursor",
  cap: SMALL_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hook_event_name"] === "beforeSubmitPrompt",
  fields: ({ prompt, cwd, workspace_roots: roots, conversation_id: session }) => ({
    prompt,
    cwd: Array.isArray(roots) && roots.length > 0 ? roots[0] : cwd,
    session,
  }),
  answer: (context) => context ? { continue: true, additional_context: context } : undefined,
  ownFile: (home) => `${home}/.cursor/hooks.json`,
};
