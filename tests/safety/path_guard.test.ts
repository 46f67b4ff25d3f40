import assert from "node:assert/strict";
import { createPathGuard, type GuardPorts, shapeOf } from "../../src/safety/path_guard.ts";
import { fuzzPaths, PORTS, withRoot } from "./path_fuzz.ts";

Deno.test("the shape of a path: what is normalised, what is refused", () => {
  const kept: Record<string, string> = {
    "a.ts": "a.ts",
    "./a.ts": "a.ts",
    "src//b/./c.ts/": "src/b/c.ts",
    "..a/b..": "..a/b..",
    ".github/x.yml": ".github/x.yml",
    ".gitignore": ".gitignore",
    "源码/文件.ts": "源码/文件.ts",
  };
  for (const [path, expected] of Object.entries(kept)) {
    assert.deepEqual(shapeOf(path), { ok: true, path: expected });
  }
  const refused: Record<string, string> = {
    "": "empty",
    ".": "empty",
    "./": "empty",
    "a\0b": "control character",
    "a\nb": "control character",
    "/etc/passwd": "absolute",
    "//host/share": "absolute",
    "a\\b": "backslash",
    "..\\..\\x": "backslash",
    "C:/x": "drive letter",
    "c:x": "drive letter",
    "..": "parent segment",
    "a/../b": "parent segment",
    "a/..": "parent segment",
    "a/.. /b": "parent segment",
    "a/․․/b": "parent segment",
    "a/.\u200B./b": "parent segment",
    ".git": "git internals",
    "sub/.git/config": "git internals",
    ".GIT/config": "git internals",
    ".Git /config": "git internals",
    ".git./config": "git internals",
    ".g\u200Cit/config": "git internals",
    "git~1/config": "git internals",
    ".git::$INDEX_ALLOCATION/x": "git internals",
    [`${"a".repeat(256)}`]: "too long",
    [`${"a/".repeat(3000)}`]: "too long",
  };
  for (const [path, reason] of Object.entries(refused)) {
    assert.deepEqual(shapeOf(path), { ok: false, reason }, path);
  }
});

Deno.test("a segment may be as long as file systems allow, and a path 4,096 units", () => {
  const [segment, path] = ["s".repeat(255), `${"ab/".repeat(1365)}x`];
  assert.deepEqual(shapeOf(segment), { ok: true, path: segment });
  assert.deepEqual(shapeOf(`${segment}s`), { ok: false, reason: "too long" });
  assert.equal(path.length, 4096);
  assert.deepEqual(shapeOf(path), { ok: true, path });
  assert.deepEqual(shapeOf(`${path}y`), { ok: false, reason: "too long" });
});

Deno.test("files inside the root are admitted by their real place", () => {
  withRoot((guard, root) => {
    assert.deepEqual(guard.admit("src/a.ts"), { ok: true, path: "src/a.ts", absolute: `${root}/src/a.ts` });
    assert.deepEqual(guard.admit("./src//deep/b.ts"), {
      ok: true,
      path: "src/deep/b.ts",
      absolute: `${root}/src/deep/b.ts`,
    });
    assert.deepEqual(guard.admit("link-in.ts"), { ok: true, path: "src/a.ts", absolute: `${root}/src/a.ts` });
    assert.deepEqual(guard.admit("dir-in/b.ts"), {
      ok: true,
      path: "src/deep/b.ts",
      absolute: `${root}/src/deep/b.ts`,
    });
    assert.deepEqual(guard.admit("src/up/plain"), { ok: true, path: "plain", absolute: `${root}/plain` });
  });
});

Deno.test("what leads outside, to secrets or nowhere is refused with its reason", () => {
  withRoot((guard) => {
    const reasons: Record<string, string> = {
      "link-out": "outside root",
      "dir-out/private.txt": "outside root",
      "abs-out/hostname": "outside root",
      "abs-out": "outside root",
      "hop/private.txt": "outside root",
      "src/far/private.txt": "outside root",
      "to-root/to-root/dir-out/private.txt": "outside root",
      ".env": "sensitive",
      ".ENV": "sensitive",
      "to-env": "sensitive",
      "to-secret": "sensitive",
      "secret-dir/x.txt": "sensitive",
      "keys/tls.key": "sensitive",
      "to-root/.ssh/id_rsa": "sensitive",
      "to-git/config": "git internals",
      "to-root": "empty",
      "loop-a": "unresolvable",
      "self/x": "unresolvable",
      "dangling": "unresolvable",
      "none.ts": "unresolvable",
      "plain/x": "unresolvable",
    };
    for (const [path, reason] of Object.entries(reasons)) {
      assert.deepEqual(guard.admit(path), { ok: false, reason }, path);
    }
  });
});

Deno.test("a root that is a link is resolved once; a missing root is a failure with its path", () => {
  withRoot((_guard, root, outside) => {
    Deno.symlinkSync(root, `${outside}/alias`);
    assert.equal(createPathGuard(`${outside}/alias`, PORTS).root, root);
    assert.throws(() => createPathGuard(`${root}/none`, PORTS), { name: "Failure", message: /none$/ });
  });
});

Deno.test("a folder is resolved once, then a file costs one look", () => {
  const calls = { realPath: 0, isSymlink: 0 };
  const counting: GuardPorts = {
    realPath: (absolute) => (calls.realPath++, PORTS.realPath(absolute)),
    isSymlink: (absolute) => (calls.isSymlink++, PORTS.isSymlink(absolute)),
  };
  withRoot((guard) => {
    const paths = ["src/a.ts", "src/deep/b.ts"];
    for (const path of paths) guard.admit(path);
    const before = { ...calls };
    for (let round = 0; round < 100; round++) assert.ok(guard.admit(paths[round % 2]!).ok);
    assert.deepEqual(calls, { realPath: before.realPath, isSymlink: before.isSymlink + 100 });
  }, counting);
});

Deno.test("a file system without letter case cannot be used to reach a secret", () => {
  const files = new Set(["/r", "/r/secrets", "/r/secrets/x", "/r/src", "/r/src/a.ts"]);
  const find = (path: string): string => {
    const real = [...files].find((file) => file === path.normalize("NFKC").toLowerCase());
    if (real === undefined) throw new Error("missing");
    return real;
  };
  const guard = createPathGuard("/r", { realPath: find, isSymlink: (path) => (find(path), false) });
  for (const path of ["SECRETS/x", "Secrets/X", "\uFF53ecrets/x", "\u017Fecrets/x", "SECRETS/./x"]) {
    assert.deepEqual(guard.admit(path), { ok: false, reason: "sensitive" }, path);
  }
  assert.deepEqual(guard.admit("SRC/a.ts"), { ok: true, path: "src/a.ts", absolute: "/r/src/a.ts" });
});

Deno.test("at the root of the file system every path is inside", () => {
  const guard = createPathGuard("/", { realPath: (path) => path, isSymlink: (path) => path === "/link" });
  for (const path of ["etc", "a/b", "link"]) {
    assert.deepEqual(guard.admit(path), { ok: true, path, absolute: `/${path}` });
  }
});

Deno.test("folders are forgotten when there are 20,000 of them", () => {
  let resolved = 0;
  const guard = createPathGuard("/r", { realPath: (path) => (resolved++, path), isSymlink: () => false });
  for (let folder = 0; folder < 20_000; folder++) guard.admit(`f${folder}/x`);
  guard.admit("f0/x");
  assert.equal(resolved, 1 + 20_000);
  guard.admit("one more/x");
  guard.admit("f0/x");
  assert.equal(resolved, 1 + 20_000 + 2);
});

Deno.test("100,000 paths put together at random never leave the root or reach a secret", () => {
  const { admitted, escaped } = fuzzPaths(100_000);
  assert.deepEqual(escaped, []);
  assert.ok(admitted > 1000, `only ${admitted} admitted`);
});
