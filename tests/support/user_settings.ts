import { PATIENT_SETTINGS } from "./binary.ts";

/** A folder for XDG_CONFIG_HOME whose settings give tools and providers time, with more lines of the user's own; removed in the end. */
export function userSettings(more = ""): string {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-config-" });
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  Deno.mkdirSync(`${folder}/auto-tools`);
  const text = `${PATIENT_SETTINGS}embedding.timeout_ms: 10000\n${more}`;
  Deno.writeTextFileSync(`${folder}/auto-tools/auto-tools.yaml`, text);
  return folder;
}
