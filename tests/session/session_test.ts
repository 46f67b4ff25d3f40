import assert from "node:assert/strict";
import { PATIENT_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import type { Script } from "./session.ts";
import { runSession, savedShare } from "./session.ts";

const SCRIPT: Script = JSON.parse(Deno.readTextFileSync(new URL("shop.json", import.meta.url)));

const REPO = `${SHOP}
//- /src/orders/cancel.ts
import { recordAudit } from "../audit/log.ts";
import { refundOrder } from "./refund.ts";

/** Cancels an order that was not sent yet and pays it back. */
export function cancelOrder(order: Order): Refund {
  if (order.sent) throw new Error("the order is on its way");
  recordAudit("cancel", order.id);
  return refundOrder(order, order.total);
}
//- /src/orders/desk.ts
import { cancelOrder } from "./cancel.ts";
import { refundOrder } from "./refund.ts";

/** What the service desk may do. */
export class ServiceDesk {
  cancel(order: Order): Refund {
    return cancelOrder(order);
  }
  goodwill(order: Order): Refund {
    return refundOrder(order, Math.min(order.total, 20));
  }
}
//- /src/audit/log.ts
const entries: Entry[] = [];

/** Adds an entry to the audit log; entries are never changed. */
export function recordAudit(action: string, subject: number): void {
  entries.push({ action, subject, at: Date.now() });
}
//- /tests/refund_test.ts
import { refundOrder } from "../src/orders/refund.ts";
test("a refund never exceeds the total", () => {
  throws(() => refundOrder({ id: 1, total: 5 }, 6), RangeError);
});
//- /tests/cancel_test.ts
import { cancelOrder } from "../src/orders/cancel.ts";
test("an order that was sent cannot be cancelled", () => {
  throws(() => cancelOrder({ id: 1, sent: true, total: 5 }));
});
`;

Deno.test("session: thirty turns take at most four tenths of the characters, and every fact was given", async () => {
  using repo = makeRepo(REPO);
  await runBinary(["index"], { cwd: repo.root });
  const results = await runSession(SCRIPT, repo.root, { HOME: PATIENT_HOME });
  assert.equal(results.length, 30);
  assert.deepEqual(results.flatMap(({ missing }) => missing), []);
  const saved = savedShare(results);
  assert.ok(saved >= 0.6, `${(saved * 100).toFixed(1)} %\n${JSON.stringify(results, undefined, 1)}`);
});
