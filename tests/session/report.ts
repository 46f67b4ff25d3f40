import { PATIENT_HOME, runBinary } from "../support/binary.ts";
import type { Script } from "./session.ts";
import { runSession, savedShare } from "./session.ts";

/**
 * `deno run -A tests/session/report.ts REPOSITORY [SCRIPT]`: the script (default: `flask_bug.json`; both are for a clone of
 * pallets/flask) with the session's memory and without. Works on a copy.
 */

const [repository, name = "flask_bug.json"] = Deno.args;
if (repository === undefined) throw new Error("which repository? report.ts REPOSITORY [SCRIPT]");
const script: Script = JSON.parse(Deno.readTextFileSync(new URL(name, import.meta.url)));
const folder = Deno.makeTempDirSync({ prefix: "auto-tools-session-" });
try {
  await new Deno.Command("git", { args: ["clone", "-q", repository, `${folder}/copy`] }).output();
  const root = Deno.realPathSync(`${folder}/copy`);
  await runBinary(["index"], { cwd: root });
  const results = await runSession(script, root, { HOME: PATIENT_HOME });
  console.log("without  with  prompt");
  for (const { prompt, remembered, forgetful, missing } of results) {
    const lost = missing.length === 0 ? "" : `  MISSING ${missing.join(" ")}`;
    console.log(
      `${String(forgetful).padStart(7)}${String(remembered).padStart(6)}  ${prompt.slice(0, 70)}${lost}`,
    );
  }
  const total = (of: "remembered" | "forgetful"): number =>
    results.reduce((sum, result) => sum + result[of], 0);
  const lost = results.reduce((sum, { missing }) => sum + missing.length, 0);
  console.log(
    `${script.turns.length} turns: ${total("forgetful")} characters without memory, ${
      total("remembered")
    } with`,
  );
  console.log(`saved ${(savedShare(results) * 100).toFixed(1)} %, facts not available any more: ${lost}`);
} finally {
  Deno.removeSync(folder, { recursive: true });
}
