import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type RecoverOptions, recoverRuntime } from "../../config/build/recover_runtime.ts";
import { withHome } from "../setup/support.ts";

const RUNTIME = Buffer.from("the runtime ".repeat(300));

/** A program as the compiler leaves it: runtime, data, and a trailer that tells how much was added. */
function compiled(magic = 0x501e, added?: number): Buffer {
  const data = Buffer.from("data of the program");
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32LE(magic, 0);
  trailer.writeBigUInt64LE(BigInt(added ?? data.length + trailer.length), 8);
  return Buffer.concat([RUNTIME, data, trailer]);
}

function tarball(files: Record<string, Buffer>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    return [header, content, Buffer.alloc((512 - content.length % 512) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

async function recover(packed: Buffer, change: Partial<RecoverOptions> = {}): Promise<string> {
  let text = "";
  await withHome(async ({ path }) => {
    await Deno.writeFile(`${path}/package.tgz`, packed);
    const options = {
      tarball: `${path}/package.tgz`,
      sha512: `sha512-${createHash("sha512").update(packed).digest("base64")}`,
      member: "package/program",
      output: `${path}/runtime`,
      sha256: createHash("sha256").update(RUNTIME).digest("hex"),
      ...change,
    };
    try {
      await recoverRuntime(options);
      assert.equal(((await Deno.stat(options.output)).mode ?? 0) & 0o777, 0o755);
      text = await Deno.readTextFile(options.output);
    } finally {
      const left = [...Deno.readDirSync(path)].map(({ name }) => name).sort();
      assert.deepEqual(left, text === "" ? ["package.tgz"] : ["package.tgz", "runtime"]);
    }
  });
  return text;
}

const FILES = {
  "package/LICENSE": Buffer.alloc(700, "x"),
  "package/program": compiled(),
  "package/z": Buffer.alloc(9),
};

Deno.test("runtime: the runtime is cut out of a compiled program", async () => {
  assert.equal(await recover(tarball(FILES)), RUNTIME.toString());
});

const DAMAGED: Record<string, [Buffer, Partial<RecoverOptions>, RegExp]> = {
  "another tarball than expected": [
    tarball(FILES),
    { sha512: "sha512-AAAA" },
    /damaged: .*package\.tgz has sha512-/,
  ],
  "another runtime than expected": [
    tarball(FILES),
    { sha256: "0".repeat(64) },
    /not the expected one: sha256 [0-9a-f]{64}/,
  ],
  "no such member": [tarball(FILES), { member: "package/other" }, /not in .*: package\/other/],
  "not a compiled program": [
    tarball({ ...FILES, "package/program": compiled(0x1234) }),
    {},
    /not a program compiled/,
  ],
  "a length beyond the file": [
    tarball({ ...FILES, "package/program": compiled(0x501e, 1e9) }),
    {},
    /not a program compiled/,
  ],
  "an archive that ends early": [gzipSync(Buffer.alloc(100)), {}, /not in .*: package\/program/],
};

for (const [name, [packed, change, message]] of Object.entries(DAMAGED)) {
  Deno.test(`runtime: refused: ${name}`, async () => {
    await assert.rejects(recover(packed, change), message);
  });
}
