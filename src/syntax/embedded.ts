import { onceEach } from "../model/once.ts";
import { blank } from "./masking.ts";
import type { LanguageConfig } from "./language_config.ts";

type EmbeddedConfig = NonNullable<LanguageConfig["embedded"]>;

/**
 * The code in a file of another format (single-file components, templates, pages) as a program of the same length: the
 * rest is blank, so lines are unchanged.
 *
 * @param pattern matches the parts, one of these groups in each: `code` is kept; `value` is an expression and becomes a
 * statement; `tag` is the name of a component and becomes a call; `names` are bound up to the end of the element or
 * block, maybe to elements of `of`, and become variables of a block around that
 * @param value statement of an expression, with `%` in its place
 */
export function onlyEmbedded(text: string, { pattern, value = ";[%]" }: EmbeddedConfig): string {
  let kept = "";
  const ends: number[] = [];
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
    const { code, value: expression, tag, names, of: all = "0" } = groups ?? {};
    if (names !== undefined) {
      const part = `;{let[${names.startsWith("(") ? names.slice(1, -1) : names}]=${all}`;
      put(index + length - part.length, part);
      ends.push(endOf(text, index));
    }
    if (code !== undefined) put(at("code"), code);
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

/** Place of the closing mark of the block that begins at `start`, or of the element with the attribute there. */
function endOf(text: string, start: number): number {
  const from = text[start] === "{" ? start : text.lastIndexOf("<", start);
  const [name = ""] = /[\w.-]+/.exec(text.slice(from)) ?? [];
  const mark = `[<{]#?(/?)${name.replaceAll(".", "\\.")}(?![\\w.-])(?:"[^"]*"|'[^']*'|[^"'>}])*?(/?)[>}]`;
  let [own, depth] = [0, 0];
  for (const { 0: whole, 1: closes, 2: isWhole, index } of text.slice(from).matchAll(compiled(mark))) {
    const end = from + index + whole.length - 1;
    own ||= end;
    depth += closes ? -1 : isWhole ? 0 : 1;
    if (depth <= 0) return end;
  }
  return own;
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "dg"));
