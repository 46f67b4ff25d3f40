import assert from "node:assert/strict";
import { packageImports } from "../../src/graph/package_imports.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

const index = buildMemoryIndex(
  Object.entries({
    "a.ts":
      'import { pay } from "@shop/core";\nimport { send as post } from "@shop/mail/smtp";\npay();\npost();\n',
    "b.ts":
      'import { pay, refund } from "@shop/core";\nimport { total } from "@shop/corex";\nrefund(pay, total);\n',
    "c.py": "import numpy\nfrom shop.stock import count\nnumpy.run()\ncount()\n",
    "e.go": 'package main\nimport "shop/core/pay"\nfunc main() { pay.Open() }\n',
    "d.rs": "use shop_core::cart::open;\nfn go() { open(); }\n",
  }).map(([path, text]) => ({ path, text })),
  await testParser(),
);

Deno.test("package imports: the first place of each name, by the name it has there, from the package or below it", () => {
  const rows: readonly (readonly [name: string, packages: readonly string[], found: readonly string[]])[] = [
    ["pay", ["@shop/core"], ["pay @shop/core a.ts:1"]],
    ["refund", ["@shop/none", "@shop/core"], ["refund @shop/core b.ts:1"]],
    ["post", ["@shop/mail"], ["send @shop/mail a.ts:2"]],
    ["send", ["@shop/mail"], []],
    ["total", ["@shop/core"], []],
    ["pay", ["@shop/mail"], []],
    ["pay", [], []],
    ["count", ["shop"], ["count shop c.py:2"]],
    ["run", ["numpy"], ["run numpy c.py:1"]],
    ["Open", ["shop/core"], ["Open shop/core e.go:2"]],
    ["open", ["shop_core"], ["open shop_core d.rs:1"]],
    ["absent", ["@shop/core"], []],
  ];
  const found = rows.map(([name, packages]) =>
    packageImports(index, [name], packages).map((one) => `${one.name} ${one.package} ${one.path}:${one.line}`)
  );
  assert.deepEqual(found, rows.map(([, , expected]) => expected));
  assert.deepEqual(packageImports(index, ["pay", "absent", "refund"], ["@shop/core"]).length, 2);
});
