import assert from "node:assert/strict";
import { expandEnglish } from "../../../src/analysis/text/related.ts";

Deno.test("expandEnglish: own tokens at full weight, related ones below and in the same concept", () => {
  const found = expandEnglish(["login", "fails"]);
  const login = found.find((term) => term.term === "login")!;
  const signin = found.find((term) => term.term === "signin")!;
  assert.equal(login.weight, 1);
  assert.ok(signin.weight > 0 && signin.weight <= 0.3);
  assert.equal(signin.concept, login.concept);
  assert.notEqual(found.find((term) => term.term === "fail")!.concept, login.concept);
});

Deno.test("expandEnglish: forms of a word find the same relatives", () => {
  const of = (word: string): string[] => expandEnglish([word]).map((term) => term.term);
  assert.deepEqual(of("cookies"), of("cookie"));
  assert.deepEqual(of("deleted"), of("deletes"));
  assert.ok(of("deleted").includes("remov"));
});

Deno.test("expandEnglish: limit and weight are kept, unknown words stay alone", () => {
  assert.equal(expandEnglish(["error"], { limit: 1 }).length, 2);
  assert.ok(
    expandEnglish(["error"], { weight: 0.1 }).every((term) => term.weight === 1 || term.weight <= 0.1),
  );
  assert.deepEqual(expandEnglish(["zzyzx"]).map((term) => term.term), ["zzyzx"]);
  assert.deepEqual(expandEnglish(["the", "of"]), []);
});
