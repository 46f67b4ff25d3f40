import assert from "node:assert/strict";
import { createPathGuard, type GuardPorts, type PathGuard, shapeOf } from "../../src/safety/path_guard.ts";
import { isSensitivePath } from "../../src/safety/sensitive.ts";

const PORTS: GuardPorts = {
  realPath: (absolute) => Deno.realPathSync(absolute),
  isSymlink: (absolute) => Deno.lstatSync(absolute).isSymlink,
};

/** A root with links of every kind, next to a folder that must stay out of reach. */
function withRoot(run: (guard: PathGuard, root: string, outside: string) => void, ports = PORTS): void {
  const base = Deno.realPathSync(Deno.makeTempDirSync());
  const root = `${base}/root`;
  const outside = `${base}/root-outside`;
  try {
    for (const folder of ["src/deep", "secrets", ".git", ".ssh", "keys"]) {
      Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
    }
    Deno.mkdirSync(outside);
    for (
      const file of [
        "src/a.ts",
        "src/deep/b.ts",
        "secrets/x.txt",
        ".env",
        ".git/config",
        ".ssh/id_rsa",
        "keys/tls.key",
        "plain",
      ]
    ) {
      Deno.writeTextFileSync(`${root}/${file}`, "x");
    }
    Deno.writeTextFileSync(`${outside}/private.txt`, "x");
    Deno.writeTextFileSync(`${base}/rootfile`, "x");
    const links: Record<string, string> = {
      "link-in.ts": "src/a.ts",
      "dir-in": "src/deep",
      "link-out": "../root-outside/private.txt",
      "dir-out": "../root-outside",
      "abs-out": "/etc",
      "to-root": ".",
      "to-env": ".env",
      "to-git": ".git",
      "to-secret": "secrets/x.txt",
      "secret-dir": "secrets",
      "hop": "dir-out",
      "loop-a": "loop-b",
      "loop-b": "loop-a",
      "self": "self",
      "dangling": "nowhere",
      "src/up": "..",
      "src/far": "../../root-outside",
    };
    for (const [name, target] of Object.entries(links)) Deno.symlinkSync(target, `${root}/${name}`);
    run(createPathGuard(root, ports), root, outside);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

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
    guard.admit("src/a.ts");
    const before = { ...calls };
    for (let round = 0; round < 100; round++) assert.ok(guard.admit("src/a.ts").ok);
    assert.deepEqual(calls, { realPath: before.realPath, isSymlink: before.isSymlink + 100 });
    guard.forget();
    guard.admit("src/a.ts");
    assert.equal(calls.realPath, before.realPath + 1);
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

/** Mulberry32, so that a failure can be repeated. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

Deno.test("100,000 paths put together at random never leave the root or reach a secret", () => {
  const pieces = [
    "src",
    "deep",
    "a.ts",
    "b.ts",
    "..",
    ".",
    "",
    "secrets",
    "x.txt",
    ".env",
    ".git",
    "config",
    ".ssh",
    "id_rsa",
    "keys",
    "tls.key",
    "plain",
    "link-in.ts",
    "dir-in",
    "link-out",
    "dir-out",
    "abs-out",
    "passwd",
    "private.txt",
    "to-root",
    "to-env",
    "to-git",
    "to-secret",
    "secret-dir",
    "hop",
    "loop-a",
    "self",
    "dangling",
    "up",
    "far",
    "root-outside",
    "rootfile",
    "%2e%2e",
    "..%2f",
    "\\..",
    "C:",
    "~",
    "\0",
    "\u200B",
    ".ENV",
    ".Git",
    "．．",
    "etc",
    "/",
  ];
  withRoot((guard, root) => {
    const next = random(20_240_601);
    let admitted = 0;
    for (let round = 0; round < 100_000; round++) {
      const path = Array.from(
        { length: 1 + Math.floor(next() * 6) },
        () => pieces[Math.floor(next() * pieces.length)],
      ).join("/");
      const answer = guard.admit(path);
      if (!answer.ok) continue;
      admitted++;
      assert.ok(answer.absolute.startsWith(`${root}/`), path);
      assert.equal(Deno.realPathSync(answer.absolute), answer.absolute, path);
      assert.equal(answer.absolute, `${root}/${answer.path}`);
      assert.ok(!isSensitivePath(answer.path) && !/(?:^|\/)\.git(?:\/|$)/i.test(answer.path), path);
    }
    assert.ok(admitted > 1000, `only ${admitted} admitted`);
  });
});
