import assert from "node:assert/strict";
import type { Node } from "web-tree-sitter";
import { typescriptParser } from "./mutation/sites.ts";

/**
 * Upper bounds for the weight of the source: whoever adds pays for it elsewhere. They are lowered when the source gets
 * lighter, and never raised. `AUTO_TOOLS_WEIGHT=1` prints the weight by folder.
 */
const BOUNDS: Weight = { code: 49_950, regexes: 848, constants: 695, questions: 2, idiom: 0 };
/** Share of the code that the largest folder may have. */
const LARGEST_FOLDER = 0.15;

/** Weight of some sources. */
interface Weight {
  /** Lines with code. */
  code: number;
  /** Literals of regular expressions. */
  regexes: number;
  /** Constants of modules that are numbers. */
  constants: number;
  /** Doc comments that begin with a question word instead of a noun or a verb. */
  questions: number;
  /** Words in comments that are not standard terms. */
  idiom: number;
}

const QUESTION = /^\/\*\*[\s*]*(?:What|Where|How|Which|Whether|Why|Who|When)\b/;
const IDIOM = /\b(?:told|tells|said|says|stands?|worth|meant|whoever|nobody|somebody|begun|handed)\b/gi;
const NUMBER = /^-?[\d._]+(?: [*/+-] -?[\d._]+)*$/;

const ROOT = new URL("..", import.meta.url).pathname;
const parser = await typescriptParser();
const weights = new Map(
  sourcesBelow("src").map((path) => [path, weightOf(Deno.readTextFileSync(ROOT + path))]),
);

Deno.test("the source is no heavier than its bounds", () => {
  const all = sumOf([...weights.values()]);
  for (const key of Object.keys(BOUNDS) as (keyof Weight)[]) {
    assert.ok(all[key] <= BOUNDS[key], `${key}: ${all[key]}, at most ${BOUNDS[key]}`);
  }
});

Deno.test("no folder holds more than its share of the code", () => {
  const folders = Map.groupBy(weights, ([path]) => path.split("/")[1]!);
  const all = sumOf([...weights.values()]).code;
  for (const [folder, files] of folders) {
    const own = sumOf(files.map(([, weight]) => weight));
    if (Deno.env.get("AUTO_TOOLS_WEIGHT")) console.log(folder, own);
    assert.ok(own.code <= LARGEST_FOLDER * all, `${folder}: ${own.code} of ${all} lines`);
  }
});

Deno.test("the weight counts what it says", () => {
  const text =
    "/** Where it is. */\nconst FEW = 3; // worth it\n\nconst A = /a/, b = `\n\n/c/`;\nexport const MANY = 2 * 3;\n";
  assert.deepEqual(weightOf(text), { code: 4, regexes: 1, constants: 2, questions: 1, idiom: 1 });
});

function weightOf(text: string): Weight {
  const tree = parser.parse(text)!;
  const weight: Weight = { code: 0, regexes: 0, constants: 0, questions: 0, idiom: 0 };
  const lines = new Set<number>();
  const visit = (node: Node): void => {
    if (node.type === "comment") {
      weight.idiom += node.text.match(IDIOM)?.length ?? 0;
      if (QUESTION.test(node.text)) weight.questions++;
      return;
    }
    if (node.type === "regex") weight.regexes++;
    if (node.type === "variable_declarator" && isOfModule(node)) {
      if (NUMBER.test(node.childForFieldName("value")?.text ?? "")) weight.constants++;
    }
    if (node.childCount === 0 && node.text.trim() !== "") lines.add(node.startPosition.row);
    for (const child of node.children) if (child) visit(child);
  };
  visit(tree.rootNode);
  tree.delete();
  weight.code = lines.size;
  return weight;
}

function isOfModule({ parent }: Node): boolean {
  const above = parent?.parent;
  return above?.type === "program" ||
    (above?.type === "export_statement" && above.parent?.type === "program");
}

function sumOf(all: readonly Weight[]): Weight {
  const sum: Weight = { code: 0, regexes: 0, constants: 0, questions: 0, idiom: 0 };
  for (const one of all) for (const key of Object.keys(sum) as (keyof Weight)[]) sum[key] += one[key];
  return sum;
}

function sourcesBelow(folder: string): string[] {
  return [...Deno.readDirSync(ROOT + folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? sourcesBelow(path) : name.endsWith(".ts") ? [path] : [];
  });
}
