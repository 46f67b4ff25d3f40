import assert from "node:assert/strict";
import { blobHash } from "../../src/platform/work_tree.ts";
import { BINARY, hookContext, PATIENT_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { random } from "../support/random.ts";
import { SHOP } from "../support/shop.ts";
import { longTest } from "../support/long_test.ts";

/** Damage on the disk and an environment in which the program cannot start. */

const PROMPT = "who calls refundOrder, what would break, which files change most? deep analysis";
const CACHE = ".devbooks/cache/auto-tools";

longTest(
  "damage: with a changed byte in every file of the cache the answers are the same after index",
  async () => {
    using repo = makeRepo(SHOP);
    const env = { HOME: PATIENT_HOME, CI_AUTO_TOOLS_TIER_MAX: "2" };
    const run = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
      runBinary(args, { cwd: repo.root, env });
    const answers = async (): Promise<string[]> => [
      await hookContext(PROMPT, repo.root, { env }),
      (await run("hotspots")).stdout,
    ];
    await run("index");
    const whole = await answers();
    assert.match(whole[0]!, /refund\.ts/);
    assert.match((await run("doctor")).stdout, /^ok +index +whole, \d/m);

    const next = random(11);
    const damage = (): string[] =>
      [...Deno.readDirSync(`${repo.root}/${CACHE}`)].filter(({ isFile }) => isFile).map(({ name }) => {
        const path = `${repo.root}/${CACHE}/${name}`;
        const bytes = Deno.readFileSync(path);
        const used = [...bytes.keys()].filter((at) => bytes[at] !== 0);
        const at = used[Math.floor(next() * used.length)]!;
        if (name !== ".gitignore") bytes[at]! ^= 0x10;
        Deno.writeFileSync(path, bytes);
        return name;
      });
    for (let round = 0; round < 3; round++) {
      const names = damage();
      assert.ok(names.some((name) => name.startsWith("index-")) && names.length > 6, names.join(" "));
      await run("index");
      assert.deepEqual(await answers(), whole, names.join(" "));
    }
  },
);

Deno.test("damage: index and doctor say that the index was damaged, and it is built anew", async () => {
  using repo = makeRepo(SHOP);
  const run = (...args: string[]): ReturnType<typeof runBinary> => runBinary(args, { cwd: repo.root });
  await run("index");
  const [entry] = [...Deno.readDirSync(`${repo.root}/${CACHE}`)].filter(({ name }) => /\.sqlite$/.test(name));
  const path = `${repo.root}/${CACHE}/${entry!.name}`;
  const bytes = Deno.readFileSync(path);
  const key = blobHash(Deno.readFileSync(`${repo.root}/src/orders/refund.ts`));
  const at = [...bytes.keys()].find((at) => key.every((byte, i) => bytes[at + i] === byte));
  bytes[at ?? assert.fail("the key of a file is not in the index")]! ^= 1;
  Deno.writeFileSync(path, bytes);
  assert.match((await run("doctor")).stdout, /^FAIL index +damaged: .*\n +fix: auto-tools index$/m);
  assert.match((await run("index")).stderr, /^\[Limits\] the stored index was damaged and was built anew$/m);
  assert.match((await run("doctor")).stdout, /^ok +index +whole/m);
  assert.equal((await run("index")).stderr, "");
});

Deno.test(
  "damage: where the runtime cannot start, nothing is printed for a client, and doctor says what it needs",
  {
    ignore: Deno.build.os !== "linux", // Other systems reserve and limit memory in other ways.
  },
  async () => {
    using repo = makeRepo(SHOP);
    const { stdout } = await runBinary(["doctor"], { cwd: repo.root });
    assert.match(stdout, /^ok +environment +.*PATH.*virtual memory.*\(ulimit -v\)$/m);
    const shell = async (script: string, env: Record<string, string>): Promise<[boolean, string]> => {
      const args = ["-c", script, "sh", BINARY];
      const options = { args, env, clearEnv: true, cwd: repo.root, stdin: "null" } as const;
      const done = await new Deno.Command("/bin/sh", options).output();
      return [done.success, new TextDecoder().decode(done.stdout)];
    };
    assert.deepEqual(await shell('ulimit -v 2000000; "$1" hook', { PATH: "/usr/bin:/bin" }), [false, ""]);
    assert.deepEqual(await shell('unset PATH; "$1" hook', {}), [false, ""]);
  },
);
