import words from "../../config/library_words.json" with { type: "json" };
import type { Locator } from "./flat_tree.ts";
import { NAME_LIMIT, type Naming, type NamingResult } from "./naming.ts";
import { oneLine, type Source } from "./source.ts";

/** Number of characters that identify a test call. */
const HEAD = 240;
const TEST =
  /^(?:(?:Deno|QUnit|RSpec|Minitest|tap|ava|t)\.)?[xf]?(describe|context|feature|suite|module|example_group|shared_examples|shared_context|it|test|specify|scenario|example|should)(?:\.(?:only|skip|todo|concurrent|serial|sequential|failing|fails|parallel|ignore)|\.each\s*\([^"'`]{0,120}\))*[ \t]*\(?\s*(?:(["'`])((?:\\.|(?!\2)[^\\]){1,200})\2|([A-Z][\w:]*))/;
/** Words of test groups; the others are tests. */
const GROUPS: ReadonlySet<string> = new Set(words.testGroups.split(" "));

/**
 * A call that is a test or test group, named by its title: `it("ships", () => {})`, `test "ships" do`. The name starts
 * with the callee, so that it equals no identifier.
 */
export const testCall: Naming = ({ source, row, rule: { body }, around: { prefix = "" } }) => {
  const found = testAt(source, row);
  // A handler in a named function has its name.
  if (!found) return prefix === "" || prefix.includes(" ") ? handlerCall(source, row, body) : undefined;
  const [, word, , quoted, constant] = found;
  const isGroup = GROUPS.has(word!);
  if (!isGroup && quoted === undefined) return undefined;
  const block = blockOf(source, row, source.tree.locate(row, body));
  if (block < 0) return undefined;
  const title = oneLine(quoted ?? constant!, NAME_LIMIT);
  return { name: `${word} ${title}`, kind: isGroup ? "module" : "function", body: block };
};

/** A nameless function that a call registers, named by the route or event: `router.get("/orders", () => {})`. */
function handlerCall(source: Source, row: number, body: Locator): NamingResult | undefined {
  const { text, tree, tables } = source;
  const start = tree.start[row]!;
  const [, word = "", , title = ""] = REGISTERING.exec(text.slice(start, start + HEAD)) ?? [];
  const isRoute = title.startsWith("/") && ROUTES.has(word);
  const block = isRoute || tables.eventCalls.listen.has(word)
    ? blockOf(source, row, source.tree.locate(row, body))
    : -1;
  return block < 0 ? undefined : { name: `${word} ${title}`, kind: "function", body: block };
}

const REGISTERING = /^(?:[\w$]+\.)*([\w$]+)[ \t]*\(?\s*(["'`])([^"'`\n]{1,100})\2/;
/** Methods that register the handler of a route. */
const ROUTES: ReadonlySet<string> = new Set(words.routes.split(" "));

function testAt({ text, tree }: Source, row: number): RegExpExecArray | null {
  const start = tree.start[row]!;
  return TEST.exec(text.slice(start, start + HEAD));
}

/** The block or function argument of a call; -1 if there is none. */
function blockOf({ tree, tables }: Source, row: number, body: number): number {
  if (body >= 0) return body;
  const args = tree.lastChild(row);
  if (args < 0) return -1;
  for (const at of tree.children(args)) {
    const value = tables.typeName(tree.type[at]!) === "argument" ? at + 1 : at;
    if (value < tree.after[args]! && tables.isClosure[tree.type[value]!]) return value;
  }
  return -1;
}
