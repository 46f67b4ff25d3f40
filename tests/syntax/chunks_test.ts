import { equal } from "node:assert/strict";
import { chunkFile } from "../../src/syntax/chunks.ts";
import { languageOf } from "../../src/syntax/languages.ts";
import { files, testParser } from "./support.ts";

const parser = await testParser();

/** Chunks as `kind first-last Definition`, one per line. */
function show(fixture: string): string {
  const [{ path, text }] = files(fixture) as [{ path: string; text: string }];
  const parsed = parser.parse(text, languageOf(path));
  return chunkFile(text, parsed).map(({ kind, startLine, endLine, definition }) =>
    `${kind} ${startLine}-${endLine} ${parsed.definitions[definition]?.qualifiedName ?? ""}`.trim()
  ).join("\n");
}

function check(fixture: string, expected: string): void {
  equal(show(fixture), expected.trim());
}

Deno.test("code: one chunk per function, remainders of types and of the file", () => {
  check(
    `
//- /a.py
import os
import re

LIMIT = 3


# Leading comment.
@wraps
def f(x):
    def inner():
        pass
    return inner


class A(B):
    """Doc."""
    x = 1

    def m(self):
        pass

    y = 2

    def n(self):
        pass

print(f(1))
`,
    `
module 1-6
function 7-14 f
type 15-18 A
function 19-21 A.m
type 22-23 A
function 24-26 A.n
module 27-27
`,
  );
});

Deno.test("code: closing brackets stay with what they close", () => {
  check(
    `
//- /a.ts
export class A {
  m() {
    return 1;
  }
}

function f() {
}
`,
    `
type 1-1 A
function 2-6 A.m
function 7-8 f
`,
  );
});

Deno.test("code: a long function is cut at blank lines, its nested functions stand alone", () => {
  const body = (name: string, lines: number): string =>
    Array.from({ length: lines }, (_, line) => line % 10 === 9 ? "" : `    ${name}${line} = ${line}`).join(
      "\n",
    );
  check(
    `//- /a.py\ndef long():\n${body("a", 100)}\n    def inner():\n        pass\n${body("b", 20)}\n`,
    `
function 1-71 long
function 72-101 long
function 102-103 long.inner
function 104-122 long
`,
  );
});

Deno.test("cells: no chunk of a notebook or a script by cells goes over a beginning", () => {
  check(
    `
//- /a.py
# %% [markdown]
# Orders
# %%
first = 1

def shown():
    return 2
second = 3
# %%
third = 4
`,
    `
module 1-2
module 3-5
function 6-7 shown
module 8-8
module 9-10
`,
  );
});

Deno.test("markdown: sections, small ones joined, fences respected", () => {
  check(
    `
//- /README.md
# Title
Intro.
## Small
Text.
## Use
${"line\n".repeat(10)}
\`\`\`sh
# not a heading
\`\`\`
## Next
${"line\n".repeat(70)}
`,
    `
section 1-19
section 20-79
section 80-90
`,
  );
});

Deno.test("text without a grammar: plain runs of lines", () => {
  check(`//- /a.yaml\n${"key: value\n".repeat(130)}`, "text 1-60\ntext 61-120\ntext 121-130");
  check("//- /a.unknown\nonly line\n", "text 1-1");
  equal(chunkFile("", undefined).length, 0);
});
