import { filterInjection } from "../../src/safety/injection.ts";
import { redact } from "../../src/safety/redaction.ts";

/**
 * Prints the share of paragraphs of public documents that the two filters change.
 * `deno run -A tests/safety/ordinary_passages.ts FOLDER ... [--samples]`.
 */
function main(args: readonly string[]): void {
  const changed: string[] = [];
  const count = { passages: 0, orders: 0, secrets: 0 };
  for (const path of args.filter((arg) => arg !== "--samples").flatMap(documentsBelow)) {
    for (const passage of Deno.readTextFileSync(path).split(/\n\s*\n/)) {
      if (!/\p{L}{3}.*\s\p{L}{3}/u.test(passage) || passage.length > 4000) continue;
      count.passages++;
      const order = filterInjection(passage).removed > 0;
      const secret = redact(passage).redactions.length > 0;
      if (order) count.orders++;
      if (secret) count.secrets++;
      if (order || secret) {
        changed.push(`${order ? "order" : "secret"}\t${path}\t${JSON.stringify(passage.slice(0, 300))}`);
      }
    }
  }
  console.log(count);
  if (args.includes("--samples")) console.log(changed.join("\n"));
}

function documentsBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isSymlink) return [];
    return entry.isDirectory ? documentsBelow(path) : /\.(?:md|rst|adoc)$/.test(path) ? [path] : [];
  });
}

main(Deno.args);
