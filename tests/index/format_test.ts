import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { FINGERPRINT, SCHEMA } from "../../src/index/schema.ts";
import { encodeColumns } from "../../src/index/segment.ts";
import { SegmentBuilder } from "../../src/index/segment_builder.ts";
import { languageFor, readingOf, sourceText } from "../../src/index/content_indexer.ts";
import { decompress } from "../../src/platform/compression.ts";
import { testParser } from "../support/index_kit.ts";

/** A little of everything that is stored. */
const FIXTURE: readonly [path: string, text: string][] = [
  [
    "shop.py",
    '@app.route("/x")\nclass Shop(Base):\n    """Sells things."""\n    size: int = 3\n\n    def openDoor(self, key_id):\n' +
    "        # opens it\n        return self.cart.open_door(key_id, 404)\n",
  ],
  [
    "cart.ts",
    'import { x as y } from "./util";\n/** A cart. */\nexport class Cart<T> extends Base implements Thing {\n' +
    "  #items: T[] = [];\n  add(item: T): void { this.#items.push(y(item)); }\n}\nexport const total = (a: number) => a + 1;\n",
  ],
  ["README.md", "# Title\n\nSome words, größe and 中文字符, getHTTPResponse.\n\n## Second\n\ntext\n"],
  ["data.json", '{"key_id": "open door"}\n'],
  ["Makefile", "all: # build it\n\tcc main.c\n"],
];

Deno.test("what is stored changes only together with the format's number", async () => {
  const parser = await testParser();
  const builder = new SegmentBuilder();
  for (const [path, text] of FIXTURE) {
    const language = languageFor(path, text);
    const kind = path.endsWith(".json") ? "data" : "source";
    builder.add(sourceText(text, { language, reading: readingOf(path, kind, language), parser }));
  }
  const segment = builder.finish();
  const hash = createHash("sha1").update(SCHEMA.join(";"));
  // Compressed bytes differ between machines.
  const records = segment.parsed.map((record) => decompress(record, 1 << 20)!);
  for (const bytes of [encodeColumns(segment.columns), ...segment.blocks, ...records]) hash.update(bytes);
  const fingerprint = hash.update(segment.names).digest("hex");
  // After an intended change FORMAT needs the next number, and FINGERPRINT this value.
  assert.equal(fingerprint, FINGERPRINT, `the fingerprint is now ${fingerprint}`);
});
