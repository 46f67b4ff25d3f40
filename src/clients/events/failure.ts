import { ASIDE, type EventContext } from "./agent.ts";
import { type ClaudeEvent, encodeEventContext } from "../claude_code/events.ts";
import type { Cap, Request } from "../../model/prompt.ts";
import type { SafeText } from "../../model/brands.ts";
import { nearPaths } from "../../model/near_paths.ts";
import { realPath } from "../../platform/host_files.ts";
import type { Repository } from "../../platform/repository.ts";
import { openState } from "../../platform/state_files.ts";
import { EMPTY, fixed, joinSafe } from "../../safety/safe_text.ts";
import { sanitizeLine } from "../../safety/sanitize.ts";
import { isSensitivePath, isSkippedPath } from "../../safety/sensitive.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import { TIMELINE, timelineLine } from "../../timeline/journal.ts";

type ToolFailed = Extract<ClaudeEvent, { type: "tool-failed" }>;

/** Importance of a failed tool to the person. */
type Severity = "high" | "medium" | "low";

const NO_AGENT = fixed`A subagent could not be started; try again or do its work here`;
const NOT_CHANGED = fixed`A file could not be changed; check its path and its rights`;

/** Messages to the person about failures that matter much; those of other tools are only noted. */
const MESSAGES: ReadonlyMap<string, SafeText> = new Map([
  ["Agent", NO_AGENT],
  ["Task", NO_AGENT],
  ["Write", fixed`A file could not be written; check its path and its rights`],
  ...["Edit", "MultiEdit", "NotebookEdit"].map((tool): [string, SafeText] => [tool, NOT_CHANGED]),
]);

const PATH_TOOLS: ReadonlySet<string> = new Set(["Read", "Edit", "MultiEdit", "NotebookEdit"]);
const SEARCH_TOOLS: ReadonlySet<string> = new Set(["Grep", "Glob"]);
const MOST_PATHS = 5;
const CAP: Cap = { limit: 1_500, unit: "UTF-16 units" };

/** Notes the failure and answers with what may help: paths that exist, or places of what was searched for. */
export async function helpAfterFailure(
  event: ToolFailed,
  { settings, engine }: EventContext,
): Promise<string> {
  const repository = await repositoryFor(event.cwd, settings);
  if (repository.root === undefined) return "";
  const message = MESSAGES.get(event.tool);
  const severity: Severity = message ? "high" : event.tool === "Bash" ? "medium" : "low";
  const entry = { event: "tool:failure", session: event.sessionId, tool: event.tool, severity } as const;
  openState(repository.root)?.append(TIMELINE, timelineLine(entry));
  const context = PATH_TOOLS.has(event.tool)
    ? await existingPaths(event, repository)
    : SEARCH_TOOLS.has(event.tool)
    ? await placesOf(event, { settings, engine })
    : EMPTY;
  return encodeEventContext("PostToolUseFailure", { context, message });
}

async function existingPaths(event: ToolFailed, repository: Repository): Promise<SafeText> {
  const wanted = event.input["file_path"] ?? event.input["notebook_path"];
  if (typeof wanted !== "string" || wanted === "") return EMPTY;
  const absolute = wanted.startsWith("/") ? wanted : `${event.cwd}/${wanted}`;
  if (realPath(absolute) !== undefined) return EMPTY;
  const listing = await repository.list()?.answer;
  if (!listing?.ok) return EMPTY;
  const inside = absolute.startsWith(`${repository.root}/`)
    ? absolute.slice(repository.root.length + 1)
    : wanted;
  const paths = new TextDecoder().decode(listing.stdout).split("\0").filter((path) =>
    path !== "" && !isSensitivePath(path) && !isSkippedPath(path)
  );
  // git still lists what was deleted a moment ago.
  const near = nearPaths(inside, paths, MOST_PATHS * 2)
    .filter((path) => realPath(`${repository.root}/${path}`) !== undefined).slice(0, MOST_PATHS);
  if (near.length === 0) return EMPTY;
  return joinSafe([
    fixed`<auto-tools-context>`,
    fixed`No file is at that path. The nearest existing paths:`,
    ...near.map((path) => fixed`- ${sanitizeLine(path).text}`),
    fixed`</auto-tools-context>`,
  ], "\n");
}

async function placesOf(event: ToolFailed, { engine: { answer } }: EventContext): Promise<SafeText> {
  const { pattern } = event.input;
  if (typeof pattern !== "string") return EMPTY;
  const words = pattern.match(/[A-Za-z_][\w.]{2,}/g)?.slice(0, 4) ?? [];
  if (words.length === 0) return EMPTY;
  const prompt = `Where is ${words.map((word) => `\`${word}\``).join(" or ")} defined?`;
  const request: Request = { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: event.cwd };
  // Names are looked for, which needs no model; tools fail often.
  const { reply } = await answer({ request, cap: CAP, asksModels: false, ...ASIDE });
  return reply.context ?? EMPTY;
}
