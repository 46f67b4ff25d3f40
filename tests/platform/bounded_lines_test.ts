import assert from "node:assert/strict";
import { LONGEST_MESSAGE, tooLong } from "../../src/clients/mcp/line_check.ts";
import type { LineEnds } from "../../src/platform/bounded_lines.ts";
import { BoundedLines } from "../../src/platform/bounded_lines.ts";

const LONGEST = 10;

function read(text: string, step: number): { lines: string[]; ends: LineEnds[] } {
  const ends: LineEnds[] = [];
  const bounded = new BoundedLines(LONGEST, (one) => ends.push(one));
  const bytes = new TextEncoder().encode(text);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    for (const line of bounded.take(bytes.subarray(at, at + step))) {
      lines.push(new TextDecoder().decode(line));
    }
  }
  return { lines, ends };
}

Deno.test("bounded lines: whole lines come, too long ones are told by their ends, in whatever pieces", () => {
  for (const step of [1, 3, 9, 10, 11, 1000]) {
    const { lines, ends } = read("one\n\nexactly 9\nthis is too long\ntwo\nnot ended", step);
    assert.deepEqual(lines, ["one\n", "\n", "exactly 9\n", "two\n"], `steps of ${step}`);
    assert.deepEqual(ends.map(({ tail }) => tail), ["this is too long\n"]);
    assert(ends[0]!.head.startsWith("this is to"));
  }
  const { ends } = read(`${"a".repeat(600)}${"b".repeat(600)}\n`, 7);
  assert.deepEqual([ends[0]!.head.length, ends[0]!.tail.length], [14, 512]);
  assert(ends[0]!.tail.endsWith("b\n"));
});

Deno.test("mcp: a message that is too long is answered with its id where an end shows it", () => {
  const idOf = (head: string, tail: string): unknown => JSON.parse(tooLong({ head, tail })).id;
  assert.equal(idOf('{"jsonrpc":"2.0","id":7,"method":"x', "xxx"), 7);
  assert.equal(idOf('{"jsonrpc": "2.0", "id": "a-b", "method"', "xxx"), "a-b");
  assert.equal(idOf('{"method":"x', 'x"}},"jsonrpc":"2.0","id":12}\n'), 12);
  assert.equal(idOf('{"method":"x', 'x","id":12}}\n'), null);
  assert.equal(idOf('{"method":"x', '{\\"id\\":12}"}\n'), null);
  assert.equal(idOf('{"jsonrpc":"2.0","method":"x","params":{"id":7,', "x"), null);
  assert.match(tooLong({ head: "", tail: "" }), new RegExp(`longer than ${LONGEST_MESSAGE} bytes`));
});
