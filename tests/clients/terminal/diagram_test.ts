import assert from "node:assert/strict";
import { dot, mermaid } from "../../../src/clients/terminal/diagram.ts";

const ARROWS = [
  { from: 'a.ts:say "hi"', to: "b.ts:List<T>[]", label: "line 4" },
  { from: 'a.ts:say "hi"', to: "b.ts:List<T>[]", label: "line 4" },
  { from: "c.ts:C\\d", to: "b.ts:List<T>[]", isDashed: true as const },
];

Deno.test("mermaid: every name is quoted, every arrow stands once, dispatch is dashed", () => {
  assert.equal(
    mermaid(ARROWS),
    `flowchart LR
  n0["a.ts:say &quot;hi&quot;"]
  n1["b.ts:List&#60;T&#62;&#91;&#93;"]
  n2["c.ts:C\\d"]
  n0 -->|line 4| n1
  n2 -.-> n1
`,
  );
  assert.equal(mermaid([], ["a.ts:a"]), 'flowchart LR\n  n0["a.ts:a"]\n');
});

Deno.test("dot: the same", () => {
  assert.equal(
    dot(ARROWS),
    `digraph {
  rankdir=LR;
  node [shape=box];
  "a.ts:say \\"hi\\"" -> "b.ts:List<T>[]" [label="line 4"];
  "c.ts:C\\\\d" -> "b.ts:List<T>[]" [style=dashed];
}
`,
  );
  assert.match(dot([], ["a.ts:a"]), /^ {2}"a\.ts:a";$/m);
});
