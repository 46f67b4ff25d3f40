import type { Engine } from "../../engine/engine.ts";
import { parseObject } from "../../model/json.ts";
import { NotHere } from "../../engine/warm/warm_engine.ts";
import type { SocketReply, SocketRequest } from "../../platform/http_socket.ts";
import { answerHook } from "../hook.ts";

/** Context of the daemon's door. */
export interface Door {
  /** The user's secret: shown to callers, and required from them for an answer. */
  readonly key: string;
  /** Answers are those of a process with this environment. */
  readonly environment: string;
  readonly engine: Engine;
}

/**
 * The hook as a service: GET returns the user's secret; POST of `{environment, payload}` with the secret returns the
 * hook's output for the payload: 200 with the text, 409 where a process of its own has to answer.
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
