import { answerModel, asksModel } from "../clients/live/model.ts";
import { runClient } from "../platform/client_process.ts";
import { makeScratch, removeScratch, startLoopback, writeScratch } from "../platform/loopback.ts";
import type { Check } from "./doctor.ts";

/** Runs the real clients, as they are set up, against a model on loopback, and looks for our block in what it is sent. */

/** A name nothing else has, so that finding it proves that our hook read the file. */
const MARKER = "rotate_doctor_marker";
const PROMPT = `Where is \`${MARKER}\` defined in marker.py?`;
const TIMEOUT_MS = 60_000;

interface LiveClient {
  readonly name: string;
  readonly program: string;
  readonly args: (url: string) => readonly string[];
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly fix: string;
}

const CLIENTS: readonly LiveClient[] = [
  {
    name: "live: Claude Code",
    program: "claude",
    args: () => ["-p", "--setting-sources", "user"],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    fix: "auto-tools install, then auto-tools doctor",
  },
  {
    name: "live: Codex",
    program: "codex",
    args: (url) => [
      "exec",
      "--skip-git-repo-check",
      "--ephemeral",
      "-c",
      'model="doctor"',
      "-c",
      'model_provider="doctor"',
      "-c",
      `model_providers.doctor={name="doctor",base_url="${url}/v1",wire_api="responses",env_key="DOCTOR_KEY"}`,
      "-",
    ],
    env: () => ({ DOCTOR_KEY: "none" }),
    fix: "auto-tools install --codex, or use codex-auto",
  },
];

/** One check per client that is installed. The clients' own model, keys and network are not used. */
export async function liveChecks(): Promise<Check[]> {
  const checks: Check[] = [];
  for (const client of CLIENTS) checks.push(await liveCheck(client));
  return checks;
}

async function liveCheck(client: LiveClient): Promise<Check> {
  const folder = makeScratch();
  const asked: string[] = [];
  const model = startLoopback((path, body) => {
    if (asksModel(path)) asked.push(body);
    return answerModel(path, body);
  });
  try {
    writeScratch(`${folder}/marker.py`, `def ${MARKER}():\n    return 1\n`);
    const { code } = await runClient(client.program, client.args(model.url), {
      input: PROMPT,
      cwd: folder,
      env: client.env(model.url),
      timeout: TIMEOUT_MS,
    });
    return { name: client.name, ...verdict(asked, code), fix: client.fix };
  } catch (error) {
    const found = `not run: ${error instanceof Error ? error.message : error}`;
    return { name: client.name, ok: true, found };
  } finally {
    await model.close();
    removeScratch(folder);
  }
}

function verdict(asked: readonly string[], code: number): { ok: boolean; found: string } {
  const delivered = asked.filter((body) => body.includes("<auto-tools-context>")).length;
  if (asked.length === 0) return { ok: false, found: `the model was never asked; exit ${code}` };
  if (delivered === 0) return { ok: false, found: "the prompt reached the model without our facts" };
  const blocks = Math.max(...asked.map((body) => body.split("</auto-tools-context>").length - 1));
  if (blocks > 1) return { ok: false, found: `the facts reached the model ${blocks} times` };
  return { ok: true, found: "the facts reached the model, once" };
}
