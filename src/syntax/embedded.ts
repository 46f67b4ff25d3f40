import { onceEach } from "../model/once.ts";
import { blank } from "./masking.ts";
import type { LanguageConfig } from "./language_config.ts";

type EmbeddedConfig = NonNullable<LanguageConfig["embedded"]>;

/**
 * The code in a file of another format (single-file components, templates, pages) as a program of the same length: the
 * rest is blank, so offsets and lines are unchanged.
 *
 * @param pattern matches the parts, one of these groups in each: `code` is kept; `value` is an expression and becomes a
 * statement; `tag` is the name of a component and becomes a call
 * @param value statement of an expression, with `%` in its place
 */
export function onlyEmbedded(text: string, { pattern, value = ";[%]" }: EmbeddedConfig): string {
  let kept = "";
  const put = (start: number, part: string): void => {
    if (start >= kept.length) kept += blank(text.slice(kept.length, start)) + part;
  };
  for (const { groups, indices } of text.matchAll(compiled(pattern))) {
    const at = (name: string): number => indices?.groups?.[name]?.[0] ?? 0;
    const { code, value: expression, tag } = groups ?? {};
    if (code !== undefined) put(at("code"), code);
    if (expression !== undefined) put(at("value") - value.indexOf("%"), value.replace("%", () => expression));
    // `my-dialog` is the component MyDialog.
    const name = tag?.includes("-")
      ? tag.replace(/(?:^|-)(\w)/g, (_, one: string) => one.toUpperCase())
      : tag;
    if (name !== undefined) put(at("tag") - 1, `;${name}()`);
  }
  return kept + blank(text.slice(kept.length));
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "dg"));
