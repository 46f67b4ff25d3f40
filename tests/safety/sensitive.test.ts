import assert from "node:assert/strict";
import { compileGlobs } from "../../src/safety/globs.ts";
import { isDemotedPath, isSensitivePath, isSkippedPath } from "../../src/safety/sensitive.ts";
import { looksSensitive } from "../../src/safety/sensitive_content.ts";
import { hex, opaque } from "./corpora/secrets.ts";

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

Deno.test("what ranks lower and what does not", () => {
  for (
    const path of [
      "tests/a.py",
      "src/test/java/A.java",
      "a_test.go",
      "pkg/x.spec.ts",
      "test_views.py",
      "examples/a.ts",
      "docs/a.md",
      "spec/models/a_spec.rb",
    ]
  ) {
    assert.equal(isDemotedPath(path), true, path);
  }
  for (
    const path of [
      "django/test/client.py",
      "src/latest.ts",
      "contest/a.py",
      "src/attest.go",
      "src/specification.ts",
      "protest.py",
    ]
  ) {
    assert.equal(isDemotedPath(path), false, path);
  }
});

Deno.test("globs: stars, folders, exceptions", () => {
  const check = (pattern: string, path: string): boolean => compileGlobs([{ pattern }])(path);
  assert.ok(check("**/*.tfstate.*", "a/b.tfstate.1") && !check("**/*.tfstate.*", "a/tfstate"));
  assert.ok(check("docs/**", "docs/a/b") && !check("docs/**", "a/docs/b"));
  assert.ok(check("a?c", "abc") && !check("a?c", "a/c") && !check("a.c", "abc"));
  const limited = compileGlobs([{ pattern: "**/build/**", notUnder: ["src"], notSuffix: [".md"] }]);
  assert.deepEqual(["build/a", "src/build/a", "build/a.md"].map(limited), [true, false, false]);
});

Deno.test("credential files under innocent names are recognised by what they hold", () => {
  const begin = "-----BEGIN RSA PRIVATE " + "KEY-----";
  const files = [
    `${begin}\n${opaque(64)}\n`,
    `apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    client-key-data: ${opaque(64)}\n`,
    `{"type": "service_account", "private_key": "${begin}\\n${opaque(64)}"}`,
    `DB_PASSWORD=${opaque(12)}\nAPI_TOKEN=${opaque(20)}\nPORT=80\n`,
    `[default]\naws_access_key_id = x\naws_secret_access_key = ${opaque(40)}\n`,
    `machine h.example login me password ${opaque(10)}\n`,
    `{"auths": {"r.example": {"auth": "${opaque(24)}"}}}`,
    `{"terraform_version": "1.5", "lineage": "x", "resources": []}`,
    `kind: Secret\napiVersion: v1\ndata:\n  password: ${opaque(12)}\n`,
    `{"kty": "oct", "k": "${opaque(40)}"}`,
    `me:$apr1$${opaque(8)}$${opaque(22)}\nyou:$apr1$${opaque(8)}$${opaque(22)}\n`,
    `{"client_secret": "${opaque(20)}", "refresh_token": "${hex(40)}"}`,
  ];
  for (const file of files) assert.equal(looksSensitive(file), true, file);
});

Deno.test("code and settings that mention credentials are not credential files", () => {
  const files = [
    `import os\nPASSWORD = os.environ["PASSWORD"]\ndef f(token): return token\n`,
    `const HEADER = "-----BEGIN PRIVATE " + "KEY-----";\n`,
    `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: b\n`,
    `kind: Secret\ndata:\n  password: {{ .Values.password }}\n`,
    `DB_PASSWORD=\nAPI_TOKEN=your-token\nPORT=80\nHOST=a\n`,
    `PORT=80\nHOST=localhost\nDEBUG=1\n`,
    `# Title\n\nSet \`API_TOKEN\` first.\n`,
    "",
  ];
  for (const file of files) assert.equal(looksSensitive(file), false, file);
});
