import type { MockApi } from "./mock_api.ts";
import type { Workspace } from "./workspace.ts";

/** Puts the real client on the workspace's PATH as `codex` and points it at the mock. */
export async function prepareCodex(executable: string, workspace: Workspace, api: MockApi): Promise<void> {
  await Deno.symlink(executable, `${workspace.bin}/codex`);
  await Deno.mkdir(codexHome(workspace), { recursive: true });
  const config = [
    'model = "mock-model"',
    'model_provider = "mock"',
    "[model_providers.mock]",
    'name = "mock"',
    `base_url = "${api.url}/v1"`,
    'env_key = "MOCK_KEY"',
    'wire_api = "responses"',
    "request_max_retries = 0",
    "stream_max_retries = 0",
    "",
  ];
  await Deno.writeTextFile(`${codexHome(workspace)}/config.toml`, config.join("\n"));
}

/** The environment of the client and of whoever starts it. */
export function codexEnv(workspace: Workspace): Record<string, string> {
  return { ...workspace.env, CODEX_HOME: codexHome(workspace), MOCK_KEY: "not-a-key" };
}

/** The client's own folder. */
export function codexHome(workspace: Workspace): string {
  return `${workspace.home}/.codex`;
}
