import assert from "node:assert/strict";
import { chooseProvider } from "../../../src/engine/choose_provider.ts";
import { openQuestion } from "../../../src/engine/semantic_question.ts";
import { MOCK_RERANKER, openReranker, openSemantic, rankingOf } from "../../../src/engine/semantic.ts";
import type { Settings } from "../../../src/model/settings.ts";
import { env } from "../../../src/platform/host_files.ts";
import { dropRight } from "../../../src/platform/permissions.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { Sanitizer } from "../../../src/safety/sanitize.ts";
import { checks } from "../../support/own_process.ts";

/** Which models are asked, and what is said where none can be. */

function settingsWith(text: string): Settings {
  return resolveSettings(env, [{ source: "user", path: "u", text }], readConfigFile).settings;
}

const NONE = "embedding:\n  provider: none\n";
const OLLAMA = "embedding:\n  provider: ollama\n";
const KEPT = `${OLLAMA}vectors:\n  url: postgres://u@127.0.0.1:9/code\n`;
const RERANKED = "reranker:\n  enabled: true\n  provider: ollama\n  model: m\n";
const UNREACHABLE = "provider_unreachable";

/** What is open for these settings. */
async function openWith(text: string) {
  const { choice, embedder, engine, close } = await openSemantic(settingsWith(text));
  close();
  return [choice.provider, choice.failure?.reason, embedder !== undefined, engine !== undefined];
}

await checks({
  "a provider: the one that is named; an unnamed local one only if it listens": async () => {
    const { choice, service } = await chooseProvider(settingsWith(NONE));
    assert.deepEqual([choice.provider, choice.failure, service], ["none", undefined, undefined]);
    const named = await chooseProvider(settingsWith(`${OLLAMA}  url: http://127.0.0.1:9\n`));
    assert.deepEqual([named.choice.provider, named.choice.engine, named.service?.provider], [
      "ollama",
      undefined,
      "ollama",
    ]);
    const { connect } = Deno;
    for (const isThere of [true, false]) {
      const connection = { close: () => {} };
      Object.assign(Deno, {
        connect: () => isThere ? Promise.resolve(connection) : Promise.reject(new Error("x")),
      });
      const auto = await chooseProvider(settingsWith("embedding:\n  provider: auto\n"));
      const { provider, failure } = auto.choice;
      const expected = isThere ? ["ollama", undefined, "ollama"] : ["none", "no_api_key", undefined];
      assert.deepEqual([provider, failure?.reason, auto.service?.provider], expected);
    }
    Object.assign(Deno, { connect });
  },

  "an engine for the vectors: the one that is named, and no other place where it cannot be used":
    async () => {
      const kept = await chooseProvider(settingsWith(KEPT));
      assert.deepEqual([kept.choice.engine?.place, kept.service?.provider], [
        "postgres://127.0.0.1:9/code",
        "ollama",
      ]);
      const wrong = await chooseProvider(settingsWith(`${OLLAMA}vectors:\n  url: "nowhere"\n`));
      assert.deepEqual([wrong.choice.failure?.ok, wrong.service], [false, undefined]);
      assert.deepEqual(await openWith(KEPT), ["ollama", undefined, true, true]);
      assert.deepEqual(await openWith(OLLAMA), ["ollama", undefined, true, false]);
      assert.deepEqual(await openWith(NONE), ["none", undefined, false, false]);
    },

  "a question: none without words; else in the space of its provider, if there is one": async () => {
    for (const text of [undefined, "", " \n"]) {
      assert.equal(await openQuestion(text, settingsWith(OLLAMA)), undefined, text);
    }
    const space = async (text: string) => (await openQuestion("where?", settingsWith(text)))?.space?.provider;
    assert.deepEqual([await space(NONE), await space(OLLAMA)], [undefined, "ollama"]);
    assert.notEqual(
      await openQuestion("where?", settingsWith(NONE)),
      undefined,
      "that there is none is said",
    );
  },

  "an order by a model: where one is switched on, in the time that is left": async () => {
    assert.equal(openReranker(settingsWith("")).reranker, undefined);
    const { choice, reranker } = openReranker(settingsWith(RERANKED));
    assert.deepEqual([choice.provider, choice.failure, reranker?.model], ["ollama", undefined, "m"]);
    const options = { sanitizer: new Sanitizer(), leftMs: 60_000 };
    const rank = rankingOf("where?", MOCK_RERANKER, settingsWith(RERANKED));
    assert.deepEqual((await rank([], options)).outcomes, []);
    const off = rankingOf("where?", { choice: { ...choice, provider: "none" } }, settingsWith(""));
    assert.deepEqual(await off([], options), { outcomes: [] });
  },

  "without the right to connect nothing is asked, and that is said": async () => {
    dropRight("net");
    assert.deepEqual(await openWith(OLLAMA), ["ollama", UNREACHABLE, false, false]);
    assert.deepEqual(await openWith(KEPT), ["ollama", UNREACHABLE, false, false]);
    assert.deepEqual(await openWith(NONE), ["none", undefined, false, false]);
    const side = openReranker(settingsWith(RERANKED));
    assert.deepEqual([side.reranker, side.choice.failure?.reason], [undefined, UNREACHABLE]);
    const reported = await rankingOf("where?", side, settingsWith(RERANKED))([], {
      sanitizer: new Sanitizer(),
      leftMs: 60_000,
    });
    assert.deepEqual([reported.outcomes, reported.gap?.reason], [[], UNREACHABLE]);
  },
});
