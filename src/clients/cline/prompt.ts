import { asObject } from "../../model/json.ts";
import { type HookClient, SMALL_CAP } from "../hook_client.ts";

/** Cline, by its documentation: the prompt is a field of a field named after the event. */
export const CLINE: HookClient = {
  name: "cline",
  word: "cline",
  cap: SMALL_CAP,
  frame: "tags",
  isPrompt: (payload) => payload["hookName"] === "UserPromptSubmit",
  fields: ({ userPromptSubmit, workspaceRoots: roots, taskId: session }) => ({
    prompt: asObject(userPromptSubmit)?.["prompt"],
    cwd: Array.isArray(roots) ? roots[0] : undefined,
    session,
  }),
  answer: (context) =>
    context ? { cancel: false, contextModification: context, errorMessage: "" } : undefined,
  ownFile: (home) => `${home}/Documents/Cline/Hooks/UserPromptSubmit`,
};
