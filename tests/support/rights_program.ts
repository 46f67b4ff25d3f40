import type { Grants, KeptRights, WorkerName } from "../../src/platform/permissions.ts";
import { dropRights, startWorker } from "../../src/platform/permissions.ts";
import type { Probe } from "./rights_probe.ts";
import { able } from "./rights_probe.ts";

/**
 * A program that is compiled with the flags of ours and whose threads try what they must not. Its argument is an
 * {@link Order}; it prints what was not refused, in JSON.
 */

/** Which thread tries: the main thread once it gave up its rights, or workers of the table. */
export type Order =
  & { readonly probe: Probe }
  & ({ readonly drop: KeptRights } | { readonly workers: readonly (readonly [WorkerName, Grants])[] });

/** The program's main thread. */
async function main(order: Order): Promise<void> {
  if ("workers" in order) {
    const answers = order.workers.map(([name, grants]) => ask(name, grants, order.probe));
    console.log(JSON.stringify(await Promise.all(answers)));
  } else {
    dropRights(order.drop);
    console.log(JSON.stringify(await able(order.probe)));
  }
}

function ask(name: WorkerName, grants: Grants, probe: Probe): Promise<readonly string[]> {
  const worker = startWorker(name, new URL("./rights_probe.ts", import.meta.url), grants);
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage(probe);
  return promise.finally(() => worker.terminate());
}

if (import.meta.main) await main(JSON.parse(Deno.args[0] ?? "") as Order);
