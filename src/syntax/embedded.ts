import { once, onceEach } from "../model/once.ts";
import { blank } from "./masking.ts";
import type { LanguageConfig } from "./language_config.ts";

type EmbeddedConfig = NonNullable<LanguageConfig["embedded"]>;

/**
 * The code in a file of another format (single-file components, templates, pages) as a program of the same length: the
 * rest is blank, so lines are unchanged.
 *
 * @param pattern matches the parts, one of these groups in each: `code` is kept; `value` is an expression and becomes a
 * statement; `tag` is the name of a component and becomes a call; `names` are bound up to the end of the element or
 * block, maybe to elements of `of`, and become variables of a block around that; `declared` is a declaration without its
 * semicolon
 * @param value statement of an expression, with `%` in its place
 */
export function onlyEmbedded(text: string, { pattern, value = ";[%]" }: EmbeddedConfig): string {
  let kept = "";
  const ends: number[] = [];
  const elements = once(() => elementsIn(text));
  let element = -1;
  const put = (start: number, part: string): void => {
    while (start > ends.at(-1)!) close();
    // The sign that ends one value may be the place of the semicolon before the next.
    const shared = part.startsWith(";") && kept.length - start === 1 ? 1 : 0;
    if (start + shared < kept.length) return;
    const breaks = [text.slice(start, start + part.length), part].map((one) => one.split("\n").length);
    // A call takes more place than the tag: the line may end there.
    kept += blank(text.slice(kept.length, start)) + part.slice(shared) + "\n".repeat(breaks[0]! - breaks[1]!);
  };
  const close = (): void => put(ends.pop()!, "}");
  for (const { groups, indices, index, 0: { length } } of text.matchAll(compiled(pattern))) {
    const at = (name: string): number => indices?.groups?.[name]?.[0] ?? 0;
    const { code, value: expression, tag, names, declared, of: all = "0" } = groups ?? {};
    if (names !== undefined) {
      const part = `;{let[${names.startsWith("(") ? names.slice(1, -1) : names}]=${all}`;
      put(index + length - part.length, part);
      while ((elements()[element + 1]?.start ?? Infinity) <= index) element++;
      ends.push(elements()[element]?.end ?? index);
    }
    if (code !== undefined) put(at("code"), code);
    if (declared !== undefined) put(at("declared") - 1, `${declared};`);
    if (expression !== undefined) put(at("value") - value.indexOf("%"), value.replace("%", () => expression));
    // `my-dialog` is the component MyDialog.
    const name = tag?.includes("-")
      ? tag.replace(/(?:^|-)(\w)/g, (_, one: string) => one.toUpperCase())
      : tag;
    if (name !== undefined) put(at("tag") - 1, `;${name}()`);
  }
  while (ends.length > 0) close();
  return kept + blank(text.slice(kept.length));
}

/** A tag of an element or a mark of a block, without the sign that ends it, which a broken file may lack. */
const MARK = /(?:<|\{(?=[#/]))#?(\/?)([\w.-]+)((?:"[^"]*"|'[^']*'|[^"'>}])*)/g;

/** An element or a block; it ends at the sign that ends its closing mark, or else its own. */
interface Element {
  readonly name: string;
  readonly start: number;
  end: number;
}

/** The elements and blocks of a template in the order of their beginnings. */
function elementsIn(text: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const counts = new Map<string, number>();
  for (const { 0: whole, 1: closes, 2: name = "", 3: rest = "", index: start } of text.matchAll(MARK)) {
    const end = start + whole.length;
    const known = counts.get(name) ?? 0;
    if (closes === "") {
      elements.push({ name, start, end });
      if (rest.endsWith("/")) continue;
      open.push(elements.at(-1)!);
      counts.set(name, known + 1);
    } else if (known > 0) {
      const at = open.findLastIndex((one) => one.name === name);
      open[at]!.end = end;
      for (const one of open.splice(at)) counts.set(one.name, counts.get(one.name)! - 1);
    }
  }
  return elements;
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "dg"));
