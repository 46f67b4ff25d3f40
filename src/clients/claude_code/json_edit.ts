import { isDeepStrictEqual } from "node:util";
import { asObject } from "../../model/json.ts";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/**
 * Edits of strict JSON text that touch no byte outside the value added, replaced or removed. What was appended can be
 * removed again without a trace. (The edits of jsonc-parser itself reformat the neighbours on the same lines.)
 */

/** Keys and zero-based positions from the root to a value. */
export type JsonPath = readonly (string | number)[];

/**
 * Appends a property to the object at `path`, or an element to the list there, in the style of its neighbours.
 *
 * @param key Name of the property; undefined appends to a list.
 * @throws {RangeError} when nothing is at `path`.
 */
export function append(
  body: string,
  { path, key, value }: { path: JsonPath; key: string | undefined; value: unknown },
): string {
  const holder = nodeAt(body, path);
  const last = holder.children?.at(-1);
  const style = last === undefined ? emptyStyle(body, holder) : filledStyle(body, holder, last);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${style.indent === undefined ? "" : " "}`;
  const text = style.before + name + render(value, style, formatOf(body)) + style.after;
  return splice(body, last === undefined ? holder.offset + 1 : endOf(last), 0, text);
}

/** Replaces the value at `path`, or appends it to the object that should hold it, and leaves the rest alone. */
export function replace(body: string, path: JsonPath, value: unknown): string {
  const node = findNodeAtLocation(rootOf(body), [...path]);
  if (node === undefined) return append(body, { path: path.slice(0, -1), key: String(path.at(-1)), value });
  const indent = lineIndent(body, node.offset);
  const multiline = body.slice(node.offset, endOf(node)).includes("\n");
  const style = multiline ? { indent, before: "", after: "" } : { indent: undefined, before: "", after: "" };
  return splice(body, node.offset, node.length, render(value, style, formatOf(body)));
}

/** Removes the property or element at `path` together with the comma and the white space that came with it. */
export function remove(body: string, path: JsonPath): string {
  const value = nodeAt(body, path);
  const node = value.parent?.type === "property" ? value.parent : value;
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const previous = siblings[at - 1];
  const next = siblings[at + 1];
  if (previous !== undefined) return cut(body, endOf(previous), endOf(node));
  if (next !== undefined) return cut(body, node.offset, next.offset);
  const holder = node.parent;
  return holder === undefined ? body : cut(body, holder.offset + 1, endOf(holder) - 1);
}

/** Sets a property of the object that the root has under `holder`, which is added if missing; equal values stay. */
export function setIn(body: string, holder: string, key: string, value: unknown): string {
  const held = asObject(asObject(JSON.parse(body))?.[holder]);
  if (!held) return replace(body, [holder], { [key]: value });
  if (!Object.hasOwn(held, key)) return append(body, { path: [holder], key, value });
  return isDeepStrictEqual(held[key], value) ? body : replace(body, [holder, key], value);
}

/** Inverse of {@link setIn}: an emptied holder is removed. */
export function unsetIn(body: string, holder: string, key: string): string {
  const held = asObject(asObject(JSON.parse(body))?.[holder]);
  if (!held || !Object.hasOwn(held, key)) return body;
  return remove(body, Object.keys(held).length === 1 ? [holder] : [holder, key]);
}

/**
 * Format of a new value: the text before and after it, and the indentation of its lines (undefined: all on one line).
 */
interface Style {
  readonly indent: string | undefined;
  readonly before: string;
  readonly after: string;
}

interface Format {
  readonly unit: string;
  readonly eol: string;
}

function filledStyle(body: string, holder: Node, last: Node): Style {
  const own = lineIndent(body, last.offset);
  const start = lineStart(body, last.offset);
  if (start + own.length === last.offset) {
    return { indent: own, before: `,${formatOf(body).eol}${own}`, after: "" };
  }
  const multiline = body.slice(holder.offset, endOf(holder)).includes("\n");
  if (multiline) return { indent: lineIndent(body, holder.offset), before: ", ", after: "" };
  const spaced = /,\s/.test(body.slice(holder.offset, endOf(holder)));
  return { indent: undefined, before: spaced ? ", " : ",", after: "" };
}

/** An empty container is opened over several lines, unless it sits inside a file written on one line. */
function emptyStyle(body: string, holder: Node): Style {
  const isRoot = holder.parent === undefined;
  if (!isRoot && !body.trim().includes("\n")) return { indent: undefined, before: "", after: "" };
  const { unit, eol } = formatOf(body);
  const outer = lineIndent(body, holder.offset);
  const interior = body.slice(holder.offset + 1, endOf(holder) - 1);
  const after = interior.includes("\n") ? "" : eol + outer;
  return { indent: outer + unit, before: eol + outer + unit, after };
}

function render(value: unknown, style: Style, { unit, eol }: Format): string {
  if (style.indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + style.indent);
}

/** Indentation and line ends as the file has them; two spaces and a line feed when it shows none. */
function formatOf(body: string): Format {
  return { unit: /^([ \t]+)"/m.exec(body)?.[1] ?? "  ", eol: body.includes("\r\n") ? "\r\n" : "\n" };
}

function nodeAt(body: string, path: JsonPath): Node {
  const node = findNodeAtLocation(rootOf(body), [...path]);
  if (node === undefined) throw new RangeError(`no value in the JSON text at: ${path.join(".")}`);
  return node;
}

function rootOf(body: string): Node {
  const root = parseTree(body);
  if (root === undefined) throw new RangeError("no value in the JSON text");
  return root;
}

function lineStart(body: string, offset: number): number {
  return body.lastIndexOf("\n", offset - 1) + 1;
}

function lineIndent(body: string, offset: number): string {
  const head = body.slice(lineStart(body, offset), offset);
  return head.slice(0, head.length - head.trimStart().length);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function cut(body: string, start: number, end: number): string {
  return splice(body, start, end - start, "");
}

function splice(body: string, start: number, length: number, text: string): string {
  return body.slice(0, start) + text + body.slice(start + length);
}
