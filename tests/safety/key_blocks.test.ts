import assert from "node:assert/strict";
import { redact } from "../../src/safety/redaction.ts";
import { hex, opaque } from "./corpora/secrets.ts";

const [RSA, RSA_END, EC, EC_END] = [["BEGIN RSA"], ["END RSA"], ["BEGIN EC"], ["END EC"]]
  .map(([name]) => `-----${name} PRIVATE` + " KEY-----");
const PUTTY = "PuTTY-User-" + "Key-File-2: ssh-rsa";
/** A line of a key, and one so long that it tells by itself. */
const [LINE, LONG] = [opaque(40), opaque(64)];
const CUT = "<redacted>";

/** Without the empty lines in place of a block's. */
const collapse = (text: string): string => text.replace(/<redacted>\n*/g, `${CUT}\n`);

Deno.test("key blocks: what goes and what stays, whole, cut off at either end, nested, quoted", () => {
  const rows: readonly (readonly [text: string, shown: string])[] = [
    // Whole ones: each keeps its own BEGIN and END.
    [
      `${RSA}\n${LINE}\n${LINE}\n${RSA_END}\n${EC}\n${LINE}\n${EC_END}\nz`,
      `${RSA}\n${CUT}\n${RSA_END}\n${EC}\n${CUT}\n${EC_END}\nz`,
    ],
    [
      `${RSA}${RSA_END}\n${EC}\n${LINE}\n${EC_END}\nz`,
      `${RSA}${RSA_END}\n${EC}\n${CUT}\n${EC_END}\nz`,
    ],
    [`${RSA}\n${EC}\n${LINE}\n${EC_END}\nz`, `${RSA}\n${EC}\n${CUT}\n${EC_END}\nz`],
    [`# ${RSA}\n# ${LINE}\n# ${RSA_END}\nz`, `# ${RSA}\n${CUT}\n${RSA_END}\nz`],
    [`"${RSA}\\n${LINE}\\n${RSA_END}\\n"`, `"${RSA}${CUT}${RSA_END}\\n"`],
    [`${RSA} and text\n${RSA_END}`, `${RSA} and text\n${RSA_END}`],
    [`${RSA}\n${CUT}\n${RSA_END}`, `${RSA}\n${CUT}\n${RSA_END}`],
    [`${RSA}\n${"x".repeat(39_997)}\n${RSA_END}`, `${RSA}\n${CUT}\n${RSA_END}`],
    [`${RSA}\n${"x".repeat(39_998)}\n${RSA_END}`, `${RSA}\n${CUT}\n${RSA_END}`],
    // Without an END that is near: as many lines as a key can have.
    [`${RSA}\n${`${LINE}\n`.repeat(980)}${RSA_END}\nz`, `${RSA}\n${CUT}\n\n${RSA_END}\nz`],
    [`${RSA}${LINE}${EC}${LINE}\nz()`, `${RSA}${CUT}${EC}${CUT}\nz()`],
    [`${RSA}${LINE}${EC}\n${LINE}\nz()`, `${RSA}${CUT}\n\nz()`],
    [`${RSA}\n${PUTTY}\n${LINE}\nz()`, `${RSA}\n${CUT}\n\nz()`],
    [`${RSA}\n${LINE}\nab12`, `${RSA}\n${CUT}\n`],
    [`${LINE}\n${RSA}\n${LINE}`, `${LINE}\n${RSA}\n${CUT}\n`],
    [`${RSA}\n${LINE}\n${CUT}\n${RSA_END}`, `${RSA}\n${CUT}\n\n${CUT}\n${RSA_END}`],
    [`${RSA}\n${LINE}\n"${LINE}"`, `${RSA}\n${CUT}\n`],
    [
      `${"-\n".repeat(15_000)}${RSA}\n${LINE}\nodd line()\n${LINE}\n${RSA_END}`,
      `${"-\n".repeat(15_000)}${RSA}\n${CUT}\n${RSA_END}`,
    ],
    [`${RSA}\nab12`, `${RSA}\nab12`],
    [`${RSA}\n\nab12`, `${RSA}\n\nab12`],
    [`${RSA}\n${LINE}\n\n${LINE}\n};\n${LINE}`, `${RSA}\n${CUT}\n\n};\n${LINE}`],
    [
      `${PUTTY}\nEncryption: none\nComment: a\nPublic-Lines: 1\n${LINE}\nPrivate-Lines: 1\n${LINE}\nPrivate-MAC: ${
        hex(40)
      }\nz`,
      `PuTTY-User-Key-File-2:\n${CUT}\n\nPrivate-MAC: ${hex(40)}\nz`,
    ],
    // Without a BEGIN: the lines above the END.
    [`${LINE}\n${LINE}\nab12==\n${RSA_END}\nz`, `${CUT}\n${RSA_END}\nz`],
    [`code()\n${LINE}\n${RSA_END}`, `code()\n${CUT}\n${RSA_END}`],
    [`code()\n${RSA_END}\nz`, `code()\n${RSA_END}\nz`],
    [`\n${LINE}\n${RSA_END}`, `\n${CUT}\n${RSA_END}`],
    [`${LINE}\n${RSA_END}`, `${CUT}\n${RSA_END}`],
    [`"${LINE}",\n"ab1=",\n${RSA_END}`, `${CUT}\n${RSA_END}`],
    [`${RSA_END}\n${LINE}\n${EC_END}\nz`, `${RSA_END}\n${CUT}\n${EC_END}\nz`],
    [`${LINE}\n${RSA_END}\n${LINE}\n${EC_END}`, `${CUT}\n${RSA_END}\n${CUT}\n${EC_END}`],
    [`${RSA}${RSA_END}\n${LINE}\n${EC_END}`, `${RSA}${RSA_END}\n${CUT}\n${EC_END}`],
    [`${LINE}\n${RSA_END} ${EC_END}`, `${CUT}\n${RSA_END} ${EC_END}`],
    [`${RSA_END} ${EC_END}`, `${RSA_END} ${EC_END}`],
    // Neither: three lines of nothing but base64.
    [`a\n${LONG}\n${LONG}\n${LONG}\nb`, `a\n${CUT}\nb`],
    [`a\n${LONG}\n${LONG}\n${LONG}`, `a\n${CUT}`],
    [`${LONG}\n${LONG}\nb`, `${LONG}\n${LONG}\nb`],
    [`${LONG}\n${LONG}\n${LONG}\n\n${LONG}\n${LONG}\n${LONG}\nx`, `${CUT}\n\n${CUT}\nx`],
    [`${LONG}\n${LONG}\nx\n${LONG}`, `${LONG}\n${LONG}\nx\n${LONG}`],
  ];
  for (const [text, shown] of rows) {
    const { text: out } = redact(text);
    assert.equal(collapse(out), collapse(shown), text.slice(0, 200));
    assert.equal(out.split("\n").length, text.split("\n").length, text.slice(0, 200));
  }
});

Deno.test("key blocks: lines count as base64 by digits and letters of both cases", () => {
  for (const line of ["a1".repeat(32), "A1".repeat(32), `${"A1".repeat(32)}\\n`, "aB".repeat(32)]) {
    const text = [line, line, line].join("\n");
    assert.equal(redact(text).redactions.some(({ kind }) => kind === "encoded-block"), false, line);
  }
});

Deno.test("key blocks: each is counted, by its kind", () => {
  const text = `${RSA}\n${LINE}\n${RSA_END}\n${LINE}\n${EC_END}\n\nx\n${LONG}\n${LONG}\n${LONG}\n`;
  assert.deepEqual(redact(text).redactions, [{ kind: "private-key", count: 2 }, {
    kind: "encoded-block",
    count: 1,
  }]);
});
