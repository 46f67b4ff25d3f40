/** A small repository that the black-box specs share: a web shop with a login, orders and a parser. */
export const SHOP = `
//- /src/auth/login.ts
import { findUser } from "../db/users.ts";

/** Checks the password and opens a session. */
export async function loginUser(name: string, password: string): Promise<Session> {
  const user = await findUser(name);
  if (!user) throw new InvalidCredentials(name);
  return openSession(user);
}

export class InvalidCredentials extends Error {}
//- /src/db/users.ts
export async function findUser(name: string): Promise<User | undefined> {
  return await query("select * from users where name = ?", name);
}
//- /src/orders/refund.ts
/** Pays an order back. */
export function refundOrder(order: Order, amount: number): Refund {
  if (amount > order.total) throw new RangeError("refund exceeds the total");
  return { order: order.id, amount };
}
//- /src/parser/config.py
def parse_config(text):
    """Reads key=value lines."""
    pairs = {}
    for line in text.splitlines():
        key, _, value = line.partition("=")
        pairs[key.strip()] = value.strip()
    return pairs
//- /tests/login_test.ts
import { loginUser } from "../src/auth/login.ts";
test("login", () => loginUser("a", "b"));
//- /docs/guide.md
# Guide
Refunds are paid within a day.
`;
