import { lookUp } from "../model/json.ts";
import data from "../../config/redaction.json" with { type: "json" };
import type { ValidatorName } from "./secret_validators.ts";
import { onceEach } from "../model/once.ts";

/** A rule in `config/redaction.json`. */
export interface RedactionRule {
  /** Kind in the counts, such as `github-token`. */
  readonly id: string;
  readonly doc: string;
  /** Lower case. Prefilter: the pattern is tested only in text with at least one keyword. */
  readonly keywords: readonly string[];
  /**
   * A regular expression with `{macros}` that ends with the named group `value`; look-aheads may follow. No nested
   * quantifiers: every repetition is bounded, or over a class that cannot match the following text.
   */
  readonly pattern: string;
  /** Only `i` and `m`. */
  readonly flags?: string;
  /** Decides whether a match is a secret; absent: always. */
  readonly validator?: string;
  /** True if the value is a list or map whose items are validated and replaced one by one. */
  readonly items?: boolean;
  /** A text with one such secret: `{}` is nothing, `{text*n}` n repetitions, so that this file holds nothing like one. */
  readonly example: string;
  /** A similar text without a secret. */
  readonly benign: string;
}

/** All rules, in order of execution. */
export const REDACTION_RULES: readonly RedactionRule[] = data.rules;

/** The rule's global expression; compiled on demand. */
export const ruleRegex: (rule: RedactionRule) => RegExp = onceEach((rule) =>
  new RegExp(expandMacros(rule.pattern), `g${rule.flags ?? ""}`)
);

/** The rule's validator. */
export function ruleValidator(rule: RedactionRule): ValidatorName | undefined {
  return rule.validator as ValidatorName | undefined;
}

function expandMacros(pattern: string): string {
  return pattern.replace(
    /\{([A-Z]+)\}/g,
    (whole, name: string) => lookUp<string>(data.macros, name) ?? whole,
  );
}
