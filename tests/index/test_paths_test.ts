import assert from "node:assert/strict";
import { traitsOf } from "../../src/index/path_traits.ts";
import { roleOf } from "../../src/index/roles.ts";
import { isTestPath } from "../../src/index/test_paths.ts";

const TESTS = [
  "src/select1.test",
  "t/basic.t",
  "integration-tests/server.rs",
  "functional_tests/login.py",
  "src/it/java/ServerIT.java",
  "runtime-tests/bun/index.tsx",
  "src/tests.ts",
  "tests/shop/test_cart.py",
  "src/cart.test.ts",
  "src/cart.test.tsx.snap",
  "src/cart.spec.js",
  "spec/cart_spec.rb",
  "pkg/cart/cart_test.go",
  "pkg/cart/testdata/a.json",
  "test-data/orders.csv",
  "test_data/orders.csv",
  "src/jvmTest/kotlin/Cart.kt",
  "Shop.Tests/Cart.cs",
  "src/Shop.Core.Test/CartFixture.cs",
  "src/Shop.Test.Common/Fake.cs",
  "Shop.UnitTest/Cart.cs",
  "Tests/ShopTests/CartTests.swift",
  "src/main/CartTest.java",
  "fixtures/order.yml",
  "conftest.py",
  "app/tests.py",
  "smoke-test.yml",
  "test/helper.dart",
];

const PRODUCT = [
  "core/management/commands/test.py",
  "src/AUDIT.java",
  "ab-test/split.ts",
  "src/Illuminate/Testing/Fake.php",
  "src/latest/news.ts",
  "src/contest.py",
  "src/Shop.Latest/Cart.cs",
  "src/greatest.rs",
  "src/attestation/verify.go",
  "docs/openapi-spec.yaml",
  "src/commands/test.ts",
  "src/protest/index.ts",
  "src/Contest.java",
];

Deno.test("one definition of a test file: listing, roles and graph agree", () => {
  const all = [...TESTS, ...PRODUCT];
  const { test } = traitsOf(all);
  all.forEach((path, at) => {
    const expected = TESTS.includes(path);
    assert.equal(isTestPath(path), expected, path);
    assert.equal(test[at], expected ? 1 : 0, path);
    assert.equal(roleOf(path) === "test", expected, path);
  });
});

Deno.test("examples and benchmarks rank like tests and are none", () => {
  for (const path of ["examples/cart.ts", "benchmarks/run.py"]) {
    assert.equal(roleOf(path), "test");
    assert.ok(!isTestPath(path));
  }
});
