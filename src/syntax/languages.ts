import { baseName } from "../model/paths.ts";
import languages from "../../config/languages.json" with { type: "json" };
import type { LanguageConfig, NodeTables } from "./language_config.ts";
import { once } from "../model/once.ts";

/** The `id` of an entry in `config/languages.json`. */
export type LanguageId = string;

/** All known languages in the order of the configuration. A test checks the data against the type. */
export const LANGUAGES = languages as unknown as readonly LanguageConfig[];

/** The entry of a language; undefined for an unknown id. */
export const languageConfig = (id: LanguageId): LanguageConfig | undefined => index().byId.get(id);

/** The node tables of a language, including inherited ones; undefined if it has none. */
export function nodeTables(id: LanguageId): NodeTables | undefined {
  const config = languageConfig(id);
  if (config?.inherits === undefined) return config?.nodes;
  return { ...nodeTables(config.inherits), ...config.nodes };
}

/**
 * Detects the language of a file by its name, its extension, or the `#!` line of its text, whose start also resolves
 * shared extensions. Undefined if unknown.
 */
export function languageOf(path: string, text = ""): LanguageId | undefined {
  const name = baseName(path);
  const { byFilename, byExtension, byShebang } = index();
  const byName = byFilename.get(name);
  if (byName !== undefined) return byName.id;
  for (let dot = name.indexOf(".", 1); dot > 0; dot = name.indexOf(".", dot + 1)) {
    const claims = byExtension.get(name.slice(dot).toLowerCase());
    if (claims) return (claims.find(({ config }) => sniffs(config, text)) ?? claims[0]!).config.id;
  }
  return byShebang.get(interpreter(text.slice(0, 400)))?.id;
}

const index = once(makeIndex);

function makeIndex() {
  const byFilename = new Map<string, LanguageConfig>();
  const byShebang = new Map<string, LanguageConfig>();
  for (const config of LANGUAGES) {
    for (const name of config.filenames ?? []) byFilename.set(name, config);
    for (const name of config.shebangs ?? []) byShebang.set(name, config);
  }
  const claims = LANGUAGES.flatMap((config) => config.extensions.map((extension) => ({ extension, config })));
  const byExtension = Map.groupBy(claims, ({ extension }) => extension);
  return {
    byId: new Map(LANGUAGES.map((config) => [config.id, config])),
    byFilename,
    byExtension,
    byShebang,
  };
}

function sniffs(config: LanguageConfig, text: string): boolean {
  return config.sniff !== undefined && new RegExp(config.sniff, "m").test(text.slice(0, SNIFFED));
}

/** Number of characters examined for detection: a header starts with its license and macros. */
const SNIFFED = 16_384;

/** The interpreter: `#!/usr/bin/env -S python3.11 -u` gives `python`; "" without such a line. */
function interpreter(beginning: string): string {
  const line = /^\uFEFF?#!\s*(\S+)([^\r\n]*)/.exec(beginning);
  if (line === null) return "";
  const words = [line[1]!, ...line[2]!.trim().split(/\s+/)];
  const isEnv = words[0]!.endsWith("/env");
  const program = isEnv
    ? words.slice(1).find((word) => word !== "" && !word.startsWith("-") && !word.includes("="))
    : words[0];
  return baseName(program ?? "").replace(/[\d.]+$/, "");
}
