import assert from "node:assert/strict";
import { EMPTY_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { sessionPicture } from "./session_picture.ts";

/**
 * The terminal session in the documents is what the program prints: `AUTO_TOOLS_WRITE_DOCS=1` records it anew. What differs
 * from run to run (commits, times) is replaced.
 */

const PICTURE = new URL("../../docs/session.svg", import.meta.url);
/** The commands in the picture. */
const SHOWN = ["search", "chain", "impact"];
const PAGE = new URL("../../docs/session.md", import.meta.url);

const COMMANDS = [
  ["index"],
  ["search", "how is a refund paid"],
  ["chain", "refundOrder"],
  ["chain", "refundOrdr"],
  ["impact", "refundOrder"],
  ["hotspots"],
  ["search", "--limt", "3"],
] as const;

const FILES = `
//- /src/refund.ts
export function refundOrder(order: string, amount: number): number {
  return amount;
}
//- /src/desk.ts
import { refundOrder } from "./refund.ts";

export function cancel(order: string): number {
  return refundOrder(order, 10);
}
//- /tests/desk_test.ts
import { cancel } from "../src/desk.ts";

export function testCancel(): void {
  cancel("a");
}
`;

const HEAD = `# A session

Recorded by \`tests/docs/session_test.ts\` in a repository of three files, and compared with what the program
prints at every run of the tests. Commits and times are replaced.

\`\`\`console
`;

async function record(): Promise<string> {
  using repo = makeRepo(FILES);
  const lines: string[] = [];
  for (const args of COMMANDS) {
    const typed = args.map((word) => /[\s?]/.test(word) ? `"${word}"` : word).join(" ");
    const { code, stdout, stderr } = await runBinary(args, { cwd: repo.root, env: { HOME: EMPTY_HOME } });
    lines.push(
      `$ auto-tools ${typed}`,
      (stdout + stderr).trimEnd(),
      ...(code === 0 ? [] : [`(exit code ${code})`]),
      "",
    );
  }
  return lines.join("\n").replaceAll(repo.root, "~/shop")
    .replace(/\bgit [0-9a-f]{12}\b/g, "git 0123456789ab")
    .replace(/\d{4}-\d\d-\d\d/g, "2026-01-01")
    .replace(/\b\d+ ms\b/g, "7 ms")
    .replace(/\b\d+\.\d s\b/g, "0.1 s")
    .replace(/\b\d+\.\d MB\b/g, "0.1 MB");
}

Deno.test("docs: the recorded session is what the program prints", async () => {
  const page = `${HEAD}${await record()}\`\`\`\n`;
  if (Deno.env.get("AUTO_TOOLS_WRITE_DOCS")) Deno.writeTextFileSync(PAGE, page);
  assert.equal(Deno.readTextFileSync(PAGE), page, "run this test with AUTO_TOOLS_WRITE_DOCS=1");
});

Deno.test("docs: the README's picture shows the recorded session", () => {
  const page = Deno.readTextFileSync(PAGE);
  const steps = page.split("```")[1]!.split(/\n(?=\$ )/).slice(1);
  const shown = SHOWN.map((name) => steps.find((step) => step.startsWith(`$ auto-tools ${name} `)) ?? "");
  assert.ok(shown.every((step) => step !== ""));
  const picture = sessionPicture(shown.join("\n"));
  if (Deno.env.get("AUTO_TOOLS_WRITE_DOCS")) Deno.writeTextFileSync(PICTURE, picture);
  assert.equal(Deno.readTextFileSync(PICTURE), picture, "run this test with AUTO_TOOLS_WRITE_DOCS=1");
  assert.match(Deno.readTextFileSync(new URL("../../README.md", import.meta.url)), /\(docs\/session\.svg\)/);
});
