import assert from "node:assert/strict";
import { isWhole, symbolsIn } from "../../src/engine/symbols_file.ts";
import { LARGEST_FILTER, SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import { replaceChecked } from "../../src/platform/cache_files.ts";
import { makeRepo } from "../support/fixture.ts";

Deno.test("symbols: a flag and a filter that is not larger than any", () => {
  using repo = makeRepo("", { git: false });
  const read = (bytes: Uint8Array): readonly [size: number | undefined, isWhole: boolean] => {
    replaceChecked(`${repo.root}/${SYMBOL_FILE}`, bytes);
    return [symbolsIn(repo.root)?.length, isWhole(repo.root)];
  };
  assert.deepEqual([symbolsIn(repo.root), isWhole(repo.root)], [undefined, false]);
  assert.deepEqual(read(Uint8Array.of(1, 7)), [2, true]);
  assert.deepEqual(read(Uint8Array.of(0, 7)), [2, false]);
  assert.deepEqual(read(Uint8Array.of(2, 7)), [2, false]);
  const most = new Uint8Array(LARGEST_FILTER + 1).fill(1);
  assert.deepEqual(read(most), [LARGEST_FILTER + 1, true]);
  assert.deepEqual(read(new Uint8Array(LARGEST_FILTER + 2).fill(1)), [undefined, false]);
});
