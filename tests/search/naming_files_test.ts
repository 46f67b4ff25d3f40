import assert from "node:assert/strict";
import { roleOf } from "../../src/index/roles.ts";
import { isSensitivePath } from "../../src/safety/sensitive.ts";
import { namingFiles, type PathRules } from "../../src/search/naming_files.ts";

const RULES: PathRules = { listed: (path) => !isSensitivePath(path), roleOf };

function named(
  lines: string,
  texts: readonly string[],
): readonly [paths: readonly string[], defining: number] {
  const found = new TextEncoder().encode(lines.trim().replaceAll("|", "\0") + "\n");
  const { paths, defining } = namingFiles(found, texts, RULES);
  return [paths, defining];
}

Deno.test("naming files: what defines a name comes first, then code, then the most lines", () => {
  const lines = `
src/a.c|\tweigh(parcel); /* once */
src/b.c|\tweigh(parcel);
src/b.c|\treturn weigh(other);
src/scale.c|int weigh(struct parcel *parcel)
src/scale.h|int weigh(struct parcel *parcel);
tests/scale_test.c|\tweigh(&light);
tests/scale_test.c|\tweigh(&heavy);
tests/scale_test.c|\tweigh(&none);
`;
  assert.deepEqual(named(lines, ["weigh"]), [
    ["src/scale.c", "src/b.c", "src/a.c", "src/scale.h", "tests/scale_test.c"],
    1,
  ]);
});

Deno.test("naming files: a rare name counts for more than a common one", () => {
  const common = Array.from({ length: 9 }, (_, i) => `src/user${i}.py|    seal(box)`).join("\n");
  const lines = `${common}\nsrc/z_rare.py|    unseal_quietly(box)\nsrc/both.py|    seal(unseal_quietly(box))`;
  assert.deepEqual(named(lines, ["seal", "unseal_quietly"])[0].slice(0, 3), [
    "src/both.py",
    "src/z_rare.py",
    "src/user0.py",
  ]);
});

Deno.test("naming files: sensitive paths, torn lines and nothing at all are left out", () => {
  assert.deepEqual(named("config/wp-config.php|define('weigh', 1);\nsrc/a.c|weigh();", ["weigh"])[0], [
    "src/a.c",
  ]);
  assert.deepEqual(named("src/a.c|weigh();\nsrc/torn", ["weigh"])[0], ["src/a.c"]);
  assert.deepEqual(named("", ["weigh"]), [[], 0]);
  assert.deepEqual(named("tests/a_test.c|void weigh(int a)", ["weigh"]), [["tests/a_test.c"], 0]);
});
