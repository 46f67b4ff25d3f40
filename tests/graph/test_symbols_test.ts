import assert from "node:assert/strict";
import { entryKind } from "../../src/graph/chain.ts";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { isTestSymbol } from "../../src/graph/test_symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

Deno.test("tests inside of a file of Rust are tests, the code beside them is not", async () => {
  const files = [...parseFixture(`
//- /src/cart.rs
pub fn total() -> u32 { add(1) }
fn add(x: u32) -> u32 { x }

#[cfg(test)]
mod tests {
    use super::*;
    fn helper() -> u32 { add(2) }
    #[test]
    fn totals() { helper(); total(); }
}
`)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const { definitions } = graph.index.parsed(0)!;
  const tests = definitions.flatMap(({ qualifiedName }, definition) =>
    isTestSymbol(graph, { file: 0, definition }) ? [qualifiedName] : []
  );
  assert.deepEqual(tests, ["tests", "tests.helper", "tests.totals"]);
  const totals = definitions.findIndex(({ name }) => name === "totals");
  assert.equal(entryKind(graph, { file: 0, definition: totals }), "test");
});
