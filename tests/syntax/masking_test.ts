import assert from "node:assert/strict";
import { withoutDeclarationMacros, withoutVoid } from "../../src/syntax/masking_c.ts";

/** A declaration with a macro, and with the macro blanked. */
const MASKED: readonly (readonly [string, string])[] = [
  // Statements: behind a line break, behind another statement, specifiers and attributes in front.
  ["API void run(int a);", "    void run(int a);"],
  ["int a;API void run(int a);", "int a;    void run(int a);"],
  ["static API void run(int a);", "static     void run(int a);"],
  ["//\rAPI void run(int a);", "//\r    void run(int a);"],
  ["static\nAPI inline void run(int a);", "static\n    inline void run(int a);"],
  ["[[x]]\n[[a:b c]] API void run(int a);", "[[x]]\n[[a:b c]]     void run(int a);"],
  ['API ("x") void run(int a);', "          void run(int a);"],
  ["//\u2028API void run(int a);", "//\u2028    void run(int a);"],
  // Types.
  ["int CALL run(int a);", "int      run(int a);"],
  ["static const\nlist<a, b<c>> CALL run(int a);", "static const\nlist<a, b<c>>      run(int a);"],
  ["int *CALL run(int a);", "int *     run(int a);"],
  // Tags.
  ["struct\tAPI Name {", "struct\t    Name {"],
  ["class __declspec(x) API Name {", "class                   Name {"],
  ["union net_api API Name {", "union             Name {"],
  // Signatures.
  ["int run(int a)\nCALL {", "int run(int a)\n     {"],
  ["int run(int a) CALL{", "int run(int a)     {"],
  ["int run(int a) const\nfinal CALL(1) {", "int run(int a) const\nfinal         {"],
  ["int run(int a)CALL-> int", "int run(int a)    -> int"],
  // Parameters, conditions and lines.
  ["run(int a UNUSED, int b UNUSED)", "run(int a       , int b       )"],
  ["if \n ALWAYS (a)", "if \n        (a)"],
  ["BEGIN_X\r\n#if a\n#endif\nEND_X", "       \r\n#if a\n#endif\n     "],
  ["BEGIN_X\r\n  END_X\r\nint a;", "       \r\n       \r\nint a;"],
  ['PRAGMA_X("a")\nint a;', "             \nint a;"],
  // No macro, or nothing that it can be told by.
  ["#define API void", "#define API void"],
  ["a = B | run(C);", "a = B | run(C);"],
  ["if (a) CALL(1) {", "if (a) CALL(1) {"],
  ["run(const T, B)", "run(const T, B)"],
];

Deno.test("c: macros are blanked wherever a declaration can hold them", () => {
  for (const [text, masked] of MASKED) {
    assert.equal(withoutDeclarationMacros(text), masked, JSON.stringify(text));
    const around = (inner: string): string => `int before;\n${inner}\nint behind;\n`;
    assert.equal(withoutDeclarationMacros(around(text)), around(masked), JSON.stringify(around(text)));
  }
});

Deno.test("masking: a list of no parameters is empty, whatever else void stands for stays", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["static int __init run(void)\n{", "static int __init run(    )\n{"],
    ["int run ( void );", "int run (      );"],
    ["int run(void *data, void (*call)(void));", "int run(void *data, void (*call)(void));"],
    ["(void)run(a);", "(void)run(a);"],
    ["avoid(x); devoid)", "avoid(x); devoid)"],
  ];
  for (const [text, masked] of cases) assert.equal(withoutVoid(text), masked, text);
});
