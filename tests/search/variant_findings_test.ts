import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { variantFindings } from "../../src/search/variant_findings.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function ask(fixture: string, prompt: string, examples: readonly string[] = []): Promise<Finding[]> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  return variantFindings(
    search(queryViews(prompt), index),
    filesOf((path) => texts.get(path) ?? ""),
    examples,
  );
}

const GUTTER = `
//- /src/editor.rs
pub enum GutterType {
    /// Show what is wrong
    Diagnostics,
    LineNumbers,
    Spacer,
}

impl FromStr for GutterType {
    fn from_str(s: &str) -> Result<Self, Error> {
        match s {
            "diagnostics" => Ok(Self::Diagnostics),
            "line-numbers" => Ok(Self::LineNumbers),
            "spacer" => Ok(Self::Spacer),
        }
    }
}

pub enum Other {
    One,
    Two,
    Three,
}
//- /src/gutter.rs
pub fn style(kind: GutterType) -> Style {
    match kind {
        GutterType::Diagnostics => diagnostics(),
        GutterType::LineNumbers => line_numbers(),
        GutterType::Spacer => padding(),
    }
}

fn diagnostics() -> Style {
    let style = 1;
    let wide = 2;
    let marked = 3;
    paint(style, wide, marked)
}

fn line_numbers() -> Style {
    let style = 1;
    let wide = 2;
    paint(style, wide)
}
//- /docs/editor.md
# Gutters

Gutters are \`diagnostics\`, \`line-numbers\` and \`spacer\`.
//- /CHANGELOG.md
Added \`diagnostics\`, \`line-numbers\` and \`spacer\` for the gutter.
//- /tests/gutter_test.rs
fn all() { check(GutterType::Diagnostics, GutterType::LineNumbers, GutterType::Spacer) }
`;

Deno.test("variants: the type that lists them, where each is named, in any spelling, and the smallest as a pattern", async () => {
  const found = await ask(GUTTER, "I want another gutter type for bookmarks, what do I change?");
  assert.deepEqual(found.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`), [
    "src/editor.rs:1-6",
    "src/editor.rs:11-13",
    "src/gutter.rs:3-5",
    "docs/editor.md:3-3",
    "tests/gutter_test.rs:1-1",
    "src/gutter.rs:16-20",
  ]);
  assert.equal(found[0]!.claim, "lists 3: Diagnostics, LineNumbers, Spacer");
  assert.match(found[1]!.claim, /^in .*from_str: names 3 of 3: /);
  assert.equal(found[5]!.claim, "what there is for LineNumbers, the smallest of its kind");
});

Deno.test("variants: a union of strings and a class of choices list variants, too; an example says which is meant", async () => {
  const union = await ask(
    `
//- /src/types.ts
export type Arrowhead =
  | "arrow"
  | "bar"
  | "dot";
//- /src/shape.ts
export function shapeOf(head: Arrowhead) {
  switch (head) {
    case "arrow": return 1;
    case "bar": return 2;
    case "dot": return 3;
  }
}
//- /src/other.ts
export const word = "the arrow and the bar and a dot";
`,
    "add a new arrow style",
  );
  assert.deepEqual(union.map(({ path, startLine }) => `${path}:${startLine}`), [
    "src/types.ts:1",
    "src/shape.ts:3",
  ]);
  const choices = await ask(
    `
//- /models.py
class ActionType(Choices):
    ASSIGN = 1
    REMOVE = 2
    EMAIL = 3

class ActionState(Choices):
    OPEN = 1
    DONE = 2
    LOST = 3
//- /actions.py
def run(action):
    if action.type == ActionType.ASSIGN:
        assign()
    elif action.type == ActionType.REMOVE:
        remove()
    elif action.type == ActionType.EMAIL:
        email()

def show(state):
    return {ActionState.OPEN: 1, ActionState.DONE: 2, ActionState.LOST: 3}
`,
    "add an action next to email",
    ["email"],
  );
  assert.equal(choices[0]!.symbol, "ActionType");
  assert.equal(choices[1]!.startLine, 2);
});

Deno.test("variants: nothing where no type is called so, or nothing else names its variants", async () => {
  assert.deepEqual(await ask(GUTTER, "add a new export format"), []);
  assert.deepEqual(
    await ask("//- /a.rs\npub enum GutterType {\n    A1,\n    B1,\n    C1,\n}\n", "another gutter type"),
    [],
  );
});
