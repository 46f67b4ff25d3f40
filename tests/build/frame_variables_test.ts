import { deepEqual, equal, ok } from "node:assert/strict";
import binaryen from "binaryen";
import { removeFrames } from "../../config/build/frame_variables.ts";
import { changed } from "../../config/build/grammar.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";
import { coreBytes, publishedGrammar } from "../syntax/support.ts";

/** A module with a memory, a stack pointer at 1,024 and one exported function `f` from a number to a number. */
function moduleWith(body: string): Uint8Array<ArrayBuffer> {
  const code = binaryen.parseText(`(module
    (memory $memory 1) (export "m" (memory $memory))
    (global $pointer (mut i32) (i32.const 1024))
    (func $f (export "f") (param $argument i32) (result i32) (local $frame i32) (local $result i32) ${body}))`);
  try {
    return code.emitBinary() as Uint8Array<ArrayBuffer>;
  } finally {
    code.dispose();
  }
}

interface Run {
  readonly results: readonly number[];
  /** Number of bytes of the memory that are not 0 afterwards. */
  readonly written: number;
}

function run(module: Uint8Array): Run {
  const { f, m } = new WebAssembly.Instance(new WebAssembly.Module(module as Uint8Array<ArrayBuffer>))
    .exports as { f(value: number): number; m: WebAssembly.Memory };
  const results = [0, 1, 127, 128, 255, 256, 40_000, 65_535, 65_536, -1, -129, 2 ** 31 - 1].map((value) =>
    f(value)
  );
  return { results, written: new Uint8Array(m.buffer).filter((byte) => byte !== 0).length };
}

const BEGIN = "(global.set $pointer (local.tee $frame (i32.sub (global.get $pointer) (i32.const 32))))";
const FREE = "(global.set $pointer (i32.add (local.get $frame) (i32.const 32)))";
const END = `${FREE} (local.get $result)`;
const FRAME = "(local.get $frame)";

/** Stores a value with one instruction and reads it with another. */
function through(store: string, load: string, value = "(local.get $argument)"): string {
  return `${BEGIN} (${store} offset=8 ${FRAME} ${value})
    (local.set $result (${load} offset=8 ${FRAME})) ${END}`;
}

const WIDTHS: readonly (readonly [store: string, load: string])[] = [
  ["i32.store", "i32.load"],
  ["i32.store8", "i32.load8_s"],
  ["i32.store8", "i32.load8_u"],
  ["i32.store16", "i32.load16_s"],
  ["i32.store16", "i32.load16_u"],
];

Deno.test("variables of every width keep their values, and leave the memory", () => {
  for (const [store, load] of WIDTHS) {
    const before = moduleWith(through(store, load));
    const after = changed(before, removeFrames);
    ok(run(before).written > 0);
    deepEqual(run(after), { results: run(before).results, written: 0 }, `${store}, ${load}`);
  }
});

Deno.test("a frame whose address is used otherwise stays in memory", () => {
  const store = `(i32.store offset=8 ${FRAME} (local.get $argument))`;
  const load = `(local.set $result (i32.load offset=8 ${FRAME}))`;
  const read = (code: string): string => `(local.set $result ${code})`;
  const bodies = {
    "returned": `${BEGIN} ${store} ${FREE} ${FRAME}`,
    "returned early": `${BEGIN} ${store} ${FREE} (return ${FRAME})`,
    "a branch's value": `${BEGIN} ${store} ${
      read(`(i32.load offset=8 (block $b (result i32) (br_if $b ${FRAME} (local.get $argument))))`)
    } ${END}`,
    "an argument": `${BEGIN} ${store} ${read(`(call $f ${FRAME})`)} ${END}`,
    "stored": `${BEGIN} ${store} (i32.store offset=12 ${FRAME} ${FRAME}) ${load} ${END}`,
    "a part read": `${BEGIN} ${store} ${read(`(i32.load8_u offset=8 ${FRAME})`)} ${END}`,
    "overlapping": `${BEGIN} ${store} ${read(`(i32.load8_u offset=9 ${FRAME})`)} ${END}`,
    "of 64 bits": `${BEGIN} (i64.store offset=8 ${FRAME} (i64.const 5)) ${END}`,
    "copied": `${BEGIN} ${store} (local.set $result ${FRAME}) ${END}`,
    "written twice": `${BEGIN} ${store} (local.set $frame (local.get $argument)) ${END}`,
    "none": "(i32.add (local.get $argument) (i32.const 1))",
  };
  for (const [name, body] of Object.entries(bodies)) {
    const module = moduleWith(body);
    deepEqual(changed(module, removeFrames), changed(module), name);
  }
});

function parserOf(change: (module: Uint8Array) => Uint8Array): Promise<FileParser> {
  const grammar = (id: string): Uint8Array | undefined => {
    const bytes = publishedGrammar(id);
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
    const bytes = changed(module, removeFrames);
    ok(bytes.length < module.length - 9000, `${module.length} and ${bytes.length} bytes`);
    return bytes;
  });
  equal(framed.parse(TEXT, "c").definitions.length > 2, true);
  for (let end = TEXT.length; end > 0; end -= 7) {
    const cut = TEXT.slice(0, end);
    deepEqual(plain.parse(cut, "c"), framed.parse(cut, "c"), `${end} characters`);
  }
});
