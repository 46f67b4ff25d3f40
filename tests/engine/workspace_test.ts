import assert from "node:assert/strict";
import { isNamed, otherMembers, packagesOf } from "../../src/engine/workspace.ts";
import { readConfigFile } from "../../src/settings/file.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { makeRepo } from "../support/fixture.ts";

async function namesOf(root: string, entries: readonly string[], source: "user" | "project" = "user") {
  const file = { source, path: "auto-tools.yaml", text: `workspace: ${JSON.stringify(entries)}\n` };
  const { settings } = resolveSettings(() => undefined, [file], readConfigFile);
  return (await otherMembers(root, settings)).map(({ name }) => name);
}

Deno.test("workspace: members are the listed folders, named apart; a project's file lists none", async () => {
  using repo = makeRepo(
    "//- /a/app/x\n//- /b/app/x\n//- /lib/x\n//- /mine.code-workspace\n" +
      '{"folders": [{"path": "lib"}, {"path": "./a/app"}, {"name": "no path"}]}\n',
    { git: false },
  );
  const at = (path: string): string => `${repo.root}/${path}`;
  const folders = [at("lib"), at("a/app"), at("b/app"), at("missing"), "relative"];
  assert.deepEqual(await namesOf(at("lib"), folders), ["a/app", "b/app"]);
  assert.deepEqual(await namesOf(at("a/app"), folders), ["lib", "b/app"]);
  assert.deepEqual(await namesOf(at("a"), folders), []);
  assert.deepEqual(await namesOf(at("lib"), folders, "project"), []);
  assert.deepEqual(await namesOf(at("lib"), [at("mine.code-workspace")]), ["app"]);
  repo.git("init", "-q");
  assert.deepEqual(await namesOf(at("lib"), [at("mine.code-workspace")]), []);
});

Deno.test("workspace: packages by the names under which they are imported", () => {
  using repo = makeRepo(
    '//- /package.json\n{"name": "@acme/pay"}\n//- /go.mod\nmodule acme.example/pay\n//- /Cargo.toml\n' +
      '[lib]\nname = "other"\n[package]\nversion = "1"\nname = "acme-pay"\n//- /pyproject.toml\n[project]\n' +
      "name = 'acme-pay-py'\n//- /deno.json\n{ broken\n",
    { git: false },
  );
  assert.deepEqual(packagesOf({ name: "pay", root: repo.root }), [
    "@acme/pay",
    "acme.example/pay",
    "acme_pay",
    "acme_pay_py",
  ]);
});

Deno.test("workspace: a prompt names a repository where its name can mean nothing else", () => {
  const named = (prompt: string, name: string, ...packages: string[]): boolean =>
    isNamed(prompt, { name, root: "/" }, packages);
  assert.ok(named("Where does billing-api check the token?", "billing-api"));
  assert.ok(!named("Where does my-billing-api-v2 check it?", "billing-api"));
  assert.ok(named("How does the backend service retry?", "backend"));
  assert.ok(named("what is in the backend that retries", "backend"));
  assert.ok(named("backend 仓库里哪里处理重试？", "backend"));
  assert.ok(!named("does our backend retry", "backend"));
  assert.ok(named("why does @acme/pay throw", "pay", "@acme/pay"));
  assert.ok(!named("why does the pay button throw", "pay", "@acme/pay"));
  assert.ok(named("look at a+b-c", "a+b-c"));
});
