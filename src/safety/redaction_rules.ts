import { lookUp } from "../model/json.ts";
import data from "../../config/redaction.json" with { type: "json" };
import type { ValidatorName } from "./secret_validators.ts";
import { onceEach } from "../model/once.ts";

/** One rule of `config/redaction.json`. */
export interface RedactionRule {
  /** The kind as it is counted, for instance `github-token`. */
  readonly id: string;
  readonly doc: string;
  /** Lower case; the pattern runs only on text that holds one of them. */
  readonly keywords: readonly string[];
  /**
   * A regular expression over `{macros}` that ends with the named group `value`; look-aheads may follow. No nested
   * quantifiers: every repetition is bounded or over a class that cannot match what follows it.
   */
  readonly pattern: string;
  /** `i` and `m` only. */
  readonly flags?: string;
  /** Decides whether a match is a secret; absent: every match is. */
  readonly validator?: string;
  /** A text with one such secret, in the notation of {@link expandExample}. */
  readonly example: string;
  /** A text that looks like one and holds none. */
  readonly benign: string;
}

/** The rules as data, in the order they run. */
export const REDACTION_RULES: readonly RedactionRule[] = data.rules;

/** The rule's expression, global; compiled when it is first asked for. */
export const ruleRegex: (rule: RedactionRule) => RegExp = onceEach((rule) =>
  new RegExp(expandMacros(rule.pattern), `g${rule.flags ?? ""}`)
);

/** The rule's validator. */
export function ruleValidator(rule: RedactionRule): ValidatorName | undefined {
  return rule.validator as ValidatorName | undefined;
}

/**
 * The example of a rule as text. `{}` stands for nothing and `{text*n}` for n repetitions: so that the data file
 * itself holds nothing that looks like a secret.
 */
export function expandExample(example: string): string {
  return example
    .replace(/\{([^{}*]+)\*(\d{1,3})\}/g, (_, part: string, times: string) => part.repeat(Number(times)))
    .replaceAll("{}", "");
}

function expandMacros(pattern: string): string {
  return pattern.replace(/\{([A-Z]+)\}/g, (whole, name: string) => {
    return lookUp<string>(data.macros, name) ?? whole;
  });
}
