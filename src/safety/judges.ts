import { isBenignKey, isBenignValue, isConfigLine, WEAK_WORD } from "./values.ts";

/** A match of a rule, to be judged. */
export interface Candidate {
  /** The whole text. */
  readonly text: string;
  /** Where the value starts and ends (exclusive), UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** Whether the candidate is a secret. */
export type Judge = (candidate: Candidate) => boolean;

/** The judges that rules of `config/redaction.json` can name. */
export const JUDGES = {
  /** Digits and letters in both cases: what random keys have and words have not. */
  mixed: ({ value }) => hasDigit(value) && /[a-z]/.test(value) && /[A-Z]/.test(value),
  /** As `mixed`, or hexadecimal digits. */
  "mixed-or-hex": ({ value }) => {
    return hasDigit(value) && /[a-zA-Z]/.test(value) &&
      (/^[0-9a-f-]{24,}$/i.test(value) || variety(value) >= 10);
  },
  /** An opaque token in a place where tokens stand. */
  opaque: ({ value }) => !isBenignValue(value) && isOpaque(value, 8),
  /** A password in a place where passwords stand. */
  password: (candidate) => {
    const { value } = candidate;
    return !isBenignValue(value) && !followsCode(candidate) && isPassword(value);
  },
  /** A word of a sentence: only when it looks like no word. */
  prose: ({ value }) => {
    return !isBenignValue(value) && hasDigit(value) && /[A-Za-z]/.test(value) && value.length >= 6;
  },
  assignment: judgeQuoted,
  bare: judgeBare,
} as const satisfies Record<string, Judge>;

/** A name in {@link JUDGES}. */
export type JudgeName = keyof typeof JUDGES;

/** Words that name passwords proper; people choose them, so weak ones count as well. */
const PASSWORD_WORD = /^(?:password|passwd|passphrase|passcode|passwort|pswd|pwd|pass)$/i;

function judgeQuoted(candidate: Candidate): boolean {
  const { value, groups } = candidate;
  const word = groups.word ?? "";
  if (isBenignValue(value) || isBenignKey(before(candidate, groups), word, groups.suffix ?? "")) return false;
  if (/\s/.test(value) || /^(?:,|[|]{2}|\?\?)$/.test(groups.op ?? "") && !isOpaque(value, 16)) return false;
  if (PASSWORD_WORD.test(word)) return isPassword(value);
  return isOpaque(value, 8) || /^(?:secret|api.?key)/i.test(word) && isOpaque(value, 6);
}

function judgeBare(candidate: Candidate): boolean {
  const { value, groups } = candidate;
  const word = groups.word ?? "";
  const suffix = groups.suffix ?? "";
  if (isBenignValue(value) || isBenignKey(before(candidate, groups), word, suffix)) return false;
  if (followsCode(candidate) || /^[\w$]+(?:\.[\w$]+|->\w+|::\w+)+$/.test(value)) return false;
  const config = isConfigLine(candidate);
  if (/^\d+$/.test(value)) return config && PASSWORD_WORD.test(word) && suffix === "" && value.length >= 5;
  if (PASSWORD_WORD.test(word)) {
    return config
      ? isPassword(value) && !/^[A-Za-z_]+$/.test(value) || isEnvLine(groups, candidate)
      : isStrong(value);
  }
  return config ? isOpaque(value, 8) : isStrong(value);
}

/** `NAME=value` with nothing around the sign, as shells and .properties have it: even a plain word is a value. */
function isEnvLine(groups: Candidate["groups"], { value, text, start }: Candidate): boolean {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return groups.op === "=" && value.length >= 6 && /^\s*(?:export |set |ENV |- )?[A-Z0-9_.]+=$/.test(line) &&
    !WEAK_WORD.test(value);
}

/** The part of the line before the name's key word. */
function before(candidate: Candidate, groups: Candidate["groups"]): string {
  const { text, start } = candidate;
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 120), start);
  const at = line.toLowerCase().lastIndexOf((groups.word ?? "").toLowerCase());
  return at < 0 ? line : line.slice(0, at);
}

/** A call, an index, a member or a template follows: the value is code. */
function followsCode({ text, end }: Candidate): boolean {
  return /^[([{]|^\.[A-Za-z_]|^`?\$\{/.test(text.slice(end, end + 3));
}

function isPassword(value: string): boolean {
  if (value.length < 4) return false;
  if (/^[a-z]+(?:[_-][a-z]+){0,2}$/i.test(value)) {
    return value.length >= 6 && !/[_-]/.test(value) && value === value.toLowerCase() &&
      !WEAK_WORD.test(value);
  }
  return !/^[A-Za-z]+(?:\.[A-Za-z_]+)+$/.test(value);
}

/** Letters and digits (or other marks) together, long enough, not a version, a file name, an algorithm. */
function isOpaque(value: string, least: number): boolean {
  if (value.length < least || !/[A-Za-z]/.test(value)) {
    return value.length >= 16 && /^\d+$/.test(value) && false;
  }
  if (hasDigit(value)) return digitsSpread(value);
  return value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && variety(value) >= 12 &&
    changes(value) >= 6 &&
    !/^[a-z]+(?:[A-Z][a-z]+)+$|^(?:[A-Z][a-z]+)+$/.test(value) && !/[./_-]/.test(value);
}

/** Strong enough to stand out among names of variables. */
function isStrong(value: string): boolean {
  return value.length >= 16 && hasDigit(value) && /[A-Za-z]/.test(value) &&
    !/^[a-z]+(?:[A-Z][a-z]*)*\d{0,2}$/.test(value) &&
    !/^[A-Za-z]+(?:_[A-Za-z0-9]+)*$/.test(value) && variety(value) >= 8;
}

/** `foo_2`, `sha256`, `my-key-1` are names; a random key has digits among its letters. */
function digitsSpread(value: string): boolean {
  if (/^[a-z]+(?:[_.-]?[a-z]+)*[_.-]?\d{1,3}$/i.test(value)) {
    return value.length >= 24 || /[a-z]\d{2,3}$/i.test(value) && value.length >= 8 && !/[_.-]/.test(value);
  }
  return true;
}

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** How many different characters. */
function variety(value: string): number {
  return new Set(value).size;
}

/** How often the case changes from one letter to the next. */
function changes(value: string): number {
  return (value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []).length;
}
