import type { Candidate } from "./candidate.ts";
import { REDACTED } from "./tally.ts";
import { hasDigit, hasLetter, hasLower, hasSpace, hasUpper } from "./fold.ts";
import { isDense, isOpaque, isRandom, isStrong, variety } from "./opacity.ts";
import {
  isBenignBefore,
  isBenignKey,
  isBenignSuffix,
  isBenignValue,
  isConfigLine,
  isNumber,
  isQuantity,
  isReference,
  lineHead,
  textBefore,
  WEAK_WORD,
} from "./values.ts";

/** Returns true if the candidate is a secret. */
export type Validator = (candidate: Candidate) => boolean;

/** The validators available to rules of `config/redaction.json`. */
export const VALIDATORS = {
  /** Digits and letters in both cases, as in random keys and unlike words. */
  mixed: ({ value }) => hasDigit(value) && hasLower(value) && hasUpper(value),
  /** Same as `mixed`, or hexadecimal digits. */
  "mixed-or-hex": ({ value }) => {
    return hasDigit(value) && hasLetter(value) &&
      (/^[0-9a-f-]{24,}$/i.test(value) || variety(value) >= 10);
  },
  /** An opaque token, in a position of tokens. */
  opaque: ({ value }) => !isBenignValue(value) && isOpaque(value, 8),
  /** A password, in a position of passwords. */
  password: (candidate) => {
    const { value } = candidate;
    if (isNumber(value)) return isNumericPassword(value, 5);
    return !hasSpace(value) && !isBenignValue(value) && !followsCode(candidate) && isPassword(value);
  },
  /** A password after a command-line option; a plain word only after `=`. */
  argument: (candidate) => {
    const { value, text, start } = candidate;
    if (isBenignValue(value) || followsCode(candidate) || !isPassword(value)) return false;
    return text.charAt(start - 1) === "=" || hasDigit(value) && !/^[\w.-]+[).,:;]*$/.test(value) ||
      isDense(value) || isRandom(value, 12);
  },
  /** A default value beside a name: unlike a name or label. */
  default: ({ value }) => {
    return !isBenignValue(value) && !hasSpace(value) && (isDense(value) || isOpaque(value, 8));
  },
  /** An item of a list, map or column: unlike a name or label, and not code. */
  item: (candidate) => {
    const { value, groups } = candidate;
    if (hasSpace(value) || value.includes(REDACTED) || isBenignValue(value) || isCode(candidate)) {
      return false;
    }
    if (isBenignKey(before(candidate), groups.word ?? "", groups.suffix ?? "")) return false;
    return isDense(value) || isOpaque(value, 8);
  },
  /** A word in a sentence: only if it does not look like a word. */
  prose: ({ value }) => {
    return !isBenignValue(value) && hasDigit(value) && hasLetter(value) && value.length >= 6;
  },
  /** A machine-generated value, beside a name that is also used for other values. */
  random: isRandomSecret,
  /** A machine-generated value after a vendor's key prefix. */
  "random-body": ({ value }) => isRandom(value, 12),
  assignment: isQuotedSecret,
  bare: isBareSecret,
} as const satisfies Record<string, Validator>;

/** A name in {@link VALIDATORS}. */
export type ValidatorName = keyof typeof VALIDATORS;

/** Words for passwords, which people choose, so that weak values count as well. */
const PASSWORD_WORDS: ReadonlySet<string> = new Set(
  "password passwd passphrase passcode passwort pswd pwd pass psk pw".split(" "),
);

function isQuotedSecret(candidate: Candidate): boolean {
  const { value, groups } = candidate;
  const word = groups.word ?? "";
  if (
    followsCode(candidate) || isBenignValue(value) ||
    isBenignKey(before(candidate), word, groups.suffix ?? "")
  ) return false;
  const password = PASSWORD_WORDS.has(word.toLowerCase());
  if (["", ",", "{", "||", "??"].includes(groups.op ?? "=")) {
    if (hasSpace(value) || isWrapped(candidate)) return false;
    return isStrong(value) || password && isDense(value) || groups.op !== "," && isOpaque(value, 8);
  }
  if (hasSpace(value)) return password && isPassphrase(value);
  if (password) return isPassword(value);
  return isOpaque(value, 8) || /^(?:secret|api.?key)/i.test(word) && isOpaque(value, 6);
}

function isBareSecret(candidate: Candidate): boolean {
  const { value, groups } = candidate;
  const word = groups.word ?? "";
  const suffix = groups.suffix ?? "";
  if (isBenignKey(before(candidate), word, suffix)) return false;
  const config = isConfigLine(candidate) || isEnvironment(candidate);
  const password = PASSWORD_WORDS.has(word.toLowerCase());
  if (isNumber(value)) {
    return password && suffix === "" && (config || isQuotedName(candidate)) &&
      isNumericPassword(value, word.toLowerCase() === "pass" ? 6 : 5);
  }
  if (isBenignValue(value)) return false;
  if (isCode(candidate)) return false;
  if (groups.op === ":" && value.includes(":")) return false;
  if (!password) return config ? isOpaque(value, 8) : isStrong(value);
  if (isDense(value) || isStrong(value)) return true;
  return config && isPassword(value) && !/^[A-Za-z_]+$/.test(value) || isWholeEnvLine(candidate);
}

/** Words for credentials, whose values may be shorter. */
const CREDENTIAL_WORDS: ReadonlySet<string> = new Set(
  "token secret pass password passwd pw pwd cred".split(" "),
);

function isRandomSecret(candidate: Candidate): boolean {
  const { value, groups } = candidate;
  const isLong = /^\d{15,40}$/.test(value) && variety(value) > 5 && !isQuantity(value);
  if (!isLong && isReference(value.replace(/^-+/, "")) || followsCode(candidate)) return false;
  if (/^\w*[?=][^=]*&\w+=/.test(value) || groups.op?.startsWith(",") && /^\w+=\w/.test(value)) return false;
  if (isBenignSuffix(groups.suffix ?? "") || isBenignBefore(before(candidate))) return false;
  return isLong || isRandom(value, CREDENTIAL_WORDS.has(groups.word?.toLowerCase() ?? "") ? 10 : 12);
}

/** True for a number that may be a chosen password: neither an amount nor a limit. */
function isNumericPassword(value: string, least: number): boolean {
  return value.length >= least && !isQuantity(value);
}

/** True for `"name": value`, as in data with several entries in a line. */
function isQuotedName({ groups, text, start }: Candidate): boolean {
  return groups.word?.toLowerCase() !== "pass" && /["']\s{0,8}[:=]\s{0,8}$/.test(textBefore(text, start, 20));
}

/** True for `NAME=value` with a name in capitals: a shell variable. */
function isEnvironment({ groups, text, start }: Candidate): boolean {
  return groups.op === "=" &&
    /(?:^|[^\w.])[A-Z][A-Z0-9_]{2,60}=$/.test(textBefore(text, start, 64));
}

/** True for `NAME=value` alone in a line, as in .env and .properties: then even a plain word is a value. */
function isWholeEnvLine({ groups, value, text, start }: Candidate): boolean {
  const line = lineHead(text, start, 100);
  return groups.op === "=" && value.length >= 6 && /^\s*(?:export |set |ENV |- )?[A-Z0-9_.]+=$/.test(line);
}

/** Text before the key word of the name. */
function before({ text, start, groups }: Candidate): string {
  const near = textBefore(text, start, 400);
  return near.slice(0, near.toLowerCase().lastIndexOf((groups.word ?? "").toLowerCase()));
}

/** True if the value is in another line than its name. */
function isWrapped({ text, start, groups }: Candidate): boolean {
  return textBefore(text, start, 60).split(groups.word ?? "").at(-1)?.includes("\n") === true;
}

/** True if the value is a path of names, or an expression starts with it. */
function isCode(candidate: Candidate): boolean {
  return followsCode(candidate) || /^[\w$]+(?:\.[\w$]+|->\w+|::\w+)+$/.test(candidate.value);
}

/** True if a call, index, member or template follows: the value is code. */
function followsCode({ text, end }: Candidate): boolean {
  return /^[([{]|^\.[A-Za-z_]|^`?\$\{/.test(text.slice(end, end + 3));
}

/** True for any value a person may choose; plain words only if long, in lower case, and not used in code. */
function isPassword(value: string): boolean {
  if (value.length < 4) return false;
  if (/^[a-z]+(?:[_-][a-z]+){0,2}$/i.test(value)) {
    return value.length >= 6 && /^[a-z]+$/.test(value) || isRandom(value, 16);
  }
  return !/^[A-Za-z]+(?:\.[A-Za-z_]+)+$/.test(value);
}

/** Words that make a series of plain words a sentence instead of a passphrase. */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  ("is are was be the an must your you for not no to of and or in with does do can may field fields this that new old " +
    "please too short long").split(" "),
);

function isPassphrase(value: string): boolean {
  return /^[a-z]{2,12}(?: [a-z]{2,12}){1,7}$/.test(value) &&
    !value.split(" ").some((word) => SENTENCE_WORDS.has(word) || WEAK_WORD.test(word));
}
