import assert from "node:assert/strict";
import { readQuestion } from "../../src/intent/question.ts";

/** Each format: what is pasted, a path with its line, a symbol that must be found (empty: none). */
const TRACES: readonly (readonly [string, string, string, number, string])[] = [
  ["python", '  File "app/main.py", line 8, in run\n    go()', "app/main.py", 8, "run"],
  ["node", "    at getUser (/app/src/user.js:10:15)", "/app/src/user.js", 10, "getUser"],
  ["node, file url", "    at async load (file:///app/src/load.mjs:7:3)", "/app/src/load.mjs", 7, "load"],
  ["node, no function", "    at /app/src/index.ts:3:1", "/app/src/index.ts", 3, ""],
  ["go panic", "\t/home/ci/shop/cart/service.go:73 +0x1e", "/home/ci/shop/cart/service.go", 73, ""],
  ["go test", "    parse_test.go:31: got 3, want 4", "parse_test.go", 31, ""],
  ["rust panic", "thread 'main' panicked at src/main.rs:5:10:", "src/main.rs", 5, ""],
  ["rustc", "error[E0502]: cannot borrow\n --> src/lib.rs:14:5", "src/lib.rs", 14, ""],
  [
    "java",
    "\tat com.acme.order.OrderService.create(OrderService.java:58)",
    "com/acme/order/OrderService.java",
    58,
    "OrderService.create",
  ],
  ["kotlin", "\tat com.acme.bus.Dispatcher.fire(Dispatcher.kt:77)", "Dispatcher.kt", 77, "Dispatcher.fire"],
  ["sanitizer", "    #0 0x4f5b21 in List::pop() src/list.cpp:88:12", "src/list.cpp", 88, "List::pop"],
  ["gdb", "#1  0x00005555 in parse (s=0x0) at src/parse.c:41", "src/parse.c", 41, "parse"],
  ["gcc", "src/parser.c:120:5: error: implicit declaration of function 'foo'", "src/parser.c", 120, ""],
  ["msvc", "src\\io\\reader.cpp(88): error C2065: 'buf': undeclared identifier", "src/io/reader.cpp", 88, ""],
  [
    "tsc",
    "src/store/session.ts(57,13): error TS2322: Type 'string' is not assignable",
    "src/store/session.ts",
    57,
    "",
  ],
  [
    "c#",
    "   at Shop.Orders.OrderService.Create(Order o) in /src/Shop/OrderService.cs:line 42",
    "/src/Shop/OrderService.cs",
    42,
    "OrderService.Create",
  ],
  ["ruby", "app/models/user.rb:17:in `display_name'", "app/models/user.rb", 17, "display_name"],
  ["rspec", "# ./app/models/user.rb:17:in `display_name'", "app/models/user.rb", 17, "display_name"],
  [
    "php fatal",
    "PHP Fatal error:  Uncaught Error: Call to a member function format() on null in /var/www/src/Date.php:33",
    "/var/www/src/Date.php",
    33,
    "",
  ],
  ["php frame", "#0 /app/src/Cart.php(57): App\\Cart->add()", "/app/src/Cart.php", 57, "App\\Cart->add"],
  ["pytest", "tests/test_cart.py:14: AssertionError", "tests/test_cart.py", 14, ""],
];

for (const [format, text, path, line, symbol] of TRACES) {
  Deno.test(`terms of a ${format} trace`, () => {
    const terms = readQuestion(text).terms;
    assert.deepEqual(terms.paths, [{ path, line }]);
    if (symbol !== "") assert.ok(terms.identifiers.includes(symbol), terms.identifiers.join(", "));
  });
}

Deno.test("the message of an error line is a phrase", () => {
  assert.deepEqual(readQuestion("Uncaught TypeError: x is not a function").terms.phrases, [
    "TypeError: x is not a function",
  ]);
  assert.deepEqual(readQuestion("src/parser.c:120:5: error: unknown type name 'u9'").terms.phrases, [
    "error: unknown type name 'u9'",
  ]);
});

Deno.test("paths in prose, with and without a line", () => {
  const terms = readQuestion(
    "see src/app.ts:12 and @lib/a.py, ./b/c.go#L7 or Dockerfile; also tests/test_a.py::test_b.",
  ).terms;
  assert.deepEqual(terms.paths, [
    { path: "src/app.ts", line: 12 },
    { path: "lib/a.py" },
    { path: "b/c.go", line: 7 },
    { path: "Dockerfile" },
    { path: "tests/test_a.py" },
  ]);
  assert.ok(terms.identifiers.includes("test_b"));
});

Deno.test("a path inside a Chinese sentence ends at the Chinese character", () => {
  assert.deepEqual(readQuestion("把src/app.ts的login改成async").terms.paths, [{ path: "src/app.ts" }]);
});

Deno.test("a link into a hosted repository names the file", () => {
  assert.deepEqual(readQuestion("https://example.com/a/b/blob/main/src/x.ts#L9").terms.paths, [{
    path: "src/x.ts",
    line: 9,
  }]);
});

Deno.test("what only looks like a path is none", () => {
  const terms = readQuestion("and/or, he/she, CI/CD, 2024/01/02, 1.2.3, node.js, e.g. this, TCP/IP").terms;
  assert.deepEqual(terms.paths, []);
  assert.deepEqual(terms.identifiers, []);
});

Deno.test("identifiers by shape, backticks and calls; names of products are none", () => {
  const terms = readQuestion(
    "does parse_config call UserService.login() or `render`? JavaScript, GitHub, MAX_SIZE, Foo::bar, _init",
  ).terms;
  assert.deepEqual(terms.identifiers, [
    "render",
    "parse_config",
    "UserService.login",
    "MAX_SIZE",
    "Foo::bar",
    "_init",
  ]);
});

Deno.test("quoted text and flags are phrases", () => {
  assert.deepEqual(readQuestion('the text "out of stock" with --dry-run, 「余额不足」').terms.phrases, [
    "out of stock",
    "余额不足",
    "--dry-run",
  ]);
});

Deno.test("words lose stop words, Chinese runs lose function words", () => {
  assert.deepEqual(readQuestion("where is the login page of our shop").terms.words, [
    "login",
    "page",
    "shop",
  ]);
  assert.deepEqual(readQuestion("订单状态在哪里更新的").terms.words, ["订单状态", "更新"]);
  assert.deepEqual(readQuestion("帮我看看用户请求的会话时间").terms.words, ["用户请求", "会话时间"]);
  assert.deepEqual(readQuestion("訂單為什麼失敗").terms.words, ["訂單", "失敗"]);
});

Deno.test("a path has three to 400 characters", () => {
  const paths = (length: number): number =>
    readQuestion(`see ${"a".repeat(length - 2)}.c now`).terms.paths.length;
  assert.deepEqual([2, 3, 400, 401].map(paths), [0, 1, 1, 0]);
});

Deno.test("code in a block gives names, not words", () => {
  const terms = readQuestion("explain\n```py\ndef merge_all(a):\n    return helper(a)\n```").terms;
  assert.ok(terms.identifiers.includes("merge_all"));
  assert.deepEqual(terms.words, []);
});

Deno.test("pasted content is read like typed text", () => {
  const terms = readQuestion(
    '<pasted_content id="1">\nError: boom\n    at run (/a/b.js:3:4)\n</pasted_content>\nwhy?',
  ).terms;
  assert.deepEqual(terms.paths, [{ path: "/a/b.js", line: 3 }]);
  assert.deepEqual(terms.phrases, ["Error: boom"]);
});

Deno.test("a megabyte is read by its ends", () => {
  const filler = "lorem ipsum dolor ".repeat(60_000);
  const terms = readQuestion(`fix first_thing ${filler} and last_thing`).terms;
  assert.ok(terms.identifiers.includes("first_thing") && terms.identifiers.includes("last_thing"));
});

Deno.test("hostile text neither throws nor grows the lists", () => {
  for (
    const text of [
      "`".repeat(5000),
      "(".repeat(9000),
      "a.".repeat(9000),
      "at ".repeat(9000),
      "/".repeat(9000),
      '"'.repeat(9001),
    ]
  ) {
    const terms = readQuestion(text).terms;
    assert.ok(terms.identifiers.length <= 80 && terms.paths.length <= 80 && terms.phrases.length <= 80);
  }
});
