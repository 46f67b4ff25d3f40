import { onceEach } from "../model/once.ts";
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
  const kept = new Kept(text);
  for (const { groups, indices } of text.matchAll(compiled(pattern))) {
    const at = (name: string): number => indices?.groups?.[name]?.[0] ?? 0;
    if (groups?.code !== undefined) kept.put(at("code"), groups.code);
    if (groups?.value !== undefined) {
      kept.put(
        at("value") - value.indexOf("%"),
        value.replace("%", () => groups.value!),
      );
    }
    if (groups?.tag !== undefined) kept.put(at("tag") - 1, `;${componentName(groups.tag)}()`);
  }
  return kept.finish();
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "dg"));

/** `my-dialog` in a template is the component MyDialog. */
function componentName(tag: string): string {
  return tag.includes("-") ? tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) : tag;
}

/** Parts of a text at their offsets, and blanks between them. */
class Kept {
  readonly #parts: string[] = [];
  #end = 0;

  constructor(private readonly text: string) {}

  put(start: number, part: string): void {
    if (start < this.#end) return;
    this.#blank(start);
    this.#parts.push(part);
    this.#end = start + part.length;
  }

  finish(): string {
    this.#blank(this.text.length);
    return this.#parts.join("");
  }

  #blank(end: number): void {
    this.#parts.push(this.text.slice(this.#end, end).replace(/[^\n\r]/g, " "));
  }
}
