import assert from "node:assert/strict";
import { compileGlobs } from "../../src/safety/globs.ts";
import { isSensitivePath, isSkippedPath } from "../../src/safety/sensitive.ts";

Deno.test("credentials by name are sensitive in any case and depth", () => {
  for (
    const path of [
      ".env",
      ".env.example",
      "A/B/.ENV.Local",
      "x/.ssh/config",
      "deploy/Secrets/db.yaml",
      "id_rsa.pub",
      "cert.PEM",
      "home/.aws/credentials",
      "a/.docker/config.json",
      "terraform.tfstate.backup",
      "KubeConfig",
      ".npmrc",
      "x/ID_ED25519",
      "．env",
      "conf/acme-firebase-adminsdk-x1-0123456789.json",
      "api/local.settings.json",
      "web/appsettings.Production.json",
      "src/main/resources/application-prod.properties",
      "src/main/resources/application-production.yaml",
      "Secret/db.yaml",
      "secrets /db.yaml",
      "secrets./db.yaml",
      ".env ",
      "private/key.py",
      "home/known_hosts",
      "home/authorized_keys",
      ".config/doctl/config.yaml",
      "home/.oci/config",
      ".databrickscfg",
      "k8s/app-secrets.yaml",
    ]
  ) {
    assert.equal(isSensitivePath(path), true, path);
  }
});

Deno.test("code about credentials is not sensitive", () => {
  for (
    const path of [
      "src/secrets.py",
      "src/env.ts",
      "src/environment.ts",
      "auth/credentials.py",
      "lib/password.go",
      "src/keys.ts",
      "docs/secrets.md",
      "src/token.rs",
      "src/passwords/common.txt",
      "docs/topics/auth/passwords.txt",
      "key.py",
      "config.json",
      "a/pem.ts",
      "ssh/client.go",
      "docker/config.json",
      "src/private/keyboard.ts",
      "ssh/known_hosts.go",
      "ssh/authorized_keys_test.go",
      "appsettings.json",
      "application.properties",
      "src/secret_store.ts",
      "firebase.json",
    ]
  ) {
    assert.equal(isSensitivePath(path), false, path);
  }
});

Deno.test("what is skipped and what is not", () => {
  for (
    const path of [
      "node_modules/a/b.js",
      "web/dist/app.js",
      "target/debug/x.rs",
      "package-lock.json",
      "a/yarn.lock",
      "app.min.js",
      "x/__pycache__/a.pyc",
      "vendor/lib/a.go",
      "a.js.map",
    ]
  ) {
    assert.equal(isSkippedPath(path), true, path);
  }
  for (
    const path of [
      "src/build/builder.ts",
      "lib/Target/x.cpp",
      "src/go/build/build.go",
      "internal/vendor/v.go",
      "src/target/mod.rs",
      "builder.ts",
      "lock.ts",
      "src/coverage/report.py",
    ]
  ) {
    assert.equal(isSkippedPath(path), false, path);
  }
});

Deno.test("globs: stars, folders, exceptions", () => {
  const check = (pattern: string, path: string): boolean => compileGlobs([{ pattern }])(path);
  assert.ok(check("**/*.tfstate.*", "a/b.tfstate.1") && !check("**/*.tfstate.*", "a/tfstate"));
  assert.ok(check("docs/**", "docs/a/b") && !check("docs/**", "a/docs/b"));
  const inner = ["docs/b", "docs/x/b", "docs/x/y/b", "docsb", "docs/xb", "a/docs/b"];
  assert.deepEqual(inner.map((path) => check("docs/**/b", path)), [true, true, true, false, false, false]);
  assert.ok(check("docs/*.md", "docs/a.md") && !check("docs/*.md", "docs/a/b.md"));
  assert.ok(check("a?c", "abc") && !check("a?c", "a/c") && !check("a.c", "abc"));
  const limited = compileGlobs([{ pattern: "**/build/**", notUnder: ["src"], notSuffix: [".md"] }]);
  const built = [
    "build/a",
    "build/src/a",
    "a/build/b",
    "src/build/a",
    "src/x/build/a",
    "build/a.md",
    "src/a",
  ];
  assert.deepEqual(built.map(limited), [true, true, true, false, false, false, false]);
  const named = compileGlobs([{ pattern: "**/*.lock", notUnder: ["src"] }]);
  assert.deepEqual(["a.lock", "a/b.lock", "src/a.lock", "a/src/b.lock", "lock"].map(named), [
    true,
    true,
    false,
    false,
    false,
  ]);
  const suffixed = compileGlobs([{ pattern: "**/*secret*", notSuffix: [".py"] }, { pattern: "**/*.pem" }, {
    pattern: "**/keys/**",
  }]);
  const paths = [
    "a/my-secrets.yaml",
    "a/my-secrets.py",
    ".pem",
    "a/b.pem",
    "pem",
    "m",
    "keys/a",
    "a/keys/b/c",
    "a/keys",
  ];
  assert.deepEqual(paths.map(suffixed), [true, false, true, true, false, false, true, true, false]);
});
