import { append, remove, replace } from "../claude_code/json_edit.ts";
import { asObject } from "../../model/json.ts";

/** Adds and removes this program's server in an MCP client's JSON: text in, text out, everything else keeps its bytes. */

/** How a client's file names its servers. */
export interface McpClientFile {
  /** The property that holds the servers by name. */
  readonly key: string;
  /** Written into the entry where the client wants one. */
  readonly type?: string | undefined;
}

/** The name under which clients know the server. */
export const SERVER_NAME = "auto-tools";

/** The file is left as it is; the message says what is wrong with it and what to do. */
export class ClientFileRefused extends Error {
  override name = "ClientFileRefused";
}

/**
 * The text with the server in it, under our name, updated in place when it was there.
 *
 * @throws {ClientFileRefused} when the text is not a JSON object, or holds something else where the servers belong
 */
export function addServer(text: string, client: McpClientFile, command: string): string {
  const entry = { ...(client.type !== undefined && { type: client.type }), command, args: ["mcp"] };
  if (text.trim() === "") return JSON.stringify({ [client.key]: { [SERVER_NAME]: entry } }, null, 2) + "\n";
  const servers = serversIn(text, client.key);
  if (!servers) return append(text, [], client.key, { [SERVER_NAME]: entry });
  if (JSON.stringify(servers[SERVER_NAME]) === JSON.stringify(entry)) return text;
  return SERVER_NAME in servers
    ? replace(text, [client.key, SERVER_NAME], entry)
    : append(text, [client.key], SERVER_NAME, entry);
}

/** The text without the server; undefined when nothing else is left in it. */
export function removeServer(text: string, client: McpClientFile): string | undefined {
  if (text.trim() === "") return text;
  const servers = serversIn(text, client.key);
  if (!servers || !(SERVER_NAME in servers)) return text;
  if (Object.keys(servers).length > 1) return remove(text, [client.key, SERVER_NAME]);
  const root = asObject(JSON.parse(text)) ?? {};
  return Object.keys(root).length > 1 ? remove(text, [client.key]) : undefined;
}

function serversIn(text: string, key: string): Readonly<Record<string, unknown>> | undefined {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw refuse("not valid JSON (comments are not kept by this program)");
  }
  const object = asObject(root);
  if (!object) throw refuse("not a JSON object");
  if (object[key] === undefined) return undefined;
  const servers = asObject(object[key]);
  if (!servers) throw refuse(`no object: ${key}`);
  return servers;
}

function refuse(what: string): ClientFileRefused {
  return new ClientFileRefused(`${what}; add the server by hand: {"command": "auto-tools", "args": ["mcp"]}`);
}
