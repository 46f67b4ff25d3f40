import assert from "node:assert/strict";
import {
  addHooks,
  type HookSpec,
  isEmptySettings,
  removeHooks,
} from "../../src/clients/claude_code/settings_file.ts";
import { FileRefused } from "../../src/clients/file_refused.ts";

const own = { hooksDir: "/home/u/.claude/hooks", home: "/home/u" };
const program = "/home/u/.claude/hooks/auto-tools";
const spec: HookSpec = { event: "UserPromptSubmit", command: program, args: ["hook"], timeout: 10 };
const entry = { type: "command", command: program, args: ["hook"], timeout: 10 };

function add(text: string): string {
  return addHooks(text, [spec], own).text;
}

function settings(userPromptSubmit: unknown): string {
  return JSON.stringify({ hooks: { UserPromptSubmit: userPromptSubmit } }, null, 2);
}

/** Texts in many styles whose bytes must come back whole after adding and removing. */
const STYLES: Record<string, string> = {
  "two spaces": '{\n  "a": 1,\n  "b": [1, 2]\n}\n',
  "four spaces, no last line end": '{\n    "a": {\n        "b": true\n    }\n}',
  "tabs": '{\n\t"a": 1\n}\n',
  "carriage returns": '{\r\n  "a": 1\r\n}\r\n',
  "tabs and carriage returns": '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n',
  "byte order mark": '\uFEFF{\n  "a": 1\n}\n',
  "one line": '{"a":1,"b":[1,2]}',
  "one spaced line": '{ "a": 1, "b": 2 }\n',
  "blank lines kept": '\n{\n  "a": 1,\n\n  "b": {\n  }\n\n}\n\n',
  "odd spacing": '{"a" :1 ,\n      "b":\n 2\n}',
  "empty": "{}",
  "empty hooks": '{\n  "hooks": {}\n}\n',
  "empty event": '{\n  "hooks": {\n    "UserPromptSubmit": []\n  },\n  "z": 1\n}\n',
  "other events": '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]\n  }\n}\n',
  "other tools": settings([{ hooks: [{ type: "command", command: "/opt/other" }] }]),
  "hooks in the middle": '{\n  "a": 1,\n  "hooks": { "Stop": [] },\n  "z": [1,2,\n 3]\n}',
  "one line with hooks":
    '{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"x"}]}]},"z":null}',
  "brackets hugging": '{\n  "hooks": {\n    "UserPromptSubmit": [{\n      "hooks": []\n    }]\n  }\n}\n',
  "unicode and escapes": '{\n  "名": "\\u4e2d\\n{\\"hooks\\"}",\n  "😀": "}"\n}\n',
};

for (const [name, text] of Object.entries(STYLES)) {
  Deno.test(`settings: added and removed without a trace: ${name}`, () => {
    const { text: added, created } = addHooks(text, [spec], own);
    assert.notEqual(added, text);
    const parsed = JSON.parse(added.replace(/^\uFEFF/, ""));
    assert.deepEqual(parsed.hooks.UserPromptSubmit.at(-1), { hooks: [entry] });
    assert.equal(removeHooks(added, own, created), text);
  });

  Deno.test(`settings: adding twice changes nothing more: ${name}`, () => {
    const once = add(text);
    assert.equal(add(once), once);
  });

  Deno.test(`settings: what was there stays, byte by byte: ${name}`, () => {
    const added = add(text);
    let at = 0;
    for (const byte of text) at = added.indexOf(byte, at) + 1;
    assert.ok(at > 0, "the old text is a subsequence of the new one");
    const before = JSON.parse(text.replace(/^\uFEFF/, ""));
    const after = JSON.parse(added.replace(/^\uFEFF/, ""));
    for (const key of Object.keys(before)) if (key !== "hooks") assert.deepEqual(after[key], before[key]);
    assert.deepEqual(Object.keys(after).filter((key) => key in before), Object.keys(before));
  });
}

Deno.test("settings: line ends and indentation follow the file", () => {
  const windows = add('{\r\n\t"a": 1\r\n}\r\n');
  assert.equal(windows.replaceAll("\r\n", "").includes("\n"), false);
  assert.match(windows, /\r\n\t"hooks": \{\r\n\t\t"UserPromptSubmit"/);
  assert.match(add('{\n    "a": 1\n}'), /\n {4}"hooks": \{\n {8}"UserPromptSubmit"/);
});

Deno.test("settings: a file on one line stays on one line", () => {
  assert.equal(add('{"a":1}').includes("\n"), false);
});

Deno.test("settings: an empty or missing file becomes a whole one", () => {
  for (const text of ["", "\n", "  \n\n"]) {
    const added = add(text);
    assert.deepEqual(JSON.parse(added), { hooks: { UserPromptSubmit: [{ hooks: [entry] }] } });
    assert.ok(added.endsWith("}\n"));
  }
});

Deno.test("settings: an older path of ours is updated in place and keeps the user's own keys", () => {
  const old = {
    type: "command",
    command: "/old/place/auto-tools",
    args: ["hook"],
    timeout: 25,
    note: "mine",
  };
  const other = { type: "command", command: "/opt/other" };
  const parsed = JSON.parse(add(settings([{ matcher: "", hooks: [other, old] }, { hooks: [other] }])));
  assert.deepEqual(parsed.hooks.UserPromptSubmit, [
    { matcher: "", hooks: [other, { ...old, command: program }] },
    { hooks: [other] },
  ]);
});

Deno.test("settings: a longer timeout of the user's own is left alone", () => {
  const text = settings([{ hooks: [{ ...entry, timeout: 60 }] }]);
  assert.equal(add(text), text);
});

for (
  const command of [
    "~/.claude/hooks/auto-tools",
    "$HOME/.claude/hooks/context-inject-global.sh",
    '"/home/u/.claude/hooks/augment-context-global.sh"',
    "'/somewhere/else/auto-tools' hook",
    "/home/u/.claude/hooks/auto-tool-orchestrator.sh",
  ]
) {
  Deno.test(`settings: shell form is ours and becomes exec form: ${command}`, () => {
    const parsed = JSON.parse(add(settings([{ hooks: [{ type: "command", command }] }])));
    const { timeout: _, ...withoutTimeout } = entry;
    assert.deepEqual(parsed.hooks.UserPromptSubmit, [{ hooks: [withoutTimeout] }]);
  });
}

for (
  const hook of [
    { type: "command", command: "/opt/chain/context-inject-global.sh" },
    { type: "command", command: "/home/u/.claude/hooks/auto-tools --prompt x" },
    { type: "command", command: "/opt/my-auto-tools" },
    { type: "command", command: "cat x | /home/u/.claude/hooks/auto-tools" },
    { type: "command", command: program, args: ["stats"] },
    { type: "prompt", prompt: "auto-tools" },
  ]
) {
  Deno.test(`settings: an entry of somebody else stays: ${JSON.stringify(hook)}`, () => {
    const text = settings([{ hooks: [hook] }]);
    const { text: added, created } = addHooks(text, [spec], own);
    assert.deepEqual(JSON.parse(added).hooks.UserPromptSubmit, [{ hooks: [hook] }, { hooks: [entry] }]);
    assert.equal(removeHooks(added, own, created), text);
  });
}

Deno.test("settings: further copies of our entry go", () => {
  const other = { type: "command", command: "/opt/other" };
  const old = { type: "command", command: "/old/auto-tools" };
  const parsed = JSON.parse(
    add(settings([{ hooks: [old, other, old] }, { hooks: [old] }, { hooks: [other] }])),
  );
  const { timeout: _, ...updated } = entry;
  assert.deepEqual(parsed.hooks.UserPromptSubmit, [{ hooks: [updated, other] }, { hooks: [other] }]);
});

Deno.test("settings: several hooks at once", () => {
  const specs = [spec, { ...spec, event: "PreToolUse", matcher: "Agent|Task" }];
  const text = '{\n  "model": "x"\n}\n';
  const { text: added, created } = addHooks(text, specs, own);
  assert.deepEqual(JSON.parse(added).hooks, {
    UserPromptSubmit: [{ hooks: [entry] }],
    PreToolUse: [{ matcher: "Agent|Task", hooks: [entry] }],
  });
  assert.equal(removeHooks(added, own, created), text);
});

Deno.test("settings: removal after the user added more keeps what the user added", () => {
  const { text, created } = addHooks("{}", [spec], own);
  const parsed = JSON.parse(text);
  parsed.hooks.UserPromptSubmit.push({ hooks: [{ type: "command", command: "/opt/other" }] });
  parsed.model = "x";
  const rest = JSON.parse(removeHooks(JSON.stringify(parsed, null, 2), own, created));
  assert.deepEqual(rest, {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "/opt/other" }] }] },
    model: "x",
  });
});

Deno.test("settings: removal without our entry changes nothing", () => {
  for (const text of Object.values(STYLES)) assert.equal(removeHooks(text, own, ["hooks"]), text);
});

Deno.test("settings: empty is told from not empty", () => {
  assert.equal(isEmptySettings("{ }\n"), true);
  assert.equal(isEmptySettings(""), true);
  assert.equal(isEmptySettings('{"a":1}'), false);
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["not JSON", "{", /not valid JSON/],
  ["a line comment", '{\n  // mine\n  "a": 1\n}', /not valid JSON/],
  ["a block comment", '{ /* mine */ "a": 1 }', /not valid JSON/],
  ["a trailing comma", '{"a": 1,}', /not valid JSON/],
  ["single quotes", "{'a': 1}", /not valid JSON/],
  ["two values", "{} {}", /not valid JSON/],
  ["a list", "[]", /the file: .*expected object, received array/],
  ["null", "null", /the file: .*expected object, received null/],
  ["a string", '"x"', /the file: .*expected object, received string/],
  ["hooks as a list", '{"hooks": []}', /hooks: .*expected record, received array/],
  ["hooks as null", '{"hooks": null}', /hooks: .*received null/],
  [
    "the event as an object",
    '{"hooks": {"UserPromptSubmit": {}}}',
    /hooks\.UserPromptSubmit: .*expected array/,
  ],
  [
    "a group without hooks",
    '{"hooks": {"Stop": [{"matcher": ""}]}}',
    /hooks\.Stop\.0\.hooks: .*expected array/,
  ],
  ["a group as a string", '{"hooks": {"Stop": ["x"]}}', /hooks\.Stop\.0: .*expected object, received string/],
  [
    "a hook as a string",
    '{"hooks": {"Stop": [{"hooks": ["x"]}]}}',
    /hooks\.Stop\.0\.hooks\.0: .*expected object/,
  ],
  ["hooks twice", '{"hooks": {}, "hooks": {}}', /occurs twice: hooks/],
  ["the event twice", '{"hooks": {"Stop": [], "Stop": []}}', /occurs twice: hooks.Stop/],
  ["a key of a hook twice", '{"hooks": {"Stop": [{"hooks": [{"type": "x", "type": "y"}]}]}}', /occurs twice/],
];

for (const [name, text, message] of REFUSED) {
  Deno.test(`settings: refused: ${name}`, () => {
    assert.throws(
      () => add(text),
      (error) => error instanceof FileRefused && message.test(error.message),
    );
    assert.throws(() => removeHooks(text, own, []), FileRefused);
  });
}

Deno.test("settings: a key that occurs twice elsewhere is the user's own business", () => {
  const text = '{\n  "env": {"A": "1", "A": "2"}\n}\n';
  const { text: added, created } = addHooks(text, [spec], own);
  assert.equal(removeHooks(added, own, created), text);
});
