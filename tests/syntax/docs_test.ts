import { deepEqual, equal } from "node:assert/strict";
import { parseFixture } from "./support.ts";

Deno.test("leading comments describe what follows, in every comment style", () => {
  const parsed = parseFixture(`
//- /a.go
// License text.

package a

// F does it,
// twice.
func F() {}
//- /a.rs
/// Does it,
/// twice.
#[inline]
pub fn f() {}
//- /A.java
/**
 * Does it, <b>twice</b>.
 * @param x the x
 */
@Deprecated
class A {}
//- /a.c
/* Does it,
 * twice. */
int f(void) { return 1; }
//- /a.lua
-- Does it,
-- twice.
function f() end
//- /a.rb
# Does it,
# twice.
def f; end
//- /a.cs
/// <summary>Does it, twice.</summary>
class A {}
//- /a.ts
const before = 1; // not about f
export function f() {}
//- /b.ts
// Too far away.

export function f() {}
`);
  const docs = parsed.map(({ definitions }) => definitions[definitions.length - 1]!.doc);
  deepEqual(docs, [
    "F does it, twice.",
    "Does it, twice.",
    "Does it, <b>twice</b>. @param x the x",
    "Does it, twice.",
    "Does it, twice.",
    "Does it, twice.",
    "Does it, twice.",
    "",
    "",
  ]);
});

Deno.test("descriptions and signatures are bounded and on one line", () => {
  const [parsed] = parseFixture(`
//- /a.py
def f(
    ${"argument: int, ".repeat(40)}
):
    """${"Long text.\n    ".repeat(100)}"""
`);
  const [f] = parsed!.definitions;
  equal(f!.signature.length, 200);
  equal(f!.doc.length, 400);
  equal(/\n/.test(f!.signature + f!.doc), false);
});
