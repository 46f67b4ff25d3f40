import clients from "../../config/live-clients.json" with { type: "json" };

/** A client that can be run against a model on loopback: its own settings, another model. */
export interface LiveClient {
  readonly title: string;
  /** Name on PATH. */
  readonly program: string;
  /** Option of `install`. */
  readonly install: string;
  /** True if it has a hook of its own, without which it is not run; default false. */
  readonly hasWiring?: boolean;
  /** True if the prompt is on standard input; default: in the arguments. */
  readonly stdin?: boolean;
  /** With placeholders, as the values of `env` and `files`; see {@link forModel}. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Texts of files in the folder of the run, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The clients in `config/live-clients.json`. */
export const LIVE_CLIENTS: readonly LiveClient[] = clients as readonly LiveClient[];

/** The client with its placeholders filled in, for the model at `url`. */
export function forModel(client: LiveClient, url: string, prompt: string): LiveClient {
  const values: Readonly<Record<string, string>> = {
    "{url}": url,
    "{prompt}": prompt,
    "{openCodeConfig}": JSON.stringify(openCodeConfig(url)),
    "{piProvider}": JSON.stringify(piProvider(url)),
  };
  const filled = (text: string): string =>
    Object.entries(values).reduce((left, [name, value]) => left.replace(name, () => value), text);
  const each = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, filled(text)]));
  return { ...client, args: client.args.map(filled), env: each(client.env), files: each(client.files) };
}

function openCodeConfig(url: string): unknown {
  const models = { doctor: { name: "doctor", limit: { context: 100_000, output: 4_096 } } };
  const options = { baseURL: `${url}/v1`, apiKey: "none" };
  return {
    model: "doctor/doctor",
    small_model: "doctor/doctor",
    share: "disabled",
    provider: { doctor: { npm: "@ai-sdk/openai-compatible", name: "doctor", options, models } },
  };
}

function piProvider(url: string): unknown {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const limits = { contextWindow: 100_000, maxTokens: 4_096, reasoning: false, input: ["text"] };
  const models = [{ id: "doctor", name: "doctor", cost, ...limits }];
  return { baseUrl: `${url}/v1`, apiKey: "none", api: "openai-completions", models };
}
