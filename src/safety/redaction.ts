import { REDACTED, Tally, tallyOne } from "./tally.ts";
import type { Redaction } from "../model/report.ts";
import { VALIDATORS } from "./secret_validators.ts";
import { redactEncoded } from "./encoded_secrets.ts";
import { KeywordTable } from "./keywords.ts";
import { redactKeyBlocks } from "./key_blocks.ts";
import { REDACTION_RULES, type RedactionRule, ruleRegex, ruleValidator } from "./redaction_rules.ts";

/** Result of {@link redact}. */
export interface RedactionResult {
  readonly text: string;
  /** Counts by kind, in order of the first redaction; without zero counts. */
  readonly redactions: readonly Redaction[];
}

const RULES = new KeywordTable(REDACTION_RULES, ({ keywords }) => keywords);

/**
 * Replaces every secret in the text and counts them by kind. The context (names, prefixes that identify the kind,
 * quotes) remains readable. Idempotent.
 */
export function redact(text: string): RedactionResult {
  const tally: Tally = new Map();
  let out = redactKeyBlocks(text, tally);
  out = applyRules(out, tally);
  out = redactEncoded(out, { tally, holdsSecret: (inner) => holdsSecret(inner) });
  return { text: out, redactions: [...tally].map(([kind, count]) => ({ kind, count })) };
}

/** True if decoded text contains a secret. */
function holdsSecret(text: string): boolean {
  const tally: Tally = new Map();
  redactKeyBlocks(text, tally);
  if (tally.size === 0) applyRules(text, tally);
  return tally.size > 0;
}

function applyRules(text: string, tally: Tally): string {
  let out = text;
  for (const rule of RULES.in(text.toLowerCase()).rules) out = applyRule(rule, out, tally);
  return out;
}

/** Replaces the value of each match; the rest of the match remains. */
function applyRule(rule: RedactionRule, text: string, tally: Tally): string {
  const name = ruleValidator(rule);
  const validator = name === undefined ? undefined : VALIDATORS[name];
  const regex = ruleRegex(rule);
  let out = "";
  let copied = 0;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const { value = "", ...groups } = match.groups ?? {};
    const start = match.index + match[0].length - value.length;
    const end = start + value.length;
    if (value.includes(REDACTED)) continue;
    if (validator && !validator({ text, start, end, value, groups })) {
      // The value may contain another name with its value.
      regex.lastIndex = start;
      continue;
    }
    out += text.slice(copied, start) + REDACTED;
    copied = end;
    tallyOne(tally, rule.id);
  }
  return out + text.slice(copied);
}
