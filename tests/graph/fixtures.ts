import { createHash } from "node:crypto";
import { parseFixture } from "../support/fixture.ts";
import { WIDE } from "./wide_fixtures.ts";

/** The repositories of the tests in this folder. */

const FOLDER = new URL("./", import.meta.url);

/** Repositories, each as a whole in one string without anything put in. */
const FIXTURE = /`\n(\/\/- \/[^`]*)`/g;

/** Every repository by the name of its test file, its first file and a hash. */
export function fixtures(): Map<string, string> {
  const found = new Map<string, string>();
  const tests = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) =>
    name.endsWith("_test.ts")
  );
  for (const test of tests.sort()) {
    for (const [, fixture] of Deno.readTextFileSync(new URL(test, FOLDER)).matchAll(FIXTURE)) {
      if (fixture!.includes("${")) continue;
      const [first] = parseFixture(fixture!).keys();
      found.set(`${test.replace("_test.ts", "")} ${first} ${hash(fixture!)}`, fixture!);
    }
  }
  WIDE.forEach((fixture, at) => found.set(`wide ${at} ${hash(fixture)}`, fixture));
  return found;
}

/** The first eight digits of a text's hash. */
export function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex").slice(0, 8);
}
