import assert from "node:assert/strict";
import { openEnvironment } from "../../src/engine/run_environment.ts";
import { readIntent } from "../../src/intent/intent.ts";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import type { Repository } from "../../src/platform/repository.ts";
import type { Sandbox } from "../../src/platform/sandbox.ts";
import type { SandboxPool } from "../../src/platform/sandbox_pool.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

// A limit for git's listing is left running, as in a server.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "environment: what fails before the tools run ends the sandboxes that were started",
  lenient,
  async () => {
    const root = Deno.realPathSync(Deno.makeTempDirSync());
    const ended: string[] = [];
    let started = 0;
    const sandbox = (): Sandbox => {
      const name = `sandbox ${++started}`;
      const nothing = (): void => {};
      const abort = (): void => void ended.push(name);
      return { prepare: nothing, open: nothing, tell: nothing, abort } as unknown as Sandbox;
    };
    const repository: Repository = {
      root,
      main: root,
      facts: { rootSource: "cwd" },
      list: () => undefined,
      limits: [],
    };
    const { settings } = resolveSettings(() => undefined);
    const prompt = "fix the bug in parseConfig, src/config.ts: it throws when the file is empty";
    const options = {
      settings,
      plan: makePlan(prompt, readIntent(prompt), settings, TOOL_NAMES),
      keep: "server",
      pool: { take: sandbox } as unknown as SandboxPool,
    } as const;
    try {
      const broken = (): never => {
        throw new Error("no file can be opened");
      };
      await assert.rejects(openEnvironment(repository, { ...options, prepare: broken }), /no file can be/);
      const lost = Promise.reject(new Error("no question"));
      lost.catch(() => {});
      await assert.rejects(openEnvironment(repository, { ...options, asking: lost }), /no question/);
      assert.deepEqual(ended, ["sandbox 1", "sandbox 2", "sandbox 3", "sandbox 4"]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  },
);
