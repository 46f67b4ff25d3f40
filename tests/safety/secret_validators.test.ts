import assert from "node:assert/strict";
import { redact } from "../../src/safety/redaction.ts";
import { VALIDATORS } from "../../src/safety/secret_validators.ts";
import { CONTEXT_SECRETS, hex, opaque } from "./corpora/secrets.ts";

/** Values on both sides of each bound. */

const CUT = "<redacted>";
/** Letters and digits of a key, without a digit, and a long number. */
const [KEY, LETTERS, NUMBER] = [opaque(20), "qzXwvKjhTgRbNmPdLcFsGyWx", "8533522307676942917"];

Deno.test("validators: what their own characters make of values", () => {
  const rows: readonly (readonly [validator: keyof typeof VALIDATORS, secret: string, other: string])[] = [
    ["mixed", "aB3", "ab3"],
    ["mixed", "aB3", "AB3"],
    ["mixed", "aB3", "aBc"],
    ["mixed-or-hex", "a1".repeat(12), "a1".repeat(11) + "a"],
    ["mixed-or-hex", "0123456-8x", "0123456-8-"],
    ["mixed-or-hex", "01234567xy", "01234567xx"],
    ["mixed-or-hex", "1-2-3-4a5b67", "abcdefghijkl"],
    ["opaque", opaque(8), opaque(7)],
    ["password", "ab1!", "ab1"],
    ["password", "abcdef", "abcde"],
    ["password", "abcdef", "ab cdef1"],
    ["password", "qzXw-vKjhTgRb-NmPd", "qzXw-vKjhTgRb"],
    ["password", "a.b.c!", "a.b.c"],
    ["password", "48213", "4821"],
    ["password", "48213", "48000"],
    ["password", "65538", "65536"],
    ["password", "65534", "65535"],
    ["default", opaque(8), "getting-started"],
    ["default", opaque(8), "a1_b"],
    ["default", "blue42!", "blue 42!!"],
    ["prose", "hunter2", "hunter"],
    ["prose", "hunte2", "hunt2"],
    ["prose", "hunte2", "123456-7"],
    ["random", opaque(12), opaque(11)],
    ["random", "853352230767694", "85335223076769"],
    ["random", "853352230767694", "131313535350002"],
    ["random", opaque(14), `x=1&y=${opaque(14)}`],
    ["random", opaque(14), `https://example.org/${opaque(14)}`],
    ["random-body", opaque(12), opaque(11)],
  ];
  for (const [validator, secret, other] of rows) {
    for (const [value, is] of [[secret, true], [other, false]] as const) {
      const text = `-${value}`;
      const candidate = { text, start: 1, end: text.length, value, groups: {} };
      assert.equal(VALIDATORS[validator](candidate), is, `${validator}: ${value}`);
    }
  }
  const short = { text: opaque(10), start: 0, end: 10, value: opaque(10) };
  assert.equal(VALIDATORS.random({ ...short, groups: { word: "token" } }), true, "a word for credentials");
  assert.equal(VALIDATORS.random({ ...short, groups: { word: "key" } }), false);
  assert.equal(VALIDATORS.random({ ...short, value: opaque(9), groups: { word: "token" } }), false);
});

Deno.test("what of a line is cut: names, joints, lengths and neighbours on both sides of each bound", () => {
  /** A line with a value that goes, and one with a value that stays. */
  const rows: readonly (readonly [line: (value: string) => string, secret: string, other: string])[] = [
    [(v) => `password = "${v}"`, "ab1!", "aaaaaa"],
    [(v) => `password = "${v}"`, "x?a!", "!?!?!?"],
    [(v) => `password = "${v}"`, "correct horse battery", "correct horse user"],
    [(v) => `password = "${v}"`, "correct horse battery", "correct horse please"],
    [(v) => `password = "${v}"`, "correct horse battery", "Correct Horse Battery"],
    [(v) => `password = "${v}"`, "hunter2x", "パスワード42"],
    [(v) => `password = "${v}"`, "x7yourQz9Kv2WpLmt", "todo1a2b3"],
    [(v) => `token = "${v}"`, LETTERS, "createdAtAndThenTheName"],
    [(v) => `token = "${v}"`, "x7Qz9-Kv2WpLm", "x7Qz9 Kv2WpLm"],
    [(v) => `salt = "${v}"`, LETTERS, "correct horse battery"],
    [(v) => `password = "${v}"`, "token123abc", "token12abc"],
    // Numbers: weak passwords, but neither amounts nor bounds; `pass` is also what tests do.
    [(v) => `password: ${v}`, "48213", "48000"],
    [(v) => `password: ${v}`, "48213", "4821"],
    [(v) => `pass: ${v}`, "482139", "48213"],
    [(v) => `pass: ${v}\nfail: 3`, "", "10000"],
    [(v) => `password：${v}`, "48213", "1_000_000"],
    [(v) => `{"password": ${v}}`, "48213", "100000"],
    [(v) => `{"pass": ${v}, "fail": 3}`, "", "482139"],
    [(v) => `postgres://app:${v}@db/x`, "48213", "48000"],
    [(v) => `密码：${v}，`, "48213", "4821"],
    [(v) => `count_key: ${v}`, NUMBER, "18446744073709551615"],
    // The next argument of a call has a name of its own.
    [(v) => `f(api_key=key, ${v})`, "", "svc_acc_email=svc_acc_email"],
    [(v) => `csrf_token=${v}`, "", KEY],
    [(v) => `token_url=${v}`, "", KEY],
    [(v) => `x\nDB_PASS=${v}`, "BlueBird", "Blue"],
    [(v) => `salt = "${v}"`, LETTERS, "qzXwvyourKjhTgRbNm"],
    [(v) => `secret = "${v}"`, "b71cb6", "a1-b"],
    [(v) => `api_key = "${v}"`, "b71cb6", "b71cb"],
    [(v) => `token = "${v}"`, "b71cb609", "b71cb60"],
    [(v) => `token = "${v}"`, "node1234567", "node123"],
    [(v) => `TOKEN || "${v}"`, "user1API", "f00168"],
    [(v) => `password || "${v}"`, "toeo191ia", "toeoia"],
    [(v) => `x\nf(passwd, "${v}")`, "toeo191ia", "toeoia"],
    [(v) => `x\nf(passwd,\n    "${v}")`, "", "toeo191ia"],
    [(v) => `get("secret_key", "${v}")`, "b71Cb609Qz7mKx2L", "getting-started"],
    // Bare: a plain word only on a line of a file of variables, a short one nowhere.
    [(v) => `DB_PASS=${v}`, "BlueBi", "BlueB"],
    [(v) => `  export DB_PASS=${v}`, "BlueBird", "Blue"],
    [(v) => `see DB_PASS=${v}`, "ab-c1", "BlueBird"],
    [(v) => `PWD=${v} run`, "ab-c1", "ab-cd"],
    [(v) => `db_pass=${v}`, "ab-c1", "bluebird"],
    [(v) => `password: ${v}`, "a1-b", "foo-bar"],
    [(v) => `see password: ${v} there`, "blue42!", "a1-b"],
    [(v) => `password: ${v}`, "hunter2x", "settings.pass.word1x"],
    [(v) => `password: ${v}`, "hunter2x", "make->pass1x"],
    [(v) => `password=${v}`, "12345", "1234"],
    [(v) => `see password=${v} there`, "b71cb609", "12345"],
    [(v) => `password_at=${v}`, "", "12345"],
    [(v) => `token=${v}`, "b71cb609", "12345"],
    [(v) => `secret:${v}`, "b71cb609", "alpha:b3t"],
    [(v) => `token: ${v}`, "b71cb609", "b71cb60"],
    [(v) => `see token: ${v}`, "b71Cb609Qz7mKx2L", "b71cb609"],
    [(v) => `pwd = ${v}`, "e90-x!", "e90"],
    [(v) => `db_pass = ${v}`, "1tntaoeie1n9", "make1tntao(x)"],
    // The value of one name is another name with its own.
    [(v) => `salt: DB_PASSWORD=${v}`, "hunter-ab!", "hunter"],
    // Names that are about secrets, and words that end in one.
    [(v) => `dbPass = "${v}"`, "on-2nd-try!", "nil"],
    [(v) => `bypass = "${v}"`, "", "on-2nd-try!"],
    [(v) => `basalt = "${v}"`, "", "b71cb609"],
    [(v) => `userKey = "${v}"`, KEY, "created_at_and_name"],
    [(v) => `userPrimaryKey = "${v}"`, "", KEY],
    [(v) => `mycsrftoken = "${v}"`, "", KEY],
    [(v) => `csrf_token = "${v}"`, "", KEY],
    [(v) => `token__x = "${v}"`, "", KEY],
    [(v) => `token_url = "${v}"`, "", KEY],
    [(v) => `tokenUrl = "${v}"`, "", KEY],
    // Options and prose.
    [(v) => `cmd --token=${v}`, "sunshine", "aost"],
    [(v) => `cmd --passwd ${v}`, "zAAA_9zZAa", "sunshine"],
    [(v) => `cmd --secret ${v}`, "a0!ZX", "a0ZX"],
    [(v) => `cmd --secret ${v}`, "xqzjvkwpfhgt", "xqzjvkwpfhg"],
    [(v) => `the password is ${v} here`, "API1th", "API1t"],
    [(v) => `Authorization: Bearer ${v}`, "b71cb609", "bluebird"],
    [(v) => `{"auth": "${v}"}`, NUMBER, "131313535350002"],
    [(v) => `alcht_${v}`, KEY, "created_at_and_name"],
  ];
  const bad: string[] = [];
  for (const [line, ...values] of rows) {
    for (const [at, value] of values.entries()) {
      if (value === "") continue;
      const shown = line(at === 0 ? CUT : value);
      if (redact(line(value)).text !== shown) bad.push(`${line(value)} => ${redact(line(value)).text}`);
    }
  }
  assert.deepEqual(bad, []);
});

Deno.test("encoded text is cut as a whole where it holds a secret, and stays where it holds none", () => {
  const hexOf = (text: string): string => [...text].map((char) => char.charCodeAt(0).toString(16)).join("");
  const percent = (text: string): string =>
    [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("");
  const [secret, plain] = ["password=hunter2xy", "A plain sentence here."];
  const rows: readonly (readonly [text: string, shown: string])[] = [
    [`x ${btoa(secret)} y`, `x ${CUT} y`],
    [`x ${btoa(plain)} y`, `x ${btoa(plain)} y`],
    [btoa("pass=hunter2x"), btoa("pass=hunter2x")],
    [btoa("password=hunt2x"), btoa("password=hunt2x")],
    [
      `${hexOf(secret)} ${btoa(secret)} ${hexOf(plain)} ${btoa(secret)}`,
      `${CUT} ${CUT} ${hexOf(plain)} ${CUT}`,
    ],
    [`${btoa(secret + "z")}${hexOf(secret)}`, `${CUT}${CUT}`],
    [`x ${hexOf(secret)}`, `x ${CUT}`],
    [percent(secret), CUT],
    [percent(plain), percent(plain)],
    [`${percent(plain)} ${percent(secret)}`, `${percent(plain)} ${CUT}`],
  ];
  for (const [text, shown] of rows) assert.equal(redact(text).text, shown, text);
  assert.deepEqual(redact(`${btoa(secret)} ${percent(secret)}`).redactions, [{
    kind: "encoded-secret",
    count: 2,
  }]);
});

Deno.test("of the lines with secrets all but these stays, as written down", () => {
  const golden = new URL("redaction.golden.json", import.meta.url);
  const shown = CONTEXT_SECRETS.map(([text]) => redact(text)).map(({ text, redactions }) => [
    ...text.split("\n"),
    redactions.map(({ kind, count }) => `${kind} ${count}`).join(", "),
  ]);
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    Deno.writeTextFileSync(golden, JSON.stringify(shown, null, 1) + "\n");
  }
  assert.deepEqual(shown, JSON.parse(Deno.readTextFileSync(golden)));
});

Deno.test("hexadecimal keys go whatever their length", () => {
  for (const length of [32, 40, 64]) {
    assert.equal(redact(`api_key = "${hex(length)}"`).text, `api_key = "${CUT}"`);
  }
});
