import index from "../../config/triggers.index.json" with { type: "json" };
import { listed } from "../text/table.ts";

/**
 * True for a prompt that no user typed (task notifications, command output, hook feedback, scheduled prompts) and for the clients' own
 * slash and shell commands. Such prompts get nothing.
 */
export function isUntyped(prompt: string): boolean {
  const head = prompt.trimStart();
  if (head === "") return true;
  const lower = head.slice(0, 120).toLowerCase();
  if (index.untyped.openings.some((opening) => lower.startsWith(opening))) return true;
  const tag = lower[0] !== "<" ? undefined : /^<([a-z][\w-]{1,40})[\s>]/.exec(lower)?.[1];
  if (tag !== undefined && listed(index.untyped.tags, tag) && !listed(index.untyped.contextTags, tag)) {
    return true;
  }
  return typedPart(prompt).trim() === "";
}

/** The prompt without blocks the client added and without a leading slash command's name. */
export function typedPart(prompt: string): string {
  return withoutCommand(withoutBlocks(prompt).trimStart());
}

function withoutBlocks(prompt: string): string {
  let text = prompt;
  if (!prompt.includes("<")) return prompt;
  for (const tag of index.untyped.contextTags.trim().split(" ")) {
    const open = `<${tag}`;
    for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
      const close = text.indexOf(`</${tag}>`, at);
      text = text.slice(0, at) + (close === -1 ? "" : text.slice(close + tag.length + 3));
    }
  }
  return text;
}

/** `/init please` -> nothing; `/review src/a.ts` -> `src/a.ts`; `!ls` -> nothing; `/usr/lib/x.so fails` stays. */
function withoutCommand(text: string): string {
  if (text[0] !== "/" && text[0] !== "!") return text;
  if (/^![a-z]/.test(text)) return restOf(text);
  const name = /^\/([a-z][\w:-]*)(?=\s|$)/.exec(text)?.[1];
  if (name === undefined) return text;
  if (listed(index.untyped.builtins, name)) return restOf(text);
  return text.slice(name.length + 1);
}

function restOf(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? "" : text.slice(end + 1);
}
