import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { fileFilter } from "../../src/search/rank/filters.ts";
import { withoutRunning } from "../../src/text/asking_tests.ts";
import { asksForTests, asksToRun } from "../../src/search/rank/intent_weights.ts";
import { search } from "../../src/search/rank/search.ts";
import { placesFor } from "../../src/search/answer_places.ts";
import type { TestFindings } from "../../src/search/test_findings.ts";
import { testFindings } from "../../src/search/test_findings.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /src/cart.ts
/** Ships an order that is late. */
export function shipLateOrder(order: Order): void {
  send(order);
}
//- /test/cart.test.ts
export function lateOrder(): Order {
  return { late: true };
}
describe("cart", () => {
  it("ships an order that is late", () => {
    shipLateOrder(lateOrder());
    assert(sent);
  });
  it("counts pieces", () => {
    count(3);
    assert(three);
  });
});
`);

const all = ({ covering, tested }: TestFindings): Finding[] => [...covering, ...tested];

Deno.test("tests: the test whose title says it, and of the product only what it is for", async () => {
  const listed = [...REPO].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const accepts = fileFilter({ role: "test" }, index)!;
  const result = search(queryViews("which tests cover late orders?"), index, { accepts });
  const found = all(testFindings(result, filesOf((path) => REPO.get(path) ?? ""), { lines: 20 }));
  assert.equal(found[0]?.symbol, "describe cart.it ships an order that is late");
  assert.deepEqual([found[0]?.startLine, found[0]?.endLine], [5, 8]);
  assert.match(found[0]?.code?.[0]?.text ?? "", /shipLateOrder\(lateOrder\(\)\)/);
  const product = found.filter(({ path }) => path !== "test/cart.test.ts");
  assert.deepEqual(product.map(({ symbol, claim }) => [symbol, claim]), [
    ["shipLateOrder", "under test: Ships an order that is late"],
  ]);
});

Deno.test("tests: the file named after it leads where its tests are no definitions", async () => {
  const macro = 'TEST_CASE("ring 1", "[ring]") {\n  check(ring);\n}\n';
  const listed = [
    { path: "tests/test_ring.cpp", text: macro },
    { path: "tests/test_other.cpp", text: "static void test_ring_split(int n) {\n  check(n);\n}\n" },
  ];
  const index = buildMemoryIndex(listed, await testParser());
  const accepts = fileFilter({ role: "test" }, index)!;
  const result = search(queryViews("which tests cover the ring?"), index, { accepts });
  const texts = new Map(listed.map(({ path, text }) => [path, text]));
  const found = all(testFindings(result, filesOf((path) => texts.get(path) ?? ""), { lines: 20 }));
  assert.equal(found[0]?.path, "tests/test_ring.cpp");
});

const ASKED: readonly (readonly [string, "first" | "also" | undefined])[] = [
  ["which tests cover the cart?", "first"],
  ["for the cart, which tests are there?", "first"],
  ["哪些测试覆盖了购物车？", "first"],
  ["购物车在哪里测试的", "first"],
  ["how do I run the tests for the cart only?", "first"],
  ["购物车有哪些测试？怎么单独运行？", "first"],
  ["哪里测试了 insert_all 的冲突？", "first"],
  ["what would break if shipLateOrder dropped its check, and which tests depend on it?", "also"],
  ["如果 shipLateOrder 不再检查日期，会坏掉什么，哪些测试依赖它？", "also"],
  ["if I changed shipLateOrder, which tests would notice?", "first"],
  ["如果我改了 shipLateOrder，哪些测试会发现？", "first"],
  ["who calls shipLateOrder, and which tests cover it?", "also"],
  ["谁调用了 shipLateOrder，哪些测试覆盖它？", "also"],
  ["specs for carts that are empty", "first"],
  ["is it tested that an empty cart is refused?", "first"],
  ["do we have tests that an empty cart is refused?", "first"],
  ["购物车为空会被拒绝，这个有测试吗？", "first"],
  ["针对空购物车的测试有哪些？", "first"],
  ["有哪些 spec 覆盖空购物车？", "first"],
  ["what would break if shipLateOrder dropped its check, and does a test notice?", "also"],
  ["如果 shipLateOrder 不再检查日期，会坏掉什么？有测试能发现吗？", "also"],
  ["which unit, integration and other tests cover the cart?", "first"],
  ["how does the cart test whether it is empty?", undefined],
  ["what has to change for a new coupon, docs and tests included?", undefined],
  ["加一种优惠券需要改哪些地方，文档和测试也算上？", undefined],
  ["how does a spec file get to a worker?", undefined],
  ["which of our tests cover the cart?", "first"],
  ["what are the tests for an empty cart?", "first"],
  ["which files hold the tests of the cart?", "first"],
  ["where are the tests for the cart?", "first"],
  ["where are our specs?", "first"],
  ["are there already any tests for the cart?", "first"],
  ["do we have an integration test for the cart?", "first"],
  ["where is the final list of spec files put together?", undefined],
  ["what is the way of one test file to a worker?", undefined],
  ["what are the rules by which exclusive tests are kept?", undefined],
  ["where do we detect that two test cases clash?", undefined],
  ["the line is in another test that passed: where is that raised?", undefined],
  ["a test that fails takes the others with it, where is that decided?", undefined],
  ["which class runs the tests of a folder?", undefined],
  ["what happens when a test fails?", undefined],
  ["is there a setting that makes a test fail?", undefined],
  ["购物车在哪里实现的", undefined],
];

Deno.test("tests: whether a question asks for them, first or besides", () => {
  for (const [prompt, asked] of ASKED) assert.equal(asksForTests(queryViews(prompt)), asked, prompt);
});

Deno.test("tests: of what tests are looked for is told from how they are run", () => {
  for (
    const [prompt, rest] of [
      ["which tests cover the cart and how do I run only those?", "which tests cover the cart "],
      ["哪些测试覆盖了购物车？怎么单独跑它们？", "哪些测试覆盖了购物车？"],
      ["how do I run the tests for the cart only?", " the tests for the cart only?"],
    ] as const
  ) {
    assert.equal(asksToRun(queryViews(prompt)), true, prompt);
    assert.equal(withoutRunning(prompt), rest);
  }
  assert.equal(asksToRun(queryViews("which tests cover the cart?")), false);
  assert.equal(
    withoutRunning("which tests cover it?\nshipLateOrder"),
    "which tests cover it?\nshipLateOrder",
  );
});

async function testsFor(fixture: string, prompt: string, names: readonly string[] = []): Promise<Finding[]> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const accepts = fileFilter({ role: "test" }, index)!;
  const result = search(queryViews(prompt), index, { accepts });
  const everywhere = search(queryViews(prompt), index);
  return all(
    testFindings(result, filesOf((path) => texts.get(path) ?? ""), { lines: 20, names, everywhere }),
  );
}

Deno.test("tests: the group that the question speaks of, with how many tests it has and how many call what it names", async () => {
  const found = await testsFor(
    `
//- /src/fill.ts
export function fillShape(shape: Shape): Shape {
  return shape;
}
//- /tests/fill.test.ts
describe("fillShape", () => {
  it("fills a square", () => {
    expect(fillShape(square)).toBe(full);
  });
  it("keeps the border", () => {
    expect(border).toBe(1);
  });
  describe("islands", () => {
    it("leaves one open", () => {
      expect(fillShape(island)).toBe(half);
    });
    it("leaves two open", () => {
      expect(fillShape(islands)).toBe(half);
    });
  });
});
`,
    "which tests are there for fillShape, and are islands tested?",
    ["fillShape"],
  );
  assert.deepEqual(found.slice(0, 2).map(({ symbol, startLine }) => [symbol, startLine]), [
    ["describe fillShape", 1],
    ["describe fillShape.describe islands", 8],
  ]);
  assert.match(
    found[0]!.claim,
    /^group of 4 tests, 3 call fillShape; groups in it: islands \(8, 2 tests\): /,
  );
  assert.match(
    found[1]!.claim,
    /^group of 2 tests, 2 call fillShape: leaves one open \(9\); leaves two open \(12\)$/,
  );
  assert.ok(
    found.some(({ claim, relation, symbol }) =>
      /square/.test(symbol ?? "") && claim === "test" && relation === "calls fillShape"
    ),
  );
});

Deno.test("tests: a group whose tests are all shown by themselves does not list them again", async () => {
  const title = (at: number): string => `fills shape ${at} ${"of many corners ".repeat(5)}`.trim();
  const tests = [1, 2, 3].map((at) =>
    `  it("${title(at)}", () => {\n    expect(fillShape(shape${at})).toBe(${at});\n  });\n`
  );
  const found = await testsFor(
    `
//- /src/fill.ts
export function fillShape(shape: Shape): Shape {
  return shape;
}
//- /tests/fill.test.ts
describe("fillShape", () => {
${tests.join("")}});
`,
    "which tests are there for fillShape of many corners?",
    ["fillShape"],
  );
  assert.equal(found[0]?.claim, "group of 3 tests, 3 call fillShape");
  assert.equal(found.slice(1).filter(({ path }) => path === "tests/fill.test.ts").length, 3);
});

Deno.test("tests: each names what it calls itself, or what it reaches through the product", async () => {
  const found = await testsFor(
    `
//- /src/fill.ts
export function fillShape(shape: Shape): Shape {
  return shape;
}
export function clearShape(shape: Shape): Shape {
  return shape;
}
export function redraw(shape: Shape): Shape {
  return clearShape(shape);
}
//- /tests/fill.test.ts
it("fills a shape", () => {
  expect(fillShape(square)).toBe(full);
});
it("clears a shape", () => {
  expect(clearShape(square)).toBe(empty);
});
it("redraws a shape", () => {
  expect(redraw(square)).toBe(empty);
});
`,
    "which tests are there for fillShape and clearShape of a shape?",
    ["fillShape", "clearShape"],
  );
  assert.deepEqual(
    new Map(
      found.filter(({ path }) => path.endsWith(".test.ts")).map((one) => [one.startLine, one.relation]),
    ),
    new Map([
      [1, "calls fillShape"],
      [4, "calls clearShape"],
      [7, "reaches clearShape"],
    ]),
  );
});

Deno.test("tests: subtests of Perl and shell and Go's tables of cases are tests; a file without any is one", async () => {
  const perl = await testsFor(
    `
//- /t/store.t
use Test::More;
subtest 'compaction and rescue' => sub {
    $ENV{STORE} = 'compaction';
    is(compact(), 1, 'compacts');
};
subtest 'basics' => sub {
    is(1, 1);
};
//- /t/other.t
is(rescue(), 1, 'compaction in passing');
`,
    "which tests check compaction?",
  );
  assert.deepEqual(
    perl.slice(0, 2).map(({ path, startLine, endLine, claim }) => [path, startLine, endLine, claim]),
    [
      ["t/store.t", 2, 5, 'test "compaction and rescue"'],
      ["t/other.t", 1, 3, 'test "other.t"'],
    ],
  );
  const go = await testsFor(
    `
//- /price/tax_test.go
package price

func TestTax(t *testing.T) {
	cases := []struct{ name string; in int }{
		{name: "books are cheaper", in: 1},
		{name: "food has none", in: 2},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) { check(t, one.in) })
	}
}

func TestOther(t *testing.T) { check(t, 1) }
`,
    "which tests cover the tax on books?",
  );
  assert.equal(go[0]!.symbol, "TestTax");
  assert.equal(go[0]!.claim, "test of 2 cases: books are cheaper (5); food has none (6)");
});

Deno.test("tests: what a test expects is shown, not how its surroundings are set up", async () => {
  const found = await testsFor(
    `
//- /proxy_test.py
class TestProxy:
    @override(
        PROXY=True,
    )
    def test_proxy_of_images(self):
        os.environ["PROXY_OF_IMAGES"] = "1"
        os.environ["PROXY_OF_IMAGES_KEY"] = "1"
        a = 1
        b = 2
        c = 3
        d = 4
        e = 5
        f = 6
        g = 7
        h = 8
        i = 9
        j = 10
        assertEqual(rewrite("x"), "y")
        k = 11
        l = 12
        m = 13
        n = 14
    def test_other(self):
        pass
`,
    "which tests cover the proxy of images?",
  );
  const test = found.find(({ symbol }) => symbol === "TestProxy.test_proxy_of_images")!;
  const text = test.code!.map((piece) => piece.text).join("\n");
  assert.match(text, /^ {4}def test_proxy_of_images[\s\S]*assertEqual\(rewrite/);
});

Deno.test("tests: the best files are looked through however late it is", async () => {
  const listed = [...REPO].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const accepts = fileFilter({ role: "test" }, index)!;
  const result = search(queryViews("which tests cover late orders?"), index, { accepts });
  const found = all(testFindings(result, filesOf((path) => REPO.get(path) ?? ""), {
    lines: 20,
    late: () => true,
  }));
  assert.equal(found[0]?.symbol, "describe cart.it ships an order that is late");
});

Deno.test("tests: another file whose name speaks of the question is told as a group with its tests", async () => {
  const found = await testsFor(
    `
//- /tests/test_admin.py
class TestAdmin:
    def test_shadow_ban(self):
        shadow_ban(user)
        assert banned
    def test_unban(self):
        shadow_ban(user)
        assert not banned
//- /tests/test_shadow_bans.py
class TestRooms:
    def test_invite(self):
        assert invite(user)
    def test_message(self):
        assert message(user)
class TestProfile:
    def test_name(self):
        assert name(user)
`,
    "which tests are there for a shadow ban?",
  );
  assert.equal(found[1]!.symbol, "TestAdmin.test_shadow_ban");
  const group = found[0]!;
  assert.deepEqual([group.startLine, group.endLine], [2, 8]);
  assert.match(
    group.claim,
    /^group "test_shadow_bans.py" of 3 tests: test_invite \(2\); test_message \(4\); test_name \(7\)$/,
  );
});

Deno.test("tests: behind the best ones the group around them lists those that are not shown", async () => {
  const others = Array.from({ length: 20 }, (_, at) => `def test_other_${at}():\n    assert cart(${at})\n`);
  const found = await testsFor(
    `
//- /tests/test_shop.py
def test_cart_is_empty():
    assert cart() == []
${others.join("")}
`,
    "which tests are there for an empty cart?",
  );
  assert.equal(found[0]!.symbol, "test_cart_is_empty");
  const group = found.at(-1)!;
  assert.match(group.claim, /^group "test_shop.py" of 21 tests: test_other_\d+ \(\d+\); .*; \.\.\.$/);
  const shown = new Set(found.slice(0, -1).map(({ startLine }) => startLine));
  const listed = [...group.claim.matchAll(/\((\d+)\)/g)].map(([, line]) => Number(line));
  assert.ok(listed.length > 3 && listed.every((line) => !shown.has(line)));
});

Deno.test("tests: a helper that is named like a test is none, and the tested definition is that of the paired file", async () => {
  const found = await testsFor(
    `
//- /shop/route.go
package shop

func authenticate(next Handler) Handler { return next }
//- /shop/log.go
package shop

func authenticateLog() {}
//- /shop/route_test.go
package shop

func getTests() []string { return authenticated() }

func TestAuthenticate(t *testing.T) {
	authenticateLog()
	check(t, authenticate(nil))
}
`,
    "which tests cover whether requests authenticate?",
  );
  assert.equal(found[0]!.symbol, "TestAuthenticate");
  assert.ok(!found.some(({ symbol }) => symbol === "getTests"));
  const product = found.filter(({ path }) => path !== "shop/route_test.go");
  assert.deepEqual(product.map(({ symbol, startLine }) => [symbol, startLine])[0], ["authenticate", 3]);
});

const BESIDE_CODE = `
//- /src/tide.rs
pub fn gate_level(raw: u32) -> u32 {
    raw.min(9)
}

pub fn test_gate(raw: u32) -> u32 {
    gate_level(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raised() -> u32 {
        gate_level(4)
    }

    #[test]
    fn caps_a_high_tide() {
        assert_eq!(gate_level(12), 9);
    }

    #[test]
    fn keeps_a_low_tide() {
        assert_eq!(gate_level(2), 2);
    }
}
//- /tests/harbour.rs
#[test]
fn opens_the_harbour_at_high_tide() {
    open();
}
`;

Deno.test("tests: those beside the code, for what is named and for what only words say; what is named like one there is none", async () => {
  for (
    const [prompt, names] of [
      ["which tests cover gate_level?", ["gate_level"]],
      ["which tests make sure that a high tide is capped and a low tide kept?", []],
    ] as const
  ) {
    const found = await testsFor(BESIDE_CODE, prompt, names);
    const symbols = found.map(({ symbol }) => symbol);
    assert.ok(symbols.slice(0, 3).includes("tests.caps_a_high_tide"), prompt);
    assert.ok(symbols.slice(0, 3).includes("tests.keeps_a_low_tide"), prompt);
    assert.ok(!symbols.includes("tests.raised"), prompt);
  }
  const found = await testsFor(BESIDE_CODE, "which tests cover gate_level?", ["gate_level"]);
  const calling = found.filter(({ relation }) => relation === "calls gate_level").map(({ symbol }) => symbol);
  assert.deepEqual(calling.toSorted(), ["tests.caps_a_high_tide", "tests.keeps_a_low_tide"]);
});

Deno.test("tests: those beside the code stay where tests are asked for besides", async () => {
  const texts = parseFixture(BESIDE_CODE);
  const listed = [...texts].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const prompt = "what does gate_level do, and which tests cover it?";
  const accepts = fileFilter({ role: "test" }, index)!;
  const found = placesFor(
    { result: search(queryViews(prompt), index), tests: search(queryViews(prompt), index, { accepts }) },
    { prompt, phrases: [], names: ["gate_level"], most: 10, lines: 20, examples: [] },
    filesOf((path) => texts.get(path) ?? ""),
    () => false,
  );
  assert.equal(found[0]?.symbol, "gate_level");
  assert.ok(
    found.some(({ symbol, relation }) =>
      symbol === "tests.caps_a_high_tide" && relation === "calls gate_level"
    ),
  );
});

Deno.test("tests: asked for besides, they come behind the definitions, which keep their code", async () => {
  const listed = [...REPO].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const prompt = "what breaks if shipLateOrder drops its check, and which tests depend on it?";
  const accepts = fileFilter({ role: "test" }, index)!;
  const found = placesFor(
    { result: search(queryViews(prompt), index), tests: search(queryViews(prompt), index, { accepts }) },
    { prompt, phrases: [], names: ["shipLateOrder"], most: 10, lines: 20, examples: [] },
    filesOf((path) => REPO.get(path) ?? ""),
    () => false,
  );
  assert.equal(found[0]?.symbol, "shipLateOrder");
  assert.match(found[0]?.code?.[0]?.text ?? "", /send\(order\)/);
  assert.ok(
    found.some(({ path, relation }) => path === "test/cart.test.ts" && relation === "calls shipLateOrder"),
  );
  assert.equal(found.filter(({ symbol }) => symbol === "shipLateOrder").length, 1);
});
