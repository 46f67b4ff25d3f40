import assert from "node:assert/strict";
import { ckbTools, startCkb } from "../../src/engine/start_ckb.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

// A thread that connects is ended by its owner.
const lenient = { sanitizeOps: false, sanitizeResources: false };

function settingsWith(server: string) {
  const text = `ckb:\n  server: "${server}"\n  tools: [ci_hotspot]\n`;
  return resolveSettings(() => undefined, [{ source: "user", path: "u", text }], readConfigFile).settings;
}

Deno.test(
  "ckb: an address is a web server's, encrypted outside of this machine, without a password",
  lenient,
  () => {
    const rows: readonly [server: string, why: RegExp | undefined][] = [
      ["http://127.0.0.1:9/mcp", undefined],
      ["http://localhost:9/mcp", undefined],
      ["https://ckb.example/mcp", undefined],
      ["http://ckb.example/mcp", /has to be https/],
      ["https://user@ckb.example/mcp", /holds a password/],
      ["https://:word@ckb.example/mcp", /holds a password/],
      ["ftp://127.0.0.1/mcp", /nor a URL/],
      ["no address", /nor a URL/],
    ];
    for (const [server, why] of rows) {
      const settings = settingsWith(server);
      if (settings["ckb.server"].value === undefined) continue;
      const link = startCkb(settings, "/nowhere");
      const { why: reported, port, tools } = link.line();
      assert.deepEqual([port === undefined, reported === undefined, tools], [why !== undefined, !why, [
        "ci_hotspot",
      ]], server);
      if (why) assert.match(reported ?? "", why, server);
      port?.close();
      link.end();
      assert.deepEqual(ckbTools(settings, ["ci_search", "ci_hotspot"]), ["ci_hotspot"]);
    }
  },
);
