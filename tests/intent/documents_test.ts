import assert from "node:assert/strict";
import type { Intent, KnownSymbols, Targets } from "../../src/model/intent.ts";
import { readIntent } from "../../src/intent/intent.ts";

/**
 * What is read out of prompts, as whole documents: kind, confidence, every signal with its weight, every term. Compared
 * with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews; read what changed in it.
 */

const GOLDEN = new URL("./documents.golden.json", import.meta.url);

const SET: readonly string[] = Deno.readTextFileSync(new URL("./gate_set.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line).prompt ?? JSON.parse(line).text);

/** Each third prompt of the gate's set: English, Chinese, ordinary talk. */
const COMMON = SET.filter((_, at) => at % 3 === 0);

const TRACE = `It fails since yesterday:
Traceback (most recent call last):
  File "/srv/app/shop/orders.py", line 41, in checkout
    total = price_of(order)
  File "shop/pricing.py", line 7, in price_of
    raise ValueError("no price")
ValueError: no price`;

/** Notations that people use: fences, quotes, paths, places, traces, lists, long texts, other scripts. */
const SPECIAL: readonly string[] = [
  "",
  " ",
  "a",
  "ab.",
  TRACE,
  `TypeError: Cannot read properties of undefined (reading 'id')\n    at loginUser (src/auth/login.ts:12:5)\n    at async main (file:///app/src/main.ts:3:1)`,
  "panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.find(0x1)\n\t/app/main.go:14 +0x1d",
  "thread 'main' panicked at src/lib.rs:88:17:\ncalled `Option::unwrap()` on a `None` value",
  "Fix this:\n```ts\nexport function total(order: Order) {\n  return order.lines.length;\n}\n```\nit should add the prices",
  "Fix this:\n```\nno end of the fence",
  "> quoted line about parser.ts\nwhat does he mean?",
  "see src/a.ts, src/b.ts:10-20, ./c/d.py#L5, lib\\win\\path.cs and /etc/hosts; not http://example.org/x.ts",
  "open @src/components/Button.tsx and @docs/readme.md",
  "why does `parse_config` call `Parser.next()`; what is Config::new and obj->field and $this->items",
  "rename getUserById to find_user_by_id in UserService and user-service.ts",
  "error E0308 in FooBar<Baz>; exit code 137; HTTP 502; errno ENOENT; ORA-00942; CVE-2021-44228",
  "what changed in commit 1a2b3c4d and in HEAD~3 since v2.1.0?",
  "SELECT * FROM users WHERE id = 1 is slow, where is that query built?",
  "the env var MAX_RETRIES and the flag --dry-run are ignored by cmd/run",
  "登录的密码在哪里检查？谁调用了 findUser？改 src/db/users.ts 会影响什么",
  "把“订单退款”这个函数改成异步，参考 refundOrder() 与《设计文档》",
  "ログイン処理はどこですか src/auth.ts",
  "où est définie la fonction loginUser ?",
  "1. fix the login\n2. add tests\n3. run the linter\n- and update README.md",
  "deep analysis of the call chain of checkout please",
  "允许深度分析：refundOrder 的影响分析",
  "'cannot open the vault' is shown when the disk is full",
  "the label says 'no price' on the page",
  "『订单已关闭』在哪里显示？「价格为空」呢",
  'the text "x" and "yz" and “curly quotes” in the header',
  `it prints "${"long ".repeat(45)}" at start`,
  `it prints 'a${"b".repeat(210)}' at start`,
  "run ```npm test``` and look at ```parse_config(x)``` please",
  "apply this:\n```diff\n-const total = sum(lines);\n+const total = sumOf(lines);\n```",
  "```\ndiff --git a/src/x.ts b/src/x.ts\n@@ -1 +1 @@ function loginUser() {\n-a\n+b\n```",
  "~~~py\ndef handler(): pass\n~~~\nwhy is this never called",
  "login page broken again",
  "the login page is blank",
  "登录页面一直空白",
  "登录页面一直是空白的",
  "Checkout fails. Parser too; Order does not",
  "I think that Checkout and also some Parser fails",
  "關閉訂單的時候會報錯",
  "what is this project?",
  "and who calls it?",
  "now do the same for the other one",
  "it still fails",
  "<task-notification>done</task-notification>",
  "/compact",
  "!ls -la src",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA bug",
  `${"word ".repeat(3000)}fix the bug in src/late.ts`,
  `${"x".repeat(300)}.ts fails`,
];

/** Traces and places as tools of other languages write them, and how Chinese asks. */
const MORE: readonly string[] = [
  "src/app/main.ts(12,5): error TS2304: Cannot find name 'total'",
  "see src/x.py#L5-L9, lib/y.go:3:7-9 and src/z.rs#L12foo",
  'File "a.py", line 3',
  "    at <anonymous> (src/x.ts:3:1)\n    at main (src/y.ts:4:2)",
  'Exception in thread "main" java.lang.NullPointerException: no order\n\tat com.acme.shop.Main.refund(Main.java:5)\n\tat com.acme.shop.Main.main(Main.java:1)',
  "System.NullReferenceException: no order\n   at Shop.Orders.Refund(Int32 id) in /src/Shop/Orders.cs:line 12",
  "orders.rb:12:in `refund': undefined method `total' for nil (NoMethodError)\n\tfrom main.rb:3:in `<main>'",
  "PHP Fatal error:  Uncaught Error: Call to undefined function total() in /app/src/cart.php:7",
  "src/main.c:14:5: error: 'total' undeclared (first use in this function)",
  "FAILED tests/test_orders.py::TestRefund::test_twice[eur] - AssertionError: 1 != 2",
  "npm ERR! missing script: build\nhow do I start it",
  "== traceback ==\nE   KeyError: 'total'\norders.py:41: KeyError",
  `  File "${"deep/".repeat(40)}a.py", line 3, in ${"name".repeat(40)}`,
  "为什么点了登录以后没有反应",
  "把登录改成异步的",
  "这个函数是做什么用的",
  "登录在哪儿实现的",
  "点击保存按钮的时候页面崩溃了",
  "帮我看看为什么退款失败",
  "改了订单之后会影响哪些地方",
  "谁在用 loginUser，哪些测试覆盖了它",
  "上周是谁改了结算的代码",
  "重构 OrderService，把重复的校验提取出来",
  "写一个测试验证 refundOrder 对空订单的处理",
  "how does the retry in the upload work, and where is its limit set",
  "who calls refundOrder and what breaks if I remove its second argument",
  "Why is Order.total wrong after a discount? It was right in v1.2.",
  "extract the validation from checkout into a helper and add a test for it",
  "review my changes to the parser before I commit",
  "which commit changed the default timeout, and why",
];

const PREVIOUS: Targets = { paths: ["src/orders/refund.ts"], symbols: ["refundOrder", "Order"] };

const NAMES = new Set(["checkout", "parser", "refundOrder", "linter", "login", "total"]);
const known = (isComplete: boolean): KnownSymbols => ({
  isComplete,
  has: (name) => NAMES.has(name),
  hasUncommon: (word) => NAMES.has(word) && word.length > 5,
});

function shown({ kind, confidence, signals, terms, carried, confirmed }: Intent): readonly unknown[] {
  return [
    `${kind} ${confidence}`,
    signals.map(({ type, match, weight }) => `${type} ${weight}: ${match.slice(0, 60)}`),
    [terms.identifiers, terms.paths, terms.phrases, terms.words].map((all) =>
      all.slice(0, 12).map((term) => typeof term === "string" ? term.slice(0, 60) : term)
    ),
    ...(carried ? [carried] : []),
    ...(confirmed ? [confirmed] : []),
  ];
}

Deno.test("what is read out of a prompt, as whole documents", () => {
  const rows = [
    ...[...COMMON, ...SPECIAL, ...MORE].map((prompt) => [prompt.slice(0, 80), ...shown(readIntent(prompt))]),
    ...[...SPECIAL, ...MORE].flatMap((prompt) => [
      [prompt.slice(0, 80), "after a turn", ...shown(readIntent(prompt, { previous: PREVIOUS }))],
      [prompt.slice(0, 80), "with an index", ...shown(readIntent(prompt, { symbols: known(true) }))],
      [prompt.slice(0, 80), "with half an index", ...shown(readIntent(prompt, { symbols: known(false) }))],
    ]),
  ];
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
    Deno.writeTextFileSync(GOLDEN, `[\n${lines}\n]\n`);
  }
  const golden: unknown[] = JSON.parse(Deno.readTextFileSync(GOLDEN));
  rows.forEach((row, at) => assert.deepEqual(JSON.parse(JSON.stringify(row)), golden[at]));
  assert.equal(rows.length, golden.length);
});
