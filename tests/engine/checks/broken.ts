import assert from "node:assert/strict";
import { startDaemon } from "../../../src/engine/daemon/start.ts";
import { warmBeside } from "../../../src/engine/background.ts";
import { SYMBOL_FILE } from "../../../src/index/symbol_filter.ts";
import { replaceChecked } from "../../../src/platform/cache_files.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { until } from "../../support/engine_kit.ts";
import { checks, started } from "../../support/own_process.ts";

/** What is started beside a prompt in an environment that asks for a fault. */

await checks({
  "no daemon: later prompts would meet the fault": async () => {
    const cache = Deno.makeTempDirSync();
    replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(1));
    const { settings } = resolveSettings(() => undefined);
    startDaemon("/broken", { cache, files: 300, settings });
    warmBeside("/last");
    await until(() => started().length > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(started(), ["warm /last;2 65536 131072"]);
  },
});
