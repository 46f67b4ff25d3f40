import { createHash } from "node:crypto";
import { CODE, SOURCE } from "../../src/platform/cached_module.ts";
import { type Attached, ATTACHED_FILE } from "../../src/platform/assets.ts";

/**
 * Files of a compiled Linux program that are not in its embedded section. The runtime finds that section by the length that
 * the executable ends with and copies it twice at every start, more than a millisecond per megabyte. What lies in front of it is
 * read by need. In a program for macOS the section is mapped, and the signature covers all bytes: there they stay embedded.
 */

const EXTENSIONS = [".grammar", ".text", SOURCE, CODE];
/** Characters of a SHA-256 in hexadecimal. */
const TAG_LENGTH = 64;

/** The packed files of a folder as one block, and the options that keep them out of the section. Writes its list there. */
export function packFiles(folder: string): { readonly bytes: Uint8Array; readonly flags: readonly string[] } {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
    .filter((name) => EXTENSIONS.some((extension) => name.endsWith(extension)));
  const contents = names.map((name) => Deno.readFileSync(`${folder}/${name}`));
  let end = TAG_LENGTH;
  const places = names.map((name, at) => [name, [end, end += contents[at]!.length]]);
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  const tag = hash.digest("hex");
  const list: Attached = { tag, length: end, places: Object.fromEntries(places) };
  Deno.writeTextFileSync(`${folder}/${ATTACHED_FILE}`, JSON.stringify(list));
  const bytes = new Uint8Array(end);
  bytes.set(new TextEncoder().encode(tag));
  for (const [at, name] of names.entries()) bytes.set(contents[at]!, list.places[name]![0]);
  return { bytes, flags: names.flatMap((name) => ["--exclude", `${folder}/${name}`]) };
}

/** Inserts a block in front of the embedded section. */
export async function attach(program: string, block: Uint8Array): Promise<void> {
  const bytes = await Deno.readFile(program);
  const section = bytes.length - Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 8, true));
  const copy = `${program}.attached`;
  await Deno.writeFile(copy, bytes.subarray(0, section));
  for (const part of [block, bytes.subarray(section)]) await Deno.writeFile(copy, part, { append: true });
  await Deno.chmod(copy, 0o755);
  await Deno.rename(copy, program);
}
