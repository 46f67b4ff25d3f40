import assert from "node:assert/strict";
import { asEnglish } from "../../src/text/other_languages.ts";

const english = (text: string): Promise<string> => asEnglish(text, () => false);

Deno.test("other languages: an accent that makes another word is read", async () => {
  const text = await english("Où est fermée la session ou le fichier ?");
  assert.equal(text.match(/where is/g)?.length, 1, text);
});

Deno.test("other languages: everyday words are not read as other words that begin alike", async () => {
  const prompts = [
    ["¿Qué hace el comando con esta lista?", /\bbefore\b/],
    ["¿Por qué el archivo cambia a menudo?", /\bmenu\b/],
    ["Como o aviso some logo depois?", /\blog\b/],
    ["Почему список часто пустой?", /\bpart\b/],
    ["Welche Spalte ist außerdem leer?", /\bexclude\b/],
    ["채널이 열리면 저널에 남나요?", /\bnull\b/],
  ] as const;
  for (const [prompt, wrong] of prompts) assert.doesNotMatch(await english(prompt), wrong, prompt);
});

Deno.test("other languages: a word of the repository stays, although an entry begins like it", async () => {
  const names = new Set(["controller", "query", "range"]);
  const read = (text: string): Promise<string> => asEnglish(text, (word) => names.has(word));
  assert.match(await read("¿Dónde se llama el controller?"), /\bcontroller\b/);
  assert.match(await read("Onde a query é montada e enviada?"), /\bquery\b/);
  assert.match(await read("Où est le range de la page ?"), /\brange\b/);
  assert.match(await read("¿Dónde se abre la base de datos?"), /\bdatabase\b/);
});

Deno.test("other languages: Spanish words that ask are those with an accent, or with their verbs", async () => {
  assert.doesNotMatch(await english("¿Dónde está la lista que se guarda como texto?"), /what is|how does/);
  assert.match(await english("¿Qué hace la lista?"), /what is/);
  assert.match(await english("que hace la lista de los archivos"), /what is/);
  assert.match(await english("como funciona la lista de los archivos"), /how does/);
});
