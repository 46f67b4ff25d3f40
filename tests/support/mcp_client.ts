// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** A client of the official SDK, connected to a program's MCP server for a root. Its timers outlive it. */
export async function connectClient(
  command: string,
  root: string,
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({ command, args: ["mcp", root], cwd, env, stderr: "ignore" }),
  );
  return client;
}

/** The text that a tool answers with. */
export async function answerText(
  client: Client,
  question: { readonly name: string; readonly arguments: Record<string, unknown> },
): Promise<string> {
  const { content } = await client.callTool(question, undefined, { timeout: 120_000 });
  return (content as { text: string }[])[0]!.text;
}
