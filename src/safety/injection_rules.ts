import data from "../../config/injection.json" with { type: "json" };

/** One rule of `config/injection.json`. */
export interface InjectionRule {
  readonly id: string;
  readonly lang: string;
  readonly doc: string;
  /** The pattern runs only on folded text that holds one of them. */
  readonly keywords: readonly string[];
  /** A regular expression over folded text. A space stands for whatever may separate two words, see {@link GAP}. */
  readonly pattern: string;
  /** `match`: the match goes; `sentence`: the sentence it is in; `line`: also the rest of the line part. */
  readonly extent: string;
  /** A passage it removes. */
  readonly example: string;
  /** A passage that looks alike and stays. */
  readonly benign: string;
}

/** A rule ready to run. */
export interface CompiledInjectionRule {
  readonly id: string;
  readonly keywords: readonly string[];
  /** Global. */
  readonly regex: RegExp;
  readonly extent: string;
}

/** The rules as data, for self-tests and documentation. */
export const INJECTION_RULES: readonly InjectionRule[] = data.rules;

/** What separates words: blanks, a line break with its comment leader, the joints of identifiers and slugs. */
const GAP = "(?:[ \\t_.+*`~\"'\\u3000-]{1,6}|[ \\t*]{0,6}\\r?\\n[\\s*#/>|;%!-]{0,16})";

let strict: readonly CompiledInjectionRule[] | undefined;
let loose: readonly CompiledInjectionRule[] | undefined;

/** The rules for text as it stands, compiled at the first call. */
export function injectionRules(): readonly CompiledInjectionRule[] {
  return strict ??= compile(GAP);
}

/** The rules for text whose words were run together, compiled at the first call. */
export function looseInjectionRules(): readonly CompiledInjectionRule[] {
  return loose ??= compile(`${GAP}?`, (pattern) => pattern.replaceAll("\\b", ""));
}

function compile(
  gap: string,
  change = (pattern: string): string => pattern,
): readonly CompiledInjectionRule[] {
  return INJECTION_RULES.map((rule) => ({
    id: rule.id,
    keywords: rule.keywords,
    regex: new RegExp(spell(change(rule.pattern), gap), "g"),
    extent: rule.extent,
  }));
}

/** Puts the gap in the place of each blank outside character classes; a blank with `?` stays an optional gap. */
function spell(pattern: string, gap: string): string {
  let out = "";
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") out += char + pattern.charAt(++at);
    else {
      if (char === "[") inClass = true;
      if (char === "]") inClass = false;
      out += char === " " && !inClass ? gap : char;
    }
  }
  return out;
}
