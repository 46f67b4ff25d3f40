/** How the real clients are run by `doctor --live`: their own settings, another model. */

/** One client. */
export interface LiveClient {
  readonly name: string;
  /** As it is called on PATH. */
  readonly program: string;
  /** As its wiring is called; absent: it is run wherever it is installed. */
  readonly wiring?: string;
  /** Whether the prompt stands on standard input (the default) or in the arguments alone. */
  readonly input?: "none";
  readonly args: (url: string, prompt: string) => readonly string[];
  /** @param folder folder of the run */
  readonly env: (url: string, folder: string) => Readonly<Record<string, string>>;
  /** Files of the run's folder, by relative path. */
  readonly files?: (url: string) => Readonly<Record<string, string>>;
  readonly fix: string;
}

/** The clients that can be run against a model on loopback, with what makes them ask it. */
export const LIVE_CLIENTS: readonly LiveClient[] = [
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
  {
    name: "live: Copilot CLI",
    program: "copilot",
    wiring: "Copilot CLI",
    input: "none",
    args: (_url, prompt) => ["-p", prompt, "--no-color"],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "doctor",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    }),
    fix: "auto-tools install --copilot",
  },
  {
    name: "live: Gemini CLI",
    program: "gemini",
    wiring: "Gemini CLI",
    input: "none",
    args: (_url, prompt) => ["-p", prompt, "--skip-trust"],
    env: (url) => ({ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url }),
    fix: "auto-tools install --gemini",
  },
  {
    name: "live: Qwen Code",
    program: "qwen",
    wiring: "Qwen Code",
    input: "none",
    args: (_url, prompt) => ["-p", prompt, "--auth-type", "openai"],
    env: (url) => ({ OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "doctor" }),
    fix: "auto-tools install --qwen",
  },
  {
    name: "live: OpenCode",
    program: "opencode",
    wiring: "OpenCode",
    args: () => ["run"],
    env: (url) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeConfig(url)),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    }),
    fix: "auto-tools install --opencode",
  },
  {
    name: "live: Kilo",
    program: "kilo",
    wiring: "Kilo",
    args: () => ["run"],
    env: (url) => ({
      KILO_CONFIG_CONTENT: JSON.stringify(openCodeConfig(url)),
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
    }),
    fix: "auto-tools install --kilo",
  },
  {
    name: "live: pi",
    program: "pi",
    wiring: "pi",
    args: () => ["-p", "--no-session", "--extension", "doctor.js", "--model", "doctor/doctor"],
    env: () => ({ PI_OFFLINE: "1" }),
    files: (url) => ({ "doctor.js": piProvider(url) }),
    fix: "auto-tools install --pi",
  },
];

/** An extension of pi that offers the model of the doctor. */
function piProvider(url: string): string {
  const models = [{
    id: "doctor",
    name: "doctor",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 4_096,
  }];
  const provider = { baseUrl: `${url}/v1`, apiKey: "none", api: "openai-completions", models };
  return `export default (pi) => pi.registerProvider("doctor", ${JSON.stringify(provider)});\n`;
}

function openCodeConfig(url: string): Record<string, unknown> {
  const models = { doctor: { name: "doctor", limit: { context: 100_000, output: 4_096 } } };
  const options = { baseURL: `${url}/v1`, apiKey: "none" };
  return {
    model: "doctor/doctor",
    small_model: "doctor/doctor",
    share: "disabled",
    provider: { doctor: { npm: "@ai-sdk/openai-compatible", name: "doctor", options, models } },
  };
}
