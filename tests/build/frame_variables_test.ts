import { deepEqual, equal, ok } from "node:assert/strict";
import { withoutFrames } from "../../config/build/frame_variables.ts";
import { joined, moduleOf, wasmNumber } from "../../config/build/wasm_code.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";
import { coreBytes, grammarBytes } from "../syntax/support.ts";

/** A module with a memory, a stack pointer at 1,024 and one exported function `f` from a number to a number. */
function moduleWith(code: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [1, 2, 0x7f, ...code, 0x0b];
  return moduleOf([
    { id: 1, body: Uint8Array.of(1, 0x60, 1, 0x7f, 1, 0x7f) },
    { id: 3, body: Uint8Array.of(1, 0) },
    { id: 5, body: Uint8Array.of(1, 0, 1) },
    { id: 6, body: Uint8Array.of(1, 0x7f, 1, 0x41, 0x80, 8, 0x0b) },
    { id: 7, body: Uint8Array.of(2, 1, 0x66, 0, 0, 1, 0x6d, 2, 0) },
    { id: 10, body: joined([[1], wasmNumber(body.length), body]) },
  ]);
}

interface Run {
  readonly results: readonly number[];
  /** Bytes of the memory that are not 0 afterwards. */
  readonly written: number;
}

function run(module: Uint8Array<ArrayBuffer>): Run {
  const { f, m } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports as {
    f(value: number): number;
    m: WebAssembly.Memory;
  };
  const results = [0, 1, 127, 128, 255, 256, 40_000, 65_535, 65_536, -1, -129, 2 ** 31 - 1].map((value) =>
    f(value)
  );
  return { results, written: new Uint8Array(m.buffer).filter((byte) => byte !== 0).length };
}

/** The frame's address, of 32 bytes, into local 1, and the end that gives them back. */
const BEGIN = [0x23, 0, 0x41, 32, 0x6b, 0x22, 1, 0x24, 0];
const END = [0x20, 1, 0x41, 32, 0x6a, 0x24, 0];
const FRAME = [0x20, 1];
const ARGUMENT = [0x20, 0];

/** Stores the argument with one instruction and reads it with another. */
function through(store: number, load: number): number[] {
  return [...BEGIN, ...FRAME, ...ARGUMENT, store, 0, 8, ...FRAME, load, 0, 8, 0x21, 2, ...END, 0x20, 2];
}

const WIDTHS: readonly (readonly [number, number])[] = [
  [0x36, 0x28],
  [0x3a, 0x2c],
  [0x3a, 0x2d],
  [0x3b, 0x2e],
  [0x3b, 0x2f],
];

Deno.test("variables of every width keep their values, and leave the memory", () => {
  for (const [store, load] of WIDTHS) {
    const before = moduleWith(through(store, load));
    const after = withoutFrames(before);
    ok(run(before).written > 0);
    deepEqual(run(after), { results: run(before).results, written: 0 }, `${store}, ${load}`);
  }
});

Deno.test("a small constant and a comparison are stored as they are", () => {
  for (const value of [[0x41, 5], [0x41, 0x7f], [...ARGUMENT, 0x45], [...ARGUMENT, 0x41, 3, 0x4a]]) {
    const code = [...BEGIN, ...FRAME, ...value, 0x3a, 0, 8, ...FRAME, 0x2d, 0, 8, 0x21, 2, ...END, 0x20, 2];
    const before = moduleWith(code);
    deepEqual(run(withoutFrames(before)), { results: run(before).results, written: 0 });
  }
});

Deno.test("a frame whose address is used otherwise stays in memory", () => {
  const store = [...FRAME, ...ARGUMENT, 0x36, 0, 8];
  const load = [...FRAME, 0x28, 0, 8, 0x21, 2];
  const codes = {
    "returned": [...BEGIN, ...store, ...END, ...FRAME],
    "returned early": [...BEGIN, ...store, ...END, ...FRAME, 0x0f, ...FRAME],
    "given by a block": [
      ...BEGIN,
      ...store,
      0x02,
      0x7f,
      ...FRAME,
      0x0b,
      0x28,
      0,
      8,
      0x21,
      2,
      ...END,
      0x20,
      2,
    ],
    "taken along": [
      ...[...BEGIN, ...store, 0x02, 0x7f, ...FRAME, ...ARGUMENT, 0x0d, 0, 0x0b],
      ...[0x28, 0, 8, 0x21, 2, ...END, 0x20, 2],
    ],
    "handed on": [...BEGIN, ...store, ...FRAME, 0x10, 0, 0x21, 2, ...END, 0x20, 2],
    "stored": [...BEGIN, ...store, ...FRAME, ...FRAME, 0x36, 0, 12, ...load, ...END, 0x20, 2],
    "a part read": [...BEGIN, ...store, ...FRAME, 0x2d, 0, 8, 0x21, 2, ...END, 0x20, 2],
    "overlapping": [...BEGIN, ...store, ...FRAME, 0x2d, 0, 9, 0x21, 2, ...END, 0x20, 2],
    "kept": [...BEGIN, ...store, ...FRAME, 0x21, 2, ...END, 0x20, 2],
    "written twice": [...BEGIN, ...store, ...ARGUMENT, 0x21, 1, ...END, 0x20, 2],
    "none": [...ARGUMENT, 0x41, 1, 0x6a],
  };
  for (const [name, code] of Object.entries(codes)) {
    const module = moduleWith(code);
    ok(WebAssembly.validate(module), name);
    deepEqual(withoutFrames(module), module, name);
  }
});

function parserOf(change: (module: Uint8Array) => Uint8Array): Promise<FileParser> {
  const grammar = (id: string): Uint8Array | undefined => {
    const bytes = grammarBytes(id);
    return bytes && change(bytes);
  };
  return createParser({ core: coreBytes(), grammar }, { timeoutMs: 60_000 });
}

const TEXT = `#include <linux/init.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static const struct ops { int (*run)(void *, unsigned long); char name[8]; } all[] = { [0] = { .run = go, .name = "x\\n" } };
int go(void *from, unsigned long size) {
  for (int at = 0x1F; at-- > 0 && !done; at <<= 1) { if (at != 'a' && ~at) goto end; else size |= 1UL << at; }
  do { switch (size) { case 1: return -1; default: break; } } while (sizeof(struct ops) % 3 ?: 0);
end:
  return u8"text"[0] + L'\\0' - 1.5e-3 * (int) 0x1.8p3; // comment
}
`;

Deno.test("a lexer without a frame is shorter and reads texts, cut anywhere, as it did", async () => {
  const framed = await parserOf((module) => module);
  const plain = await parserOf((module) => {
    const bytes = withoutFrames(module);
    ok(bytes.length < module.length - 10_000, `${module.length} and ${bytes.length} bytes`);
    return bytes;
  });
  equal(framed.parse(TEXT, "c").definitions.length > 2, true);
  for (let end = TEXT.length; end > 0; end -= 7) {
    const cut = TEXT.slice(0, end);
    deepEqual(plain.parse(cut, "c"), framed.parse(cut, "c"), `${end} characters`);
  }
});
