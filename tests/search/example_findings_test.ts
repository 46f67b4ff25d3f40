import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { exampleFindings } from "../../src/search/example_findings.ts";
import { searchIndex } from "../../src/search/indexed.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { filesOf } from "../support/files.ts";
import { testParser } from "../syntax/support.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "src/storage/ftp_storage.ts": `import { open } from "./open.ts";

export class FtpStorage {
  store(file) {
    return open("ftp").put(file);
  }
}
`,
  "src/storage/open.ts": "export function open(kind) {\n  return kind;\n}\n",
  "src/registry.ts": `import { FtpStorage } from "./storage/ftp_storage.ts";

// ftp was the first one
export const STORAGES = {
  file: FileStorage,
  ftp: FtpStorage,
};
`,
  "docs/storages.md": "# Storages\n\nFiles and `ftp`.\n",
  "tests/storage_test.ts": 'Deno.test("stores by ftp", () => new FtpStorage().store(1));\n',
  "CHANGELOG.md": "# 1.0\n\nAdded ftp.\n",
};

async function ask(prompt: string, examples: readonly string[], texts = TEXTS): Promise<Finding[]> {
  const listed = Object.entries(texts).map(([path, text]) => ({ path, text }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  return exampleFindings(
    search(queryViews(prompt), index),
    filesOf((path) => texts[path] ?? ""),
    examples,
  );
}

Deno.test("example: its class as the pattern, then the lines that name it: code, documents, tests; no import, no comment, no history", async () => {
  const [pattern, ...places] = await ask("add a storage for sftp, like the FTP one", ["FTP"]);
  assert.equal(pattern?.symbol, "FtpStorage");
  assert.match(pattern?.code?.[0]?.text ?? "", /^export class FtpStorage/);
  assert.deepEqual(places.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`), [
    "src/registry.ts:6-6",
    "docs/storages.md:3-3",
    "tests/storage_test.ts:1-1",
  ]);
  assert.equal(places[0]?.claim, "names FTP");
  assert.deepEqual(places[0]?.code, [{ startLine: 6, text: "  ftp: FtpStorage," }]);
});

Deno.test("example: what the code does not know, and what only its own definition names, is none", async () => {
  assert.deepEqual(await ask("add a storage like gopher", ["gopher"]), []);
  assert.deepEqual(await ask("add one like the open function", ["recursion"]), []);
});

Deno.test("example: the next one where the first is not known", async () => {
  const [pattern] = await ask("add a storage beside gopher and FTP", ["gopher", "FTP"]);
  assert.equal(pattern?.symbol, "FtpStorage");
});

Deno.test("example: of a word that is all over the code only entries count: quoted, or the key of a table", async () => {
  const users = Object.fromEntries(
    Array.from({ length: 45 }, (_, at) => [
      `src/uses/u${at}.ts`,
      `export function use${at}(ftp) {\n  return ftp.send(${at});\n}\n`,
    ]),
  );
  const places = await ask("add a storage for sftp, like the FTP one", ["FTP"], { ...TEXTS, ...users });
  assert.deepEqual(places.map(({ path }) => path).filter((path) => path.startsWith("src/uses/")), []);
  assert.ok(places.some(({ path }) => path === "src/registry.ts"));
});

Deno.test("example: a name of several words is found as manifests and code write it", async () => {
  const texts = {
    "src/middleware/request_id.ts": "export function requestId() {\n  return crypto.randomUUID();\n}\n",
    "src/index.ts": 'export const ALL = { "request-id": requestId };\n',
    "package.json":
      '{\n  "exports": {\n    "./etag": "./dist/etag.js",\n    "./request-id": "./dist/request_id.js"\n  }\n}\n',
  };
  const found = await ask("add another middleware like the request id one", ["request id"], texts);
  assert.deepEqual(found.map(({ path, startLine }) => `${path}:${startLine}`), [
    "src/middleware/request_id.ts:1",
    "src/index.ts:1",
    "package.json:4",
  ]);
});

Deno.test("example: functions of the file that is called so are the pattern; columns are added in migrations", async () => {
  const texts = {
    "src/integration/linkding/linkding.go":
      "package linkding\n\ntype Client struct{}\n\n// CreateBookmark saves an entry as a bookmark.\nfunc (c *Client) CreateBookmark(url string) error {\n\treturn post(url)\n}\n",
    "src/database/migrations.go":
      'package database\n\nvar steps = []string{\n\t"ALTER TABLE integrations ADD COLUMN linkding_enabled bool",\n}\n',
    "src/model.go": "package model\n\ntype Integration struct {\n\tLinkdingEnabled bool\n}\n",
    "docs/migration.md": "# Moving\n\nLinkding bookmarks move by themselves.\n",
  };
  const prompt = "add an integration that saves an entry as a bookmark like Linkding";
  const found = await ask(prompt, ["Linkding"], texts);
  assert.equal(found[0]?.symbol, "Client.CreateBookmark");
  assert.deepEqual(found.slice(1).map(({ path }) => path).sort(), [
    "src/database/migrations.go",
    "src/model.go",
  ]);
});

const LOCALES = {
  "conf/locale/locale_bg-BG.yml": "ftp: ФТП\n",
  "conf/locale/locale_de-DE.yml": "ftp: FTP\n",
};

Deno.test("example: of the files of texts the English one comes before those of other languages", async () => {
  const texts = {
    ...TEXTS,
    ...LOCALES,
    "conf/locale/locale_en-US.yml": "ftp: FTP\n",
    "conf/locale/locale_fr-FR.yml": "ftp: FTP\n",
  };
  const places = await ask("add a storage for sftp, like the FTP one", ["FTP"], texts);
  const data = places.map(({ path }) => path).filter((path) => path.startsWith("conf/"));
  assert.equal(data[0], "conf/locale/locale_en-US.yml");
});

Deno.test("example: one in Chinese goes by the name that the texts of the interface give it", async () => {
  const texts: Record<string, string> = {
    ...TEXTS,
    "src/locales/zh-CN.json": '{\n  "storages": {\n    "ftp": "文传服务"\n  }\n}\n',
  };
  const listed = Object.entries(texts).map(([path, text]) => ({ path, text }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const context = {
    files: filesOf((path) => texts[path] ?? ""),
    clock: () => 0,
    deadline: 1000,
  } as unknown as ToolContext;
  const ask = async (example: string): Promise<readonly Finding[]> =>
    (await searchIndex(
      index,
      { query: `加一个存储 storage，照着${example}那种做`, examples: [example] },
      context,
    )).items;
  const [pattern, place] = await ask("文传服务");
  assert.match(pattern!.claim, /^ftp, the example/);
  assert.equal(place?.path, "src/registry.ts");
  assert.ok((await ask("无名之物")).every(({ claim }) => !claim.includes("the example")));
});
