import assert from "node:assert/strict";
import { onlyEmbedded } from "../../src/syntax/embedded.ts";
import { languageConfig } from "../../src/syntax/languages.ts";

Deno.test("templates: elements that nothing closes take time by their number, not by its square", () => {
  const count = 20_000;
  for (
    const text of [
      `<template>${'<li v-for="a in b">\n'.repeat(count)}`,
      `<template>${'<li v-for="a in b">\n'.repeat(count)}${"</li>".repeat(count)}`,
    ]
  ) {
    const start = performance.now();
    const program = onlyEmbedded(text, languageConfig("vue")!.embedded!);
    assert.equal(program.split(";{let[a]=").length, count + 1);
    assert.equal(program.split("\n").length, count + 1);
    // Milliseconds; by the square it takes more than a minute.
    assert.ok(performance.now() - start < 20_000);
  }
});
