import { endsWithAny } from "../../model/text.ts";
import { FileRefused, refusal } from "../file_refused.ts";
import { parse } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";
import { holds, isEdit, valueAt } from "../edit_check.ts";

/**
 * Adds and removes tables of this program in the text of Codex's `config.toml`: text in, text out. Edits go by the offsets
 * of one parser, and a second one proves what they did. Everything else keeps its bytes.
 */

/** A table with plain values. */
export interface TomlTable {
  /** Its keys from the root, unquoted. */
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * The text with the values in the table, each in its place if it is there; a table that is missing is added at the end.
 *
 * @throws {FileRefused} for a text that is not valid, or one that cannot take the table, such as `mcp_servers = 1`
 */
export function setTable(text: string, table: TomlTable): string {
  const before = parsed(text);
  if (holds(before, table.path, table.values)) return text;
  const next = valueAt(before, table.path) === undefined ? addTable(text, table) : updateTable(text, table);
  return proven(text, next, table.path, table.values);
}

/**
 * Returns the text without the table and its subtables, however it is written.
 *
 * @throws {FileRefused} for a text that is not valid, or one whose table cannot be located
 */
export function removeTable(text: string, path: readonly string[]): string {
  if (valueAt(parsed(text), path) === undefined) return text;
  let next = text;
  for (let cut = cutFor(next, path); cut; cut = cutFor(next, path)) {
    next = next.slice(0, cut.start) + next.slice(cut.end);
  }
  return proven(text, next, path, undefined);
}

/** True if the text is valid and its table at `path` holds all of `values`. */
export function hasTable(text: string, { path, values }: TomlTable): boolean {
  return holds(parsed(text), path, values);
}

type Path = readonly (string | number)[];

/** A `key = value` and the path of its value. */
interface Pair {
  readonly path: Path;
  readonly node: AST.TOMLKeyValue;
}

interface Syntax {
  readonly tables: readonly AST.TOMLTable[];
  /** Inner ones follow the inline table that holds them. */
  readonly pairs: readonly Pair[];
}

function syntaxOf(text: string): Syntax {
  const tables: AST.TOMLTable[] = [];
  const pairs: Pair[] = [];
  const visit = (node: AST.TOMLKeyValue, holder: Path): void => {
    const path = [...holder, ...node.key.keys.map((key) => key.type === "TOMLBare" ? key.name : key.value)];
    pairs.push({ path, node });
    if (node.value.type === "TOMLInlineTable") node.value.body.forEach((inner) => visit(inner, path));
  };
  for (const node of refusing(() => parseTOML(text)).body[0].body) {
    if (node.type === "TOMLKeyValue") visit(node, []);
    else {
      tables.push(node);
      node.body.forEach((inner) => visit(inner, node.resolvedKey));
    }
  }
  return { tables, pairs };
}

function addTable(text: string, { path, values }: TomlTable): string {
  // An inline table is closed: nothing but itself can hold more.
  const holder = syntaxOf(text).pairs.findLast(({ path: at, node }) =>
    inlineTable(node.value) && startsWith(path, at)
  );
  const table = inlineTable(holder?.node.value);
  if (holder && table) {
    return insert(text, table, { keys: path.slice(holder.path.length), value: inline(values) });
  }
  const eol = eolOf(text);
  const gap = text === "" || endsWithAny(text, ["\n\n", "\n\r\n"])
    ? ""
    : text.endsWith("\n")
    ? eol
    : eol + eol;
  const lines = Object.entries(values).map(([key, value]) => `${quoted(key)} = ${literal(value)}`);
  return text + gap + [`[${dotted(path)}]`, ...lines, ""].join(eol);
}

function updateTable(text: string, { path, values }: TomlTable): string {
  return Object.entries(values).reduce((next, [key, value]) => {
    const { tables, pairs } = syntaxOf(next);
    const found = pairs.find(({ path: at }) => isSame(at, [...path, key]));
    if (found) return splice(next, found.node.value.range, literal(value));
    const held = pairs.find(({ path: at }) => isSame(at, path))?.node.value;
    const table = tables.find(({ resolvedKey }) => isSame(resolvedKey, path)) ?? inlineTable(held);
    if (table) return insert(next, table, { keys: [key], value: literal(value) });
    const beside = pairs.findLast(({ path: at }) => startsWith(at, path));
    if (!beside) return next;
    const holder = beside.path.length - beside.node.key.keys.length;
    return insertAfter(next, beside.node, { keys: [...path.slice(holder), key], value: literal(value) });
  }, text);
}

function inlineTable(node: AST.TOMLNode | undefined): AST.TOMLInlineTable | undefined {
  return node?.type === "TOMLInlineTable" ? node : undefined;
}

/** A value and the keys that lead to it. */
interface Assignment {
  readonly keys: readonly string[];
  readonly value: string;
}

/** Adds a pair at the end of a table. */
function insert(text: string, holder: AST.TOMLTable | AST.TOMLInlineTable, assignment: Assignment): string {
  const { keys, value } = assignment;
  const last = holder.body.at(-1);
  if (last) return insertAfter(text, last, assignment);
  if (holder.type === "TOMLTable") return newLine(text, headerEnd(text, holder), assignment);
  return splice(text, holder.range, `{ ${dotted(keys)} = ${value} }`);
}

function insertAfter(text: string, node: AST.TOMLKeyValue, assignment: Assignment): string {
  const { keys, value } = assignment;
  const [, end] = node.range;
  if (node.parent.type !== "TOMLInlineTable") return newLine(text, end, assignment);
  return splice(text, [end, end], `, ${dotted(keys)} = ${value}`);
}

/** A line after the one in which `at` lies. */
function newLine(text: string, at: number, { keys, value }: Assignment): string {
  const line = `${dotted(keys)} = ${value}`;
  const end = lineEnd(text, at);
  return text[end - 1] === "\n"
    ? splice(text, [end, end], line + eolOf(text))
    : splice(text, [end, end], eolOf(text) + line);
}

function headerEnd(text: string, table: AST.TOMLTable): number {
  return text.indexOf("]", table.key.range[1]) + 1;
}

/** The next piece of the text to go: a table with its values, or a pair. */
function cutFor(text: string, path: Path): { start: number; end: number } | undefined {
  const { tables, pairs } = syntaxOf(text);
  const table = tables.find(({ resolvedKey }) => startsWith(resolvedKey, path));
  if (table) {
    const last = table.body.at(-1)?.range[1] ?? headerEnd(text, table);
    return separated(text, lineStart(text, table.range[0]), lineEnd(text, last));
  }
  const pair = pairs.find(({ path: at }) => startsWith(at, path))?.node;
  if (!pair) return undefined;
  if (pair.parent.type !== "TOMLInlineTable") {
    return { start: lineStart(text, pair.range[0]), end: lineEnd(text, pair.range[1]) };
  }
  const siblings = pair.parent.body;
  const at = siblings.indexOf(pair);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (before) return { start: before.range[1], end: pair.range[1] };
  return { start: pair.range[0], end: after?.range[0] ?? pair.range[1] };
}

/** With the blank line before it, and one left between its neighbours. */
function separated(text: string, start: number, end: number): { start: number; end: number } {
  const eol = eolOf(text);
  const isAfterBlank = endsWithAny(text.slice(0, start), ["\n\n", "\n\r\n"]);
  const next = text.startsWith(eol, end) || end === text.length;
  return { start: isAfterBlank && next ? start - eol.length : start, end };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the end of the line in which `at` lies. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function splice(text: string, [start, end]: readonly [number, number], part: string): string {
  return text.slice(0, start) + part + text.slice(end);
}

function startsWith(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((part, i) => path[i] === part);
}

function isSame(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b);
}

function dotted(keys: readonly string[]): string {
  return keys.map(quoted).join(".");
}

/** Bare where TOML allows it; a JSON string is a TOML basic string. */
function quoted(part: string): string {
  return /^[A-Za-z0-9_-]+$/.test(part) ? part : literal(part);
}

function literal(value: string | readonly string[]): string {
  // JSON leaves the character DEL as it is, TOML wants it escaped.
  return JSON.stringify(value).replaceAll("\u007F", "\\u007F");
}

function inline(values: TomlTable["values"]): string {
  const pairs = Object.entries(values).map(([key, value]) => `${quoted(key)} = ${literal(value)}`);
  return `{ ${pairs.join(", ")} }`;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** A text that would not parse, or that changed anything else, is never written: Codex reads nothing of a broken file. */
function proven(text: string, next: string, path: readonly string[], values?: TomlTable["values"]): string {
  if (isEdit(parsed(text), parsed(next), path, values)) return next;
  throw new FileRefused(`cannot change [${dotted(path)}] without changing more; edit it by hand`);
}

function parsed(text: string): unknown {
  return refusing(() => parse(text, { integersAsBigInt: "asNeeded" }));
}

function refusing<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw refusal(`config.toml is not valid: ${why}`);
  }
}
