import assert from "node:assert/strict";
import { isUnbuilt } from "../../src/engine/symbols_file.ts";
import { FORMAT } from "../../src/index/schema.ts";
import { SYMBOL_FILE } from "../../src/index/symbol_filter.ts";
import { replaceChecked } from "../../src/platform/cache_files.ts";
import { makeRepo } from "../support/fixture.ts";

Deno.test("unbuilt: until there is a store of this format and a filter of names", () => {
  using repo = makeRepo("", { git: false });
  assert.ok(isUnbuilt(undefined));
  assert.ok(isUnbuilt(`${repo.root}/none`));
  assert.ok(isUnbuilt(repo.root));
  replaceChecked(`${repo.root}/${SYMBOL_FILE}`, Uint8Array.of(1));
  repo.write(`index-${FORMAT - 1}-1.sqlite`, "of an older program");
  assert.ok(isUnbuilt(repo.root));
  repo.write(`index-${FORMAT}-3.sqlite`, "a store");
  assert.ok(!isUnbuilt(repo.root));
  Deno.removeSync(`${repo.root}/${SYMBOL_FILE}`);
  assert.ok(isUnbuilt(repo.root));
});
