import assert from "node:assert/strict";
import { nearPaths } from "../../src/model/near_paths.ts";

Deno.test("near paths: the same name first, then the stem, then a likeness, folders in common decide", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
    ["app.ts", ["src/app.ts", "src/other.ts"], ["src/app.ts"], "the same name elsewhere"],
    ["app.ts", ["app.js", "app.ts"], ["app.ts", "app.js"], "another ending comes later"],
    ["user-store.ts", ["lib/user_store.py"], ["lib/user_store.py"], "what only divides words"],
    ["config.ts", ["confg.ts"], ["confg.ts"], "a slip in a name at the root"],
    ["src/APP.ts", ["./src/app.ts"], ["./src/app.ts"], "case and a leading dot"],
    ["z/config.ts", ["a/confg.ts", "z/confg.ts"], ["z/confg.ts", "a/confg.ts"], "the folder in common"],
    ["z/app.ts", ["a/app.ts", "z/app.ts"], ["z/app.ts", "a/app.ts"], "the same for the same name"],
    ["z/app.ts", ["z/q/app.ts", "z/app.ts"], ["z/app.ts", "z/q/app.ts"], "no folder too many"],
    ["bar.ts", ["car.ts", "bar.js"], ["bar.js"], "another first letter is another stem"],
    ["config.ts", ["b/confg.ts", "a/confg.ts"], ["a/confg.ts", "b/confg.ts"], "else by path"],
    ["ab.ts", ["ac.ts"], [], "names too short to resemble one another"],
    ["config.ts", ["parser.ts", "con.ts", "configurationloader.ts"], [], "nothing is close"],
    [".env.ts", [".env.js"], [".env.js"], "a name that begins with a dot"],
    ["Makefile", ["makefile.am", "Makefile"], ["Makefile", "makefile.am"], "a name without an ending"],
  ];
  for (const [wanted, paths, near, what] of cases) assert.deepEqual(nearPaths(wanted, paths, 5), near, what);
});

Deno.test("near paths: at most as many as asked for", () => {
  const paths = ["c/app.ts", "a/app.ts", "b/app.ts"];
  assert.deepEqual(nearPaths("app.ts", paths, 2), ["a/app.ts", "b/app.ts"]);
  assert.deepEqual(nearPaths("app.ts", paths, 0), []);
});
