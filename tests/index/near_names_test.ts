import assert from "node:assert/strict";
import { nearest } from "../../src/index/near_names.ts";
import { editDistance } from "../../src/model/near_words.ts";

const PARTS = ["get", "Set", "_", "__", "page", "Cache", "x", "größe", "Ä", "read", "raed", "lock", "2"];

/** Some hundred names, the same ones every time. */
function names(): string[] {
  let seed = 7;
  const next = (most: number): number => ((seed = Math.imul(seed, 1103515245) + 12345) >>> 12) % most;
  return Array.from(
    { length: 800 },
    () => Array.from({ length: 1 + next(4) }, () => PARTS[next(PARTS.length)]!).join(""),
  );
}

/** The same by its definition, name by name. */
function expected(name: string, all: readonly string[]): string[] {
  const fold = (one: string): string => one.toLowerCase().replaceAll("_", "");
  const wanted = fold(name);
  const errors = wanted.length < 4 ? 0 : wanted.length < 6 ? 1 : 2;
  const rankOf = (one: string): number => {
    const folded = fold(one);
    const at = folded.indexOf(wanted);
    const longer = folded.length - wanted.length;
    const within = at < 0 ? Infinity : longer === 0 ? 0 : (at === 0 ? 1000 : 2000) + longer;
    const isAlike = folded[0] === wanted[0] || folded.endsWith(wanted.slice(-2));
    const distance = errors > 0 && isAlike ? editDistance(wanted, folded, errors) : Infinity;
    return Math.min(within, distance <= errors ? distance * 100 : Infinity);
  };
  return [...new Set(all)].filter((one) => one !== name && rankOf(one) < Infinity)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

Deno.test("near names are those of the definition, in any number of tables", () => {
  const all = names();
  const encode = (some: readonly string[]): Uint8Array => new TextEncoder().encode(some.join("\n"));
  const tables = [encode(all.slice(0, 300)), encode([]), encode(all.slice(300))];
  for (const name of ["getpage", "page_cahce", "größe", "raed_lock", "lock", "ge", "cachecache", all[5]!]) {
    const found = nearest(name, tables, { limit: 1000, isLive: () => true });
    assert.deepEqual(found, name.length < 3 ? [] : expected(name, all), name);
  }
  assert.ok(expected("lock", all).length > 50);
});

Deno.test("only live names count, and no more than asked for", () => {
  const tables = [new TextEncoder().encode("openDoor\nopen_door\nopendoors")];
  const isLive = (name: string): boolean => name !== "openDoor";
  assert.deepEqual(nearest("opendoor", tables, { limit: 1, isLive }), ["open_door"]);
});
