import assert from "node:assert/strict";
import { runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** Questions about the users of a symbol: how complete the answer is, and by which names they may be asked. */

const REPO = `
//- /app/models.py
def settle_bill(n): return n
def spare_part(n): return n
class Account:
    def owed(self): return 1
    def owed_bill(self): return 3
class Order:
    def owed(self): return 2
    def owed_bill(self): return 4
//- /app/views.py
from app.models import settle_bill, Account, Order
def page_a(request): return settle_bill(1)
def page_b(request): return settle_bill(2)
def page_c(it): return it.owed()
def page_d(it): return it.owed()
def page_e(): return Order().owed_bill() + Order().owed_bill()
def page_f(): return Order().owed_bill()
def page_g(): return Account().owed_bill()
//- /app/jobs.py
from app.models import settle_bill as pay
HANDLERS = {"settle": "app.models.settle_bill"}
def job(): return pay(4)
//- /app/templates/bill.html
<a href="#">{{ settle_bill }}</a>
//- /auth/hashers.py
def verify(text): return text
def login(text): return verify(text)
//- /auth/gate.py
def verify(environ): return environ
//- /tests/test_gate.py
from auth.gate import verify
def test_gate(): assert verify({})
//- /lib/cart.rb
class Cart
  def keep!
    1
  end
  def gone?
    false
  end
  def run
    keep!
    gone?
  end
end
//- /web/store.ts
export class Store { #fill() { return 1; } go() { return this.#fill(); } }
//- /py/jitter.py
class Jitter:
    factor_4 = 4.0

def jittered(source):
    return source.factor_4
//- /js/tools.js
function weigh (load) { return load }
function haul (load) { return weigh(load) }
module.exports = {
  haul,
  weigh,
}
//- /js/main.js
const {
  haul,
  weigh,
} = require('./tools')
const TABLE = { [weighSym]: weigh }
function run () { return weigh(1) }
//- /js/many.js
function pump () {}
${Array.from({ length: 14 }, (_, at) => `function use${at} () { pump() }`).join("\n")}
//- /c/io.c
int uv__slurp(int a) { return a; }
int use(void) { return uv__slurp(3); }
//- /cpp/vec.hpp
struct Vec { bool operator==(const Vec& o) const; };
//- /go.mod
module example.com/shop
//- /ledger.go
package shop
type Ledger struct{}
func Open() *Ledger { return &Ledger{} }
func (l *Ledger) Flush() {}
//- /cmd/main.go
package main
import (
	"example.com/shop"
	"os"
)
func main() {
	led := shop.Open()
	led.Flush()
	os.Flush()
}
//- /gauge/gauge.go
package gauge
func gauge() int { return 1 }
func Read() int { return gauge() }
//- /gauge/main/main.go
package main
import "example.com/shop/gauge"
func main() { gauge.Read() }
//- /other/open.go
package other
func Open() {}
`;

const { repo, env } = await warmRepo(REPO);

/** The numbered places of the block, without code. */
async function places(prompt: string): Promise<string[]> {
  const { stdout } = await runBinary(["--prompt", prompt], { cwd: repo.root, env });
  return stdout.split("\n").filter((line) => /^\d+\. /.test(line));
}

Deno.test("users: an override that calls what it overrides is a caller of it", async () => {
  using repo = makeRepo(`
//- /shop.py
class Bill:
    def grand_total(self):
        return 1


class TaxedBill(Bill):
    def grand_total(self):
        return super().grand_total() * 2
`);
  await runBinary(["index"], { cwd: repo.root });
  const { stdout } = await runBinary(["--prompt", "who calls Bill.grand_total?"], { cwd: repo.root });
  assert.match(stdout, /shop\.py:8 TaxedBill\.grand_total: calls Bill\.grand_total, which it implements/);
});

Deno.test("users: who derives from a class is told before who else uses it, however many they are", async () => {
  const names = Array.from({ length: 7 }, (_, at) => `Crane${at}`);
  using repo = makeRepo(`
//- /a/user.py
from lib.base import Hoist
def lift(hoist: Hoist): return Hoist()
//- /lib/base.py
class Hoist:
    def run(self): return 1
//- /lib/cranes.py
from lib.base import Hoist
${
    names.map((name, at) =>
      `class ${name}(${at === 6 ? "Crane5" : "Hoist"}):\n    def run(self): return ${at}\n`
    ).join("")
  }
//- /shop/store.ts
export interface Store { get(key: string): string }
export class DiskStore implements Store { get(key: string) { return key; } }
`);
  await runBinary(["index"], { cwd: repo.root });
  for (const prompt of ["which classes extend Hoist?", "Hoist 有哪些子类"]) {
    const { stdout } = await runBinary(["--prompt", prompt], { cwd: repo.root });
    assert.match(stdout, /^2\. lib\/cranes\.py:2-3 Crane0: derives from Hoist; so do Crane5, Crane6$/m);
    assert.match(stdout, /^6\. lib\/cranes\.py:10-11 Crane4: derives from Hoist$/m);
  }
  const { stdout } = await runBinary(["--prompt", "what are the implementations of Store?"], {
    cwd: repo.root,
  });
  assert.match(stdout, /^2\. shop\/store\.ts:2 DiskStore: derives from Store$/m);
});

Deno.test("users: what a function calls is told in two languages, its callers are not", async () => {
  for (const prompt of ["what does haul call?", "haul 里面调用了哪些函数？"]) {
    const found = await places(prompt);
    assert.match(found[0]!, /js\/tools\.js:2 haul: calls 1 definition of this repository$/, prompt);
    assert.match(found[1]!, /js\/tools\.js:1 weigh: called by haul in line 2/, prompt);
    assert.equal(found.length, 2, prompt);
  }
});

Deno.test("users: an interface that another embeds is implemented by types that have its methods, too", async () => {
  using repo = makeRepo(`
//- /go.mod
module example.com/pier
//- /lift.go
package pier
type Lifter interface {
	Lift(n int) int
}
type SafeLifter interface {
	Lifter
	Lock()
}
type Crane struct{}
func (c *Crane) Lift(n int) int { return n }
func use(l Lifter) int { return l.Lift(1) }
`);
  await runBinary(["index"], { cwd: repo.root });
  const { stdout } = await runBinary(["--prompt", "who implements Lifter?"], { cwd: repo.root });
  assert.match(stdout, /lift\.go:5(?:-8)? SafeLifter: derives from Lifter$/m);
  assert.match(stdout, /lift\.go:10 Crane\.Lift: implements Lifter\.Lift$/m);
});

Deno.test("users: a member may be named with its class in words", async () => {
  for (
    const prompt of [
      "who calls owed_bill of Order?",
      "who uses Order's owed_bill?",
      "谁在调用 Order 的 owed_bill？",
    ]
  ) {
    const [first = ""] = await places(prompt);
    assert.match(first, /app\/models\.py:\d+(?:-\d+)? Order\.owed_bill: 2 callers/, prompt);
  }
});

Deno.test("users: of a member that its class does not have, those of the name elsewhere are told", async () => {
  const found = await places("who calls Order.settle_bill?");
  assert.equal(found.length, 1);
  assert.match(
    found[0]!,
    /app\/models\.py:1 settle_bill: Order\.settle_bill is not defined here; this one has 3 call/,
  );
});

Deno.test("users: of a rename, a deletion and a question, in two languages, with imports and names in texts", async () => {
  for (
    const prompt of [
      "who calls settle_bill?",
      "is settle_bill used anywhere?",
      "rename settle_bill to pay_bill",
      "delete settle_bill",
      "谁调用了 settle_bill",
      "删除 settle_bill",
    ]
  ) {
    const [head, imports, ...others] = await places(prompt);
    const [texts, callers] = [others.at(-1), others.slice(0, -1)];
    assert.match(
      head!,
      /3 callers in 2 files; 3 of 3 call sites, 2 import lines; names in strings and templates: 2$/,
      prompt,
    );
    assert.equal(imports, "2. app/jobs.py:1: import lines at app/jobs.py:1, app/views.py:1");
    assert.equal(
      texts,
      "6. app/jobs.py:2: the name in strings and templates at app/jobs.py:2, app/templates/bill.html:1",
    );
    assert.deepEqual(callers.map((line) => line.split(" ")[2]).sort(), ["job:", "page_a:", "page_b:"]);
  }
});

Deno.test("users: a list of exports is no call, a value that is passed on neither, and a list of imports is found", async () => {
  const [head, ...others] = await places("rename weigh to measure");
  assert.match(head!, /3 of 3 call sites, 1 import line, 1 export line; names in strings and templates: 0$/);
  assert.deepEqual(others.slice(0, 5).map((line) => line.slice(3)), [
    "js/main.js:3: import lines at js/main.js:3",
    "js/tools.js:5: export lines at js/tools.js:5",
    "js/main.js:5 TABLE: uses weigh: `const TABLE = { [weighSym]: weigh }`",
    "js/main.js:6 run: calls weigh: `function run () { return weigh(1) }`",
    "js/tools.js:2 haul: calls weigh: `function haul (load) { return weigh(load) }`",
  ]);
});

Deno.test("users: a package's line is no export, the path of an import no text with the name", async () => {
  const [head] = await places("rename gauge to meter");
  assert.match(head!, /1 of 1 call site, 0 import lines; names in strings and templates: 0/);
});

Deno.test("users: all call sites are named, also those that there is no room to list one by one", async () => {
  const [head, sites] = await places("rename pump to draw");
  assert.match(head!, /14 callers in 1 file; 14 of 14 call sites/);
  assert.equal(
    sites,
    "2. js/many.js:2: call sites and uses at js/many.js:2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
  );
  assert.ok(
    (await places("which tests cover pump?")).every((line) => !line.includes("call sites and")),
  );
});

Deno.test("users: a definition below an attribute is no other code with its name", async () => {
  using repo = makeRepo("//- /src/lib.rs\n#[inline]\n#[must_use]\npub fn spare_rope() -> u8 {\n    1\n}\n");
  await runBinary(["index"], { cwd: repo.root });
  const { stdout } = await runBinary(["chain", "spare_rope", "--direction", "callers"], { cwd: repo.root });
  assert.match(stdout, /0 import lines; names in strings and templates: 0\n/);
});

Deno.test("users: where a name is only part of a fault, not every place of it is listed", async () => {
  const frames = '  File "app/models.py", line 1, in settle_bill\nTypeError: bad';
  const listed = await places(`why does settle_bill fail?\nTraceback (most recent call last):\n${frames}`);
  assert.match(listed[0]!, /settle_bill: stack frame/);
  assert.ok(listed.every((line) => !/import lines|the name in/.test(line)), listed.join("\n"));
});

Deno.test("users: a function is what a name means, rather than the module of its name", async () => {
  using repo = makeRepo(`
//- /src/lib.rs
pub mod refuse;
pub use self::refuse::{refuse, Refusal};
//- /src/refuse.rs
pub struct Refusal;
pub fn refuse() -> Refusal {
    Refusal
}
`);
  await runBinary(["index"], { cwd: repo.root });
  const { stdout } = await runBinary(["chain", "refuse", "--direction", "callers"], { cwd: repo.root });
  assert.match(stdout, /^src\/refuse\.rs:refuse/);
});

Deno.test("users: code that names a definition, and is no known use of it, is listed as that", async () => {
  assert.deepEqual(await places("is Jitter.factor_4 used anywhere?"), [
    "1. py/jitter.py:2 Jitter.factor_4: no certain user was found; no known use, 0 import lines; " +
    "names in strings and templates: 0, in other code: 1",
    "2. py/jitter.py:5: the name in other code at py/jitter.py:5",
  ]);
});

Deno.test("users: nothing else is shown of a definition that nothing names", async () => {
  assert.deepEqual(await places("is spare_part used anywhere?"), [
    "1. app/models.py:2 spare_part: no certain caller was found; no call site, 0 import lines; " +
    "names in strings and templates: 0",
  ]);
});

Deno.test("users: calls whose receiver is unknown are listed by file, as calls by name", async () => {
  const [head, ...others] = await places("who calls Account.owed?");
  assert.match(head!, /2 unresolved calls of that name.*0 of 2 call sites/);
  assert.deepEqual(others, ["2. app/views.py:4: may call Account.owed, by its name, at app/views.py:4, 5"]);
});

Deno.test("users: of two definitions the one that the product uses, with the calls of the other", async () => {
  const [head, other] = await places("who calls verify()");
  assert.match(head!, /^1\. auth\/hashers\.py:1 verify: 1 caller/);
  assert.match(
    other!,
    /other definitions at auth\/gate\.py:1 \(1 call site, first tests\/test_gate\.py:2\)$/,
  );
});

Deno.test("users: names with signs, two underscores and operators are understood", async () => {
  const heads = new Map([
    ["who calls keep!?", /Cart\.keep!: 1 caller/],
    ["who calls gone?", /Cart\.gone\?: 1 caller/],
    ["who calls #fill", /Store\.#fill: 1 caller/],
    ["who calls uv__slurp", /uv__slurp: 1 caller/],
    ["who calls .settle_bill()", /settle_bill: 3 callers/],
    ["who calls Vec::operator==", /Vec\.operator==: calls of operators of unknown objects are not read/],
  ]);
  for (const [prompt, head] of heads) assert.match((await places(prompt))[0]!, head, prompt);
});

Deno.test("users: a name is what it means where the code writes it so, or in other letter case", async () => {
  const heads = new Map([
    ["who calls shop.Open?", /ledger\.go:3 Open: 1 caller in 1 file/],
    ["who calls led.Flush?", /Ledger\.Flush: 1 caller in 1 file/],
    ["what breaks if I change led.Flush?", /Ledger\.Flush: 1 caller in 1 file/],
    ["who calls shop.Ledger.Flush?", /Ledger\.Flush: 1 caller in 1 file/],
    ["who uses the ledger?", /ledger\.go:2 Ledger: 2 users/],
    ["is ledger still used anywhere", /ledger\.go:2 Ledger: 2 users/],
    ["rename ledger to book", /ledger\.go:2 Ledger: 2 users/],
    ["谁调用了 flush?", /Ledger\.Flush: 1 caller in 1 file/],
  ]);
  for (const [prompt, head] of heads) assert.match((await places(prompt))[0] ?? "", head, prompt);
  const impact = async (name: string): Promise<string> =>
    (await runBinary(["impact", name], { cwd: repo.root, env })).stderr;
  assert.match(await impact("led.Flush"), /led\.Flush is read as Ledger\.Flush/);
  assert.match(await impact("os.Flush"), /unknown symbol or file: os\.Flush; near names: Ledger\.Flush/);
});

const ROPES = `
//- /src/a/pull.ts
export class Rope {
  length = 1;
}
export const one = new Rope();
//- /src/b/rope.ts
export class Rope {
  strands = 3;
  strain(load: number): number {
    return load / this.strands;
  }
}
//- /src/b/rig.ts
import { Rope } from "./rope.ts";
export function rig(load: number): number {
  const rope = new Rope();
  const spare = new Rope();
  return rope.strain(load) + spare.strain(load);
}
export function slack(): Rope {
  return new Rope();
}
//- /src/tide.rs
#[cfg(test)]
pub const TIDE_EVERY: u64 = 60;
#[cfg(not(test))]
pub const TIDE_EVERY: u64 = 600;
pub fn wait() -> u64 { TIDE_EVERY + 1 }
`;

Deno.test("users: of several definitions that the product uses, the one that it uses most, without code of users", async () => {
  using ropes = makeRepo(ROPES);
  await runBinary(["index"], { cwd: ropes.root });
  const { stdout } = await runBinary(["--prompt", "who uses Rope?"], { cwd: ropes.root });
  assert.match(stdout, /^1\. src\/b\/rope\.ts:1-6 Rope: /m);
  assert.match(stdout, /other definitions at src\/a\/pull\.ts:1 /);
  assert.match(stdout, /^--- src\/b\/rope\.ts:1-6$/m);
  assert.doesNotMatch(stdout, /^--- src\/b\/rig\.ts/m);
});

Deno.test("users: of two constants of a name the one of the product, not that of its tests", async () => {
  using ropes = makeRepo(ROPES);
  await runBinary(["index"], { cwd: ropes.root });
  const { stdout } = await runBinary(["--prompt", "who uses TIDE_EVERY?"], { cwd: ropes.root });
  assert.match(stdout, /^1\. src\/tide\.rs:3-4 TIDE_EVERY: 1 user/m);
});
