import assert from "node:assert/strict";
import type { AnsweringThread } from "../../../src/engine/daemon/answering_thread.ts";
import type { DaemonService } from "../../../src/engine/daemon/request.ts";
import { refreshIndex } from "../../../src/engine/daemon/refresh.ts";
import { findings, scriptedPool, scriptedSandbox } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";

// A limit for git's listing is left running, as in a daemon; files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "refresh: the index is opened over the tree as it is now, and no answer is kept",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n//- /b.ts\nlet b;\n");
    const calls: string[] = [];
    const box = scriptedSandbox(({ tool }) => {
      calls.push(tool);
      return Promise.resolve(findings("nothing"));
    });
    const { pool, put } = scriptedPool(box);
    const answering = {} as AnsweringThread;
    const service: DaemonService = {
      root: repo.root,
      cache: `${repo.root}/.cache`,
      pool,
      answering,
    };
    await refreshIndex(service);
    assert.deepEqual([box.views.length, put.length], [0, 0], "nothing was asked yet");
    service.facts = { rootSource: "git", isGit: true, head: "1" };
    service.rules = { exclude: ["gen"], ttlMs: 5 };
    await refreshIndex(service);
    const [view] = box.views;
    assert.equal(new TextDecoder().decode(view?.listing), "a.ts\0b.ts\0");
    assert.deepEqual([view?.exclude, view?.answers, view?.facts.head], [["gen"], undefined, "1"]);
    assert.deepEqual([calls, put], [["ci_search"], [box.sandbox]]);
  },
);
