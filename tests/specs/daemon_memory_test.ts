import assert from "node:assert/strict";
import { hookContext } from "../support/binary.ts";
import { serveDaemon } from "../support/daemon.ts";
import { RUNS_ALL } from "../support/long_test.ts";

const MB = 1024 * 1024;
/** Prompts, each about another module. */
const PROMPTS = 80;
const MODULES = 1200;
const FUNCTIONS = 60;
/** Resident memory in bytes that all prompts but the first may add: 70 to 95 MB here, 98 to 140 if garbage is kept. */
const MOST_GROWTH = 115 * MB;

const VERBS = ["load", "store", "check", "merge", "split", "render", "parse", "close"];
const NOUNS = ["account", "invoice", "ticket", "parcel", "vendor", "ledger", "coupon", "refund"];

/** A name of two words and a number. */
function nameOf(module: number, at: number): string {
  return `${VERBS[at % VERBS.length]}_${NOUNS[module % NOUNS.length]}_${module}_${at}`;
}

/** A module whose functions call those of the next one. */
function moduleText(module: number): string {
  const functions = Array.from({ length: FUNCTIONS }, (_, at) => {
    const [own, next] = [nameOf(module, at), nameOf((module + 1) % MODULES, (at * 7) % FUNCTIONS)];
    return `def ${own}(${NOUNS[at % NOUNS.length]}, limit=${at}):\n` +
      `    """Has the ${NOUNS[module % NOUNS.length]} number ${module} in its ${
        VERBS[at % VERBS.length]
      } step ${at}."""\n` +
      `    if limit > ${at}:\n        raise ValueError("${own} failed")\n    return ${next}(limit)\n`;
  });
  return functions.join("\n");
}

Deno.test({
  name: "daemon: what it holds after many prompts stays close to what it held before",
  ignore: !RUNS_ALL || Deno.build.os !== "linux",
  fn: async () => {
    const modules = Array.from({ length: MODULES }, (_, at) => `//- /shop/part${at}.py\n${moduleText(at)}`);
    await using standing = await serveDaemon(modules.join("\n"), { settings: "cache:\n  ttl_s: 0\n" });
    const { repo, env, process } = standing;
    const held = (): number =>
      Number(/^VmRSS:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${process.pid}/status`))?.[1]) * 1024;
    const ask = async (at: number): Promise<string> => {
      const [verb, noun, other] = [VERBS[at % 8], NOUNS[(at * 3) % 8], NOUNS[(at * 5 + 1) % 8]];
      const prompt =
        `fix the bug in ${nameOf(at * 9, at % FUNCTIONS)}: it fails to ${verb} the ${noun} of a ${other}. ` +
        "How does it work, what is the impact of changing it, and who calls it?";
      return await hookContext(prompt, repo.root, { env });
    };
    assert.notEqual(await ask(0), "");
    const before = held();
    for (let at = 1; at < PROMPTS; at++) assert.notEqual(await ask(at), "", `prompt ${at}`);
    const growth = held() - before;
    assert.ok(growth < MOST_GROWTH, `${(growth / MB).toFixed(0)} MB more than after the first prompt`);
  },
});
