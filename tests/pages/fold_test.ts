import assert from "node:assert/strict";
import { folded, type TreeNode } from "../../src/clients/page/tree.ts";
import { chainPage } from "../../src/clients/page/chain_page.ts";
import { pageHtml } from "../../src/clients/page/page.ts";
import type { ChainData } from "../../src/tools/ci_call_chain.ts";
import { parsePage } from "./dom.ts";
import { files } from "./samples.ts";

function node(title: string, ...children: readonly TreeNode[]): TreeNode {
  return { row: 0, title, note: "", children };
}

function shown({ title, children }: TreeNode): string {
  return children.length === 0 ? title : `${title}(${children.map(shown).join(" ")})`;
}

Deno.test("fold: the nearest nodes stay, the others are counted where they hung", () => {
  const root = node("a", node("b", node("d", node("f")), node("e")), node("c", node("g")));
  assert.equal(shown(folded(root, 9)), "a(b(d(f) e) c(g))");
  assert.equal(shown(folded(root, 5)), "a(b(d(1 more) e) c(1 more))");
  assert.equal(shown(folded(root, 2)), "a(b(3 more) 2 more)");
});

Deno.test("fold: a page of a thousand calls draws two hundred, its table has all", () => {
  const call = (symbol: string): ChainData => ({
    path: "a.ts",
    symbol,
    start_line: 1,
    end_line: 2,
    line: 1,
    confidence: 1,
    children: [],
  });
  const children = Array.from({ length: 1000 }, (_, at) => call(`f${at}`));
  const page = chainPage({
    schema_version: "1.0",
    symbol: "a.ts:main",
    direction: "callees",
    depth: 1,
    cycle_detected: false,
    callees: { ...call("main"), children },
    candidates: [],
  }, []);
  const { document } = parsePage(pageHtml(page, { ...files(), link: undefined, root: "/" }));
  const drawn = [...document.querySelectorAll(".node")];
  assert.ok(drawn.length <= 202, `${drawn.length}`);
  assert.ok(drawn.some((one) => one.textContent?.includes("801 more")));
  assert.equal([...document.querySelectorAll("tr[data-row]")].length, 1001);
});
