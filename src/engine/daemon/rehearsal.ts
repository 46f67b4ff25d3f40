import type { RepositoryFacts } from "../../model/ports.ts";
import type { Settings } from "../../model/settings.ts";
import type { DaemonQuestion } from "../../model/daemon.ts";
import { readIntent } from "../../intent/intent.ts";
import type { PromptQuestion } from "../../model/prompt.ts";
import { listFiles } from "../../platform/repository.ts";
import { rulesOf } from "../repository_view.ts";
import { RESULTS } from "./answering_thread.ts";
import type { DaemonService } from "./request.ts";
import { DaemonRequest } from "./request.ts";

/** Prompts that are answered before the first real one: the engine compiles well what has run a few times. */
const MOST = 10;
const PROMPTS: readonly ((name: string) => string)[] = [
  (name) => `Where is \`${name}\` used, what does it call, and which tests cover the ${name} module?`,
  (name) => `How does ${name} handle errors when its settings are missing?`,
  // With the deep tools.
  (name) => `fix the bug in ${name}: it fails with an error, what is the impact of changing \`${name}\`?`,
];
/** How long one of them may take. Milliseconds. */
const LIMIT_MS = 3000;

/** What the prompts are asked under. */
export interface RehearsalOptions {
  readonly settings: Settings;
  readonly facts: RepositoryFacts;
}

/**
 * Asks about files of the repository, as prompts do. Nothing of it is kept but what the engine and the index learnt.
 *
 * @param inTurn runs each question when it may be asked, or not at all
 */
export async function rehearse(
  service: DaemonService,
  { settings, facts }: RehearsalOptions,
  inTurn: (ask: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { ok, stdout } = await listFiles(service.root, LIMIT_MS).answer;
  if (!ok) return;
  for (const [at, name] of names(stdout).entries()) {
    const text = PROMPTS[at % PROMPTS.length]!(name);
    const prompt: PromptQuestion = {
      request: { client: "claude-code", event: "UserPromptSubmit", prompt: text, cwd: service.root },
      plain: readIntent(text),
      resolved: { settings, problems: [] },
      cap: { limit: 10_000, unit: "UTF-16 units" },
      isTurn: true,
      asksModels: false,
    };
    const rules = { ...rulesOf(settings), ttlMs: 0 };
    const wallMs = settings["budget.wall_ms"].value;
    await inTurn(() => answered(service, { task: { prompt }, rules, wallMs, elapsedMs: 0 }, facts));
  }
}

async function answered(
  service: DaemonService,
  question: DaemonQuestion,
  facts: RepositoryFacts,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, LIMIT_MS);
  const request = new DaemonRequest(service, {
    send: ({ type }) => RESULTS.includes(type) && over.resolve(),
    close: () => over.resolve(),
  });
  request.receive({ type: "ask", root: service.root, question });
  request.receive({ type: "root", facts });
  request.receive({ type: "meaning" });
  await over.promise;
  clearTimeout(timer);
  request.end();
}

/** Names of files that look like code, from everywhere in the listing. */
function names(listing: Uint8Array): string[] {
  const paths = new TextDecoder().decode(listing).split("\0");
  const found = paths.flatMap((path) =>
    /(?:^|\/)([A-Za-z]\w{2,30})\.(?!md|txt|json)[a-z]{1,5}$/.exec(path)?.[1] ?? []
  );
  const step = Math.max(1, Math.floor(found.length / MOST));
  return [...new Set(found.filter((_, at) => at % step === 0))].slice(0, MOST);
}
