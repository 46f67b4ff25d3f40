import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

/** Modules of a program: what it loads later, and its second thread, need parts of what it loads at once. */
const MODULES: Readonly<Record<string, string>> = {
  "main.ts": 'import { say } from "./app.ts"; say("main"); await import("./later.ts");',
  "app.ts": 'import { one } from "./one.ts"; import { two } from "./two.ts"; ' +
    "export const say = (word: string) => console.log(word, one, two);",
  "one.ts": 'export const one = "one"; console.log("one is loaded");',
  "two.ts": 'export const two = "two"; console.log("two is loaded");',
  "later.ts": 'import { two } from "./two.ts"; console.log("later", two);',
  "thread.ts": 'import { one } from "./one.ts"; console.log("thread", one);',
  "apart.ts": 'console.log("apart");',
};

Deno.test("bundle: what belongs together is one file, and the program says what its modules say", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auto-tools-bundle-" });
  try {
    for (const [name, text] of Object.entries(MODULES)) await Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "commonjs" }');
    await Deno.mkdir(`${folder}/src/platform`, { recursive: true });
    await Deno.copyFile(fileURLToPath(new URL(`../../${RUNNER}`, import.meta.url)), `${folder}/${RUNNER}`);
    const [apart, together] = [await bundled(folder, []), await bundled(folder, ["app.ts"])];
    assert.deepEqual([loadedBy("main.js", apart), loadedBy("main.js", together)], [3, 2]);
    assert.deepEqual([loadedBy("thread.js", together), loadedBy("apart.js", together)], [2, 1]);
    const printed = await run(folder, ["--no-config", "main.ts"]);
    assert.equal(printed, "one is loaded\ntwo is loaded\nmain one two\nlater two\n");
    for (const isCached of [false, true]) {
      if (isCached) await bundled(folder, ["app.ts"], isCached);
      assert.equal(await run(folder, ["--no-config", `${outOf(["app.ts"])}/main.js`]), printed);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const RUNNER = "src/platform/cached_module.ts";

/** The bundle's files by name; what belongs together is a script if `isCached`. */
async function bundled(
  folder: string,
  together: readonly string[],
  isCached = false,
): Promise<ReadonlyMap<string, string>> {
  const [module, cached] = ["bundle", "cached_modules"].map((name) =>
    new URL(`../../config/build/${name}.ts`, import.meta.url).href
  );
  const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
  const out = outOf(together);
  const script = `import { bundleModules } from ${JSON.stringify(module)};
    import { makeCached } from ${JSON.stringify(cached)};
    const modules = ["main.ts", "thread.ts", "apart.ts", ${JSON.stringify(RUNNER)}];
    const files = await bundleModules(modules, ${JSON.stringify(out)}, ${JSON.stringify(together)});
    if (${isCached}) files.forEach(makeCached);
    Deno.exit(0);`;
  await Deno.writeTextFile(`${folder}/bundle.ts`, script);
  await run(folder, ["--config", config, "--frozen", "bundle.ts"]);
  const names = Array.from(Deno.readDirSync(`${folder}/${out}`)).flatMap((one) => one.isFile ? one.name : []);
  return new Map(names.map((name) => [name, Deno.readTextFileSync(`${folder}/${out}/${name}`)]));
}

function outOf(together: readonly string[]): string {
  return `out${together.length}`;
}

/** How many files are loaded before a file's code runs, with itself. */
function loadedBy(name: string, files: ReadonlyMap<string, string>, seen: Set<string> = new Set()): number {
  seen.add(name);
  for (const [, part] of files.get(name)!.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
    if (!seen.has(part!)) loadedBy(part!, files, seen);
  }
  return seen.size;
}

async function run(cwd: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...args],
    cwd,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
