import { FileRefused } from "../file_refused.ts";
import { type HookTarget, runsHookFor, wordCommand } from "../hook_target.ts";

/** Cline runs one executable file per event. */
export const CLINE_TARGET: HookTarget = {
  word: "cline",
  title: "Cline",
  trace: ({ home }) => `${home}/Documents/Cline`,
  files: ({ home, binary }) => [{
    path: `${home}/Documents/Cline/Hooks/UserPromptSubmit`,
    put: (text) => {
      if (text !== undefined && !isOwn(text)) {
        throw new FileRefused("another hook for prompts is there; let it run `auto-tools hook cline` itself");
      }
      return `#!/bin/sh\nexec ${wordCommand(binary, "cline")}\n`;
    },
    take: (text) => isOwn(text) ? undefined : text,
  }],
  note: () => "Cline runs hooks once they are switched on in its settings",
};

const isOwn = runsHookFor("cline");
