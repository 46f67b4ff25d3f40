import { FileRefused } from "../file_refused.ts";
import { setIn, unsetIn } from "../claude_code/json_edit.ts";
import { doubledKey } from "../hook_groups.ts";
import { holds, isEdit } from "../edit_check.ts";
import { asObject } from "../../model/json.ts";

/** Adds and removes this program's server in an MCP client's JSON: text in, text out, everything else keeps its bytes. */

/** Format of the servers in a client's file. */
export interface McpClientFile {
  /** The property that holds the servers by name. */
  readonly key: string;
  /** Written into the entry where the client wants one. */
  readonly type?: string | undefined;
}

/** The name under which clients know the server. */
export const SERVER_NAME = "auto-tools";

/** Returns the entry of the program `command`, an absolute path. */
export function serverEntry(client: McpClientFile, command: string): Record<string, string | string[]> {
  return { ...(client.type !== undefined && { type: client.type }), command, args: ["mcp"] };
}

/**
 * True if our entry is there and holds all of `values`.
 *
 * @throws {FileRefused} as {@link addServer}
 */
export function hasServer(
  text: string,
  client: McpClientFile,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const servers = text.trim() === "" ? undefined : serversIn(text, client.key);
  return servers?.[SERVER_NAME] !== undefined && holds(servers, [SERVER_NAME], values);
}

/**
 * The text with the server in it, under our name, updated in place when it was there.
 *
 * @throws {FileRefused} when the text is not a JSON object, or holds something else where the servers belong
 */
export function addServer(text: string, client: McpClientFile, command: string): string {
  const entry = serverEntry(client, command);
  if (text.trim() === "") return JSON.stringify({ [client.key]: { [SERVER_NAME]: entry } }, null, 2) + "\n";
  const servers = serversIn(text, client.key);
  if (servers && holds(servers, [SERVER_NAME], entry)) return text;
  // Other properties of our entry are the user's.
  const merged = { ...asObject(servers?.[SERVER_NAME]), ...entry };
  return proven(text, setIn(text, client.key, SERVER_NAME, merged), client, entry);
}

/** The text without the server; undefined when nothing else is left in it. */
export function removeServer(text: string, client: McpClientFile): string | undefined {
  if (text.trim() === "") return text;
  const servers = serversIn(text, client.key);
  if (servers?.[SERVER_NAME] === undefined) return text;
  const alone = Object.keys(servers).length === 1;
  if (alone && Object.keys(asObject(JSON.parse(text)) ?? {}).length === 1) return undefined;
  return proven(text, unsetIn(text, client.key, SERVER_NAME), client);
}

/** A text in which anything else changed is never written. */
function proven(text: string, next: string, client: McpClientFile, entry?: Record<string, unknown>): string {
  if (isEdit(JSON.parse(text), JSON.parse(next), [client.key, SERVER_NAME], entry)) return next;
  throw refuse("cannot change our entry without changing more");
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
  const twice = doubledKey(text, key);
  if (twice !== undefined) throw refuse(`the key occurs twice: ${twice}`);
  if (object[key] === undefined) return undefined;
  const servers = asObject(object[key]);
  if (!servers) throw refuse(`no object: ${key}`);
  return servers;
}

function refuse(what: string): FileRefused {
  return new FileRefused(`${what}; add the server by hand: {"command": "auto-tools", "args": ["mcp"]}`);
}
