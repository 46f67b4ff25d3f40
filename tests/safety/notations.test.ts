import assert from "node:assert/strict";
import { redact } from "../../src/safety/redaction.ts";
import { SECRET_NOTATIONS } from "./corpora/notations.ts";
import { opaque } from "./corpora/secrets.ts";

/** A password that a person chose, a short one, and a random token. */
const VALUES = ["Tr0ub4dor&3x", "hunter2x", opaque(20)];

for (const write of SECRET_NOTATIONS) {
  Deno.test(`redacted in ${JSON.stringify(write("..."))}`, () => {
    for (const value of VALUES) {
      const text = write(value);
      const { text: out, redactions } = redact(text);
      assert.ok(!out.includes(value), out);
      assert.ok(redactions.length > 0);
      assert.equal(out.split("\n").length, text.split("\n").length);
      assert.equal(redact(out).text, out);
    }
  });
}

Deno.test("names, references and types in the same notations stay", () => {
  for (
    const value of ["${{ secrets.DB_PASSWORD }}", "process.env.DB_PASSWORD", "string", "config.db.password"]
  ) {
    for (const write of SECRET_NOTATIONS) assert.ok(redact(write(value)).text.includes(value), write(value));
  }
});

Deno.test("a line without a secret keeps its full-width and look-alike letters", () => {
  const text = `ｐａｓｓｗｏｒｄ＝${VALUES[0]}；ｏｋ\n设置：（全角）　рассказ, ＡＢＣ`;
  assert.equal(redact(text).text, "ｐａｓｓｗｏｒｄ＝<redacted>；ｏｋ\n设置：（全角）　рассказ, ＡＢＣ");
});
