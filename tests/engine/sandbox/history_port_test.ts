import assert from "node:assert/strict";
import { noHistory, openHistory } from "../../../src/engine/sandbox/history_port.ts";

/** A port over a folder's summaries. */
const portOf = (cache?: string, stamp = "1") =>
  openHistory({ start: { refusal: "none", streams: [] }, stamp, ...(cache !== undefined && { cache }) });

Deno.test("history: the six newest summaries of a stamp are kept, each once", async () => {
  const cache = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    const port = portOf(cache);
    assert.equal(await port.recall!("a"), undefined);
    for (const key of ["a", "b", "c", "d", "e", "f", "a", "g"]) await port.remember!(key, { of: key });
    const kept = async (from = portOf(cache)): Promise<string> =>
      (await Promise.all(["a", "b", "c", "d", "e", "f", "g"].map(async (key) => {
        const value = await from.recall!(key);
        if (value !== undefined) assert.deepEqual(value, { of: key });
        return value === undefined ? "-" : key;
      }))).join("");
    assert.equal(await kept(), "a-cdefg");
    assert.equal(await kept(portOf(cache, "2")), "-------", "another program, or other exclusions");
    await portOf(cache, "2").remember!("b", { of: "b" });
    assert.equal(await kept(), "-------");
  } finally {
    Deno.removeSync(cache, { recursive: true });
  }
});

Deno.test("history: without a folder nothing is kept", async () => {
  for (const port of [portOf(), noHistory()]) {
    await port.remember!("a", 1);
    assert.equal(await port.recall!("a"), undefined);
  }
});
