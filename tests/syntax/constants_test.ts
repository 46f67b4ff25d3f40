import { equal } from "node:assert/strict";
import { parseFixture, showReferences } from "./support.ts";

/** Of each language a file, and the uses that are found in it. */
const CASES: readonly (readonly [file: string, text: string, uses: string])[] = [
  [
    "a.py",
    "from limits import TOP\nLIMIT = 3\ndef f(a, b=LIMIT):\n    return a > TOP and not limits.HARD\n",
    "f: reference LIMIT, reference TOP, reference limits.HARD",
  ],
  [
    "a.rs",
    "use crate::limits::TOP;\nconst TABLE: [u8; SIZE] = [0; 3];\n" +
    "fn f(x: u8) -> bool {\n  assert!(x < HARD, crate::limits::SOFT);\n  NAMES.len();\n" +
    "  match x { super::CASE => 1, 0..=TOP => 2 }\n}\n",
    "TABLE: reference SIZE\nf: call assert, reference HARD, reference crate.limits.SOFT, " +
    "call NAMES.len, reference NAMES, reference super.CASE, reference TOP",
  ],
  [
    "A.java",
    "class A {\n  static final int WIDE = 10 * Limits.UNIT;\n" +
    "  int f(int x) {\n    switch (x) { case FOO: return Limits.TOP; }\n    return x + WIDE;\n  }\n}\n",
    "A.WIDE: reference Limits.UNIT\nA.f: reference x..FOO, reference Limits.TOP, reference WIDE",
  ],
  [
    "a.c",
    '#include "limits.h"\n#define GUARD\n#define LEN 10\nint buf[LEN];\n' +
    "int f(int x) {\n  if (x > LEN && x != NULL) return TOP;\n  switch (x) { case FOO: return x | FLAG; }\n}\n",
    "buf: reference LEN\nf: reference LEN, reference TOP, reference FOO, reference FLAG",
  ],
  [
    "a.cpp",
    "int A::f(int x) {\n  return x > ns::TOP ? WIDE : x;\n}\n",
    "A.f: reference ns.TOP, reference WIDE",
  ],
  [
    "a.cs",
    "class A {\n  const int WIDE = 4;\n  int F(int x) { return x > WIDE ? Limits.TOP * 2 : x; }\n}\n",
    "A.F: reference WIDE, sign Limits.TOP.operator_*, reference Limits.TOP",
  ],
  [
    "a.ts",
    "const LIMIT = 4;\nfunction f(a: number) {\n  return a > LIMIT || KEYS.has(a) || Limits.TOP;\n}\n",
    "f: call KEYS.has, reference LIMIT, reference KEYS, reference Limits.TOP",
  ],
  [
    "a.go",
    'package a\n\nimport "limits"\n\nconst WIDE = 10\n\nfunc f(x int) bool { return x > WIDE && x < limits.TOP }\n',
    "f: reference WIDE, reference limits.TOP",
  ],
  [
    "a.kt",
    "const val WIDE = 4\nfun f(x: Int) = when (x) { FOO -> Limits.TOP * 2; else -> x + WIDE }\n",
    "f: reference FOO, sign Limits.TOP.times, reference Limits.TOP, reference WIDE",
  ],
  [
    "a.php",
    "<?php\nconst WIDE = 3;\nclass A {\n  const LIMIT = 3;\n" +
    "  function f($x) { if ($x > WIDE || $x < self::LIMIT) return $x * B::TOP; }\n}\n",
    "A.f: reference WIDE, reference self.LIMIT, reference B.TOP",
  ],
  [
    "a.rb",
    "class A\n  LIMIT = 4\n  def f(x)\n    x > Other::TOP ? x * LIMIT : 1\n  end\nend\n",
    "A.f: reference Other.TOP, reference LIMIT",
  ],
  [
    "a.scala",
    "object A {\n  val WIDE = 4\n  def f(x: Int) = if (x > WIDE) Limits.TOP * 2 else x\n}\n",
    "A.f: reference WIDE, sign Limits.TOP.*, reference Limits.TOP",
  ],
  [
    "a.lua",
    "local WIDE = 3\nfunction f(x) return x > WIDE and M.TOP end\n",
    "f: reference WIDE, reference M.TOP",
  ],
  [
    "a.dart",
    "const WIDE = 4;\nint f(int x) { return x > WIDE ? Limits.TOP * 2 : x; }\n",
    "f: reference WIDE, reference Limits.TOP",
  ],
  [
    "a.zig",
    "const WIDE = 4;\nfn f(x: u32) u32 { return if (x > WIDE) limits.TOP * 2 else x; }\n",
    "f: reference WIDE, reference limits.TOP",
  ],
  ["a.r", "WIDE <- 3\nf <- function(x) { if (x > WIDE) x * TOP }\n", "f: reference WIDE, reference TOP"],
];

for (const [file, text, uses] of CASES) {
  Deno.test(`constants are used as operands, bounds and cases: ${file}`, () => {
    const [parsed] = parseFixture(`//- /${file}\n${text}`);
    equal(showReferences(parsed!), uses);
  });
}
