import type { Engine } from "../../engine/engine.ts";
import { parseObject } from "../../model/json.ts";
import { NotHere } from "../../engine/warm/own_engine.ts";
import type { SocketReply, SocketRequest } from "../../platform/http_socket.ts";
import { answerHook } from "../hook.ts";

/** What the daemon's door is for. */
export interface Door {
  /** The user's secret: callers are told it, and have to know it to be answered. */
  readonly key: string;
  /** Answers are those of a process with this environment. */
  readonly environment: string;
  readonly engine: Engine;
}

/**
 * The hook as a service: GET tells whose daemon this is; POST of `{environment, payload}` with the secret answers what the hook
 * prints for the payload: 200 with the text, 409 where a process of its own has to answer.
 */
export async function answerAtDoor(door: Door, { isPost, token, body }: SocketRequest): Promise<SocketReply> {
  const { key, environment, engine } = door;
  if (!isPost) return { status: 200, text: JSON.stringify({ key }) };
  if (token !== key) return { status: 403 };
  const asked = parseObject(new TextDecoder().decode(body));
  const payload = asked?.["payload"];
  if (asked?.["environment"] !== environment || typeof payload !== "string") return { status: 409 };
  try {
    const { output, record } = await answerHook(new TextEncoder().encode(payload), { engine });
    record();
    return { status: 200, text: output };
  } catch (error) {
    if (error instanceof NotHere) return { status: 409 };
    throw error;
  }
}
