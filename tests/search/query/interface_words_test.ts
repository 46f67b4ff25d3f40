import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { interfaceTerms } from "../../../src/search/query/interface_words.ts";
import { interfaceTexts } from "../../../src/text/messages.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

const FILLER = Array.from({ length: 30 }, (_, at) => `export function berth${at}() {}\n`).join("");
const REPO = parseFixture(`
//- /src/locales/en.json
{
  "labels": {
    "mooring": "Tie up for the night",
    "cancel": "Cancel the whole trip"
  },
  "harbour.pilot.title": "Guide on board"
}
//- /src/locales/de.json
{
  "labels": { "mooring": "Festmachen" }
}
//- /src/locales/zh-CN.json
{
  "labels": {
    "mooring": "过夜停泊",
    "pilotage": "引航"
  }
}
//- /src/form.ts
export function form(boat: Boat) {
  return checkbox({ checked: boat.KeepsBerth, label: t("labels.mooring") });
}
//- /src/pilotage.ts
export function pilotage() {}
export function pilot() {}
//- /src/filler.ts
${FILLER}`);

async function terms(question: string): Promise<string[]> {
  const listed = [...REPO].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  return interfaceTerms(question, index, (path) => REPO.get(path)?.split("\n")).map(({ term }) => term);
}

Deno.test("interface texts: one of the page leads to its key, and to the names on the line that shows it", async () => {
  const found = await terms(`Boats with "tie up for the night" ticked leave the harbour at noon`);
  for (const term of ["moor", "keepsberth", "keep"]) assert.ok(found.includes(term), `${term}: ${found}`);
});

Deno.test("interface texts: where a key's last part is no name the one before is", async () => {
  assert.deepEqual(await terms("my guide is never on board"), ["pilot"]);
});

Deno.test("interface texts: Chinese questions are read by the Chinese texts", async () => {
  const found = await terms("勾选了过夜停泊以后引航没有开始");
  assert.ok(found.includes("moor") && found.includes("pilotag"), String(found));
});

Deno.test("interface texts: words apart, one word alone and other languages find nothing", async () => {
  assert.deepEqual(await terms("the night watch wants the ropes that tie the dinghy to the boat"), []);
  assert.deepEqual(await terms("cancel it"), []);
  assert.deepEqual(await terms("Festmachen geht nicht"), []);
});

Deno.test("interface texts: keys of nested blocks, of YAML, of properties and of Fluent", () => {
  const keys = (text: string): string[] =>
    interfaceTexts(text).map(({ key, text, line }) => `${line} ${key}=${text}`);
  assert.deepEqual(keys(`{\n  "a": {\n    "b": "Berth",\n    "c": "Crew"\n  },\n  "d": "Deck"\n}`), [
    "3 a.b=Berth",
    "4 a.c=Crew",
    "6 d=Deck",
  ]);
  assert.deepEqual(keys("en:\n  ship:\n    name: Name of the ship\n  port: 'Home port'\n"), [
    "3 en.ship.name=Name of the ship",
    "4 en.port=Home port",
  ]);
  assert.deepEqual(keys("# ships\nship.name=Name of the ship\nship-port = Home port\ndepth = 12\n"), [
    "2 ship.name=Name of the ship",
    "3 ship-port=Home port",
  ]);
});
