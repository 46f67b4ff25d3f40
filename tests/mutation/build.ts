import { dirname, join } from "node:path";
import { bundleModules, bundleScript } from "../../src/platform/toolchain/bundle.ts";
import { compileFlags, ENTRY_POINTS, PACKED_WORKER } from "../../src/platform/toolchain/compile_flags.ts";

/** Compiles the sources of the current folder into `dist/auto-tools` of another: `build.ts FOLDER`, absolute. */

const CONFIG = ["config/claude-plugin", "config/opencode-plugin", "config/page"];

const program = Deno.args[0] ?? "";
const bundle = join(program, "dist/bundle");
for (const folder of ["dist/assets", ...CONFIG]) copy(folder, join(program, folder));
await bundleModules(ENTRY_POINTS, bundle);
await bundleScript(PACKED_WORKER, join(bundle, dirname(PACKED_WORKER)));
const included = ["dist/bundle", "dist/assets", ...CONFIG].flatMap((folder) => ["--include", folder]);
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["compile", "--quiet", ...compileFlags(Deno.build.target), ...included]
    .concat("--output", "dist/auto-tools", "dist/bundle/main.js"),
  cwd: program,
}).output();
Deno.exit(code);

function copy(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copy(join(from, name), join(to, name));
    else Deno.copyFileSync(join(from, name), join(to, name));
  }
}
