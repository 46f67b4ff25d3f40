import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { fileFilter } from "../../src/search/rank/filters.ts";
import { asksForTests, asksToRun, withoutRunning } from "../../src/search/rank/intent_weights.ts";
import { search } from "../../src/search/rank/search.ts";
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

Deno.test("tests: the test whose title says it, its helper behind it, nothing of the product", async () => {
  const listed = [...REPO].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const accepts = fileFilter({ role: "test" }, index)!;
  const result = search(queryViews("which tests cover late orders?"), index, { accepts });
  const found = testFindings(result, filesOf((path) => REPO.get(path) ?? ""), 20);
  assert.equal(found[0]?.symbol, "describe cart.it ships an order that is late");
  assert.deepEqual([found[0]?.startLine, found[0]?.endLine], [5, 8]);
  assert.match(found[0]?.code?.[0]?.text ?? "", /shipLateOrder\(lateOrder\(\)\)/);
  assert.ok(found.every(({ path }) => path === "test/cart.test.ts"));
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
  const found = testFindings(result, filesOf((path) => texts.get(path) ?? ""), 20);
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
  ["how does the cart test whether it is empty?", undefined],
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
