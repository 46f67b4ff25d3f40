import assert from "node:assert/strict";
import { environmentFor } from "../../../src/engine/daemon/environment_for.ts";
import { env } from "../../../src/platform/host_files.ts";
import { environmentText, OWN_VARIABLES } from "../../../src/settings/environment.ts";

/** The environment of a process like this one, but for some variables. */
function textWith(others: Readonly<Record<string, string | undefined>>): string {
  return environmentText((name) => name in others ? others[name] : env(name));
}

Deno.test("environment: another process's settings count, its own files have to be where this one's are", () => {
  const read = environmentFor(textWith({ CI_AUTO_TOOLS_TIER_MAX: "2", CI_AUTO_TOOLS_DRY_RUN: "1" }))!;
  assert.deepEqual(
    ["CI_AUTO_TOOLS_TIER_MAX", "CI_AUTO_TOOLS_DRY_RUN", "HOME"].map(read),
    ["2", "1", env("HOME")],
  );
  assert.deepEqual(["PATH", "constructor", "CI_AUTO_TOOLS_MODE"].map(read), Array(3).fill(undefined));
  for (const name of OWN_VARIABLES) {
    assert.equal(environmentFor(textWith({ [name]: "/elsewhere" })), undefined, name);
    if (env(name)) assert.equal(environmentFor(textWith({ [name]: undefined })), undefined, name);
  }
  assert.equal(OWN_VARIABLES.includes("HOME"), true);
});

Deno.test("environment: what is no environment is none", () => {
  for (const text of ["", "{", "null", "7", "{}", "[1]", '["ab"]']) {
    assert.equal(environmentFor(text), undefined, text);
  }
});
