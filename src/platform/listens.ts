import { portOf } from "./connected_worker.ts";

/** Whether something listens there: connects, sends nothing, and waits `limitMs` at most. */
export async function listens(base: string, limitMs: number): Promise<boolean> {
  const url = new URL(base);
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  const place = { hostname: url.hostname.replace(/^\[|\]$/g, ""), port: portOf(url) };
  const knock = Deno.connect(place).then((connection) => {
    connection.close();
    return true;
  }, () => false);
  const isThere = await Promise.race([knock, late.promise]);
  clearTimeout(timer);
  return isThere;
}
