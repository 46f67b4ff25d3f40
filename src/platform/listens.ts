import { within } from "../model/within.ts";
import { portOf, withoutBrackets } from "./connected_worker.ts";

/** True if a TCP server listens at the address: connects, sends nothing, waits at most `limitMs` milliseconds. */
export async function listens(base: string, limitMs: number): Promise<boolean> {
  const url = new URL(base);
  const place = { hostname: withoutBrackets(url.hostname), port: portOf(url) };
  const attempted = Deno.connect(place).then((connection) => {
    connection.close();
    return true;
  }, () => false);
  return await within(attempted, limitMs) ?? false;
}
