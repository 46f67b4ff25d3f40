import { portOf, withoutBrackets } from "./connected_worker.ts";

/** True if a TCP server listens at the address: connects, sends nothing, waits at most `limitMs` milliseconds. */
export async function listens(base: string, limitMs: number): Promise<boolean> {
  const url = new URL(base);
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  const place = { hostname: withoutBrackets(url.hostname), port: portOf(url) };
  const attempted = Deno.connect(place).then((connection) => {
    connection.close();
    return true;
  }, () => false);
  const isThere = await Promise.race([attempted, late.promise]);
  clearTimeout(timer);
  return isThere;
}
