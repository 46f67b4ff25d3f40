import assert from "node:assert/strict";
import { withChecksum, withoutChecksum } from "../../src/platform/checksum.ts";
import { runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";

const REPO = `
//- /src/tide.ts
export function tideTable(port: string): number[] {
  const planted = "moonshine";
  return [port.length, planted.length];
}
//- /src/ports.ts
export const ports = ["Brest"];
`;

const CACHE = ".devbooks/cache/auto-tools";

/** Files that were just written may change again unnoticed: they are made older than that. */
async function age(repo: Repo): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const ran = await runBinary(["index"], { cwd: repo.root });
  assert.equal(ran.code, 0, ran.stderr);
}

async function search(repo: Repo): Promise<string[]> {
  const { stdout, stderr } = await runBinary(["search", "where is the tide table made", "--json"], {
    cwd: repo.root,
  });
  assert.ok(stdout !== "", stderr);
  return JSON.parse(stdout).files;
}

function answers(repo: Repo): string[] {
  return [...Deno.readDirSync(`${repo.root}/${CACHE}`)].map(({ name }) => name)
    .filter((name) => name.startsWith("answer-"));
}

/** Replaces what is kept by something that only the cache can answer. */
function forge(repo: Repo): void {
  for (const name of answers(repo)) {
    const path = `${repo.root}/${CACHE}/${name}`;
    const kept = JSON.parse(new TextDecoder().decode(withoutChecksum(Deno.readFileSync(path))));
    kept.findings.data = { files: ["forged"] };
    kept.findings.items = kept.findings.items.filter((item: { path: string }) =>
      item.path === "src/ports.ts"
    );
    Deno.writeFileSync(path, withChecksum(new TextEncoder().encode(JSON.stringify(kept))));
  }
}

Deno.test("a repeated question over unchanged files is answered from memory, and no longer after any change", async () => {
  using repo = makeRepo(REPO);
  await age(repo);
  const first = await search(repo);
  assert.equal(first[0], "src/tide.ts");
  assert.equal(answers(repo).length, 1);
  assert.ok(!Deno.readTextFileSync(`${repo.root}/${CACHE}/${answers(repo)[0]}`).includes("moonshine"));
  assert.deepEqual(await search(repo), first);
  forge(repo);
  assert.ok(!(await search(repo)).includes("src/tide.ts"), "the second answer comes from memory");
  repo.write("src/other.ts", "export const other = 1;\n");
  assert.equal((await search(repo))[0], "src/tide.ts", "a new file ends it");
});

Deno.test("cache.ttl_s: 0 keeps no answers", async () => {
  using repo = makeRepo(`${REPO}\n//- /config/auto-tools.yaml\ncache:\n  ttl_s: 0\n`);
  await age(repo);
  await search(repo);
  assert.deepEqual(answers(repo), []);
});
