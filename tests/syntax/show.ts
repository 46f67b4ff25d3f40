import { Language, Parser } from "web-tree-sitter";
import { languageOf } from "../../src/syntax/languages.ts";
import {
  coreBytes,
  grammarBytes,
  showDefinitions,
  showReferences,
  showRelations,
  testParser,
} from "./support.ts";

/**
 * Prints a file's syntax tree, then what the program reads from it, for those who write the tables of a language:
 * `deno run -A tests/syntax/show.ts FILE`.
 */
const [path = ""] = Deno.args;
const text = Deno.readTextFileSync(path);
const id = languageOf(path, text);
const grammar = id === undefined ? undefined : grammarBytes(id);
if (grammar !== undefined) {
  await Parser.init({ wasmBinary: coreBytes() });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const cursor = parser.parse(text)!.walk();
  const print = (depth: number): void => {
    if (cursor.nodeIsNamed) {
      const field = cursor.currentFieldName === null ? "" : `${cursor.currentFieldName}: `;
      const line = cursor.nodeText.split("\n")[0]!.slice(0, 60);
      console.log(`${"  ".repeat(depth)}${field}${cursor.nodeType}  ${JSON.stringify(line)}`);
    }
    if (!cursor.gotoFirstChild()) return;
    do print(depth + 1); while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  print(0);
}
const parsed = (await testParser()).parse(text, id);
console.log(
  [`language ${id}`, showDefinitions(parsed), showReferences(parsed), showRelations(parsed)].join("\n--\n"),
);
