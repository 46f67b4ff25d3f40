import type { Candidate } from "./candidate.ts";
import { REDACTED } from "./tally.ts";
import { hasDigit, hasLetter, hasLower, hasSpace, hasUpper } from "./fold.ts";
import { isDense, isOpaque, isRandom, isStrong, variety } from "./opacity.ts";

/** Benign values and names: placeholders, types, expressions and labels beside names like `password`. */

/** Words that are never a secret as a whole value. */
export const WEAK_WORD =
  /^(?:none|null|nil|undefined|true|false|yes|no|on|off|string|str|bytes?|int(?:eger)?|number|bool(?:ean)?|object|any|text|char|varchar|void|optional|required|hidden|visible|invalid|valid|missing|empty|unset|default|disabled?|enabled?|unknown|unused|auto|static|dynamic|const|self|this|type|key|name|value|field|input|label|title|email|user(?:name)?|admin|root|login|guest|anonymous|public|private|secret|token|password|passwd|passphrase|passcode|pass|pwd|secure|keyword|identifier|operator|comment|punctuation|literal|number|function|variable|header|cookie|query|body|basic|bearer|digest|oauth2?|apikey|api_key|session|random|generate[ds]?|prompt|ask|stdin|file|env|environment|vault|placeholder|example|sample|dummy|fake|mock|test(?:ing|er)?|changeme|change_me|changeit|todo|fixme|tbd|redacted|masked|removed|deleted|hash(?:ed)?|encrypted|plain(?:text)?|base64|utf-?8|ascii|sha\d+|md5|hmac|rsa|aes|ed25519|bcrypt|scrypt|argon2|pbkdf2|es\d{3}|rs\d{3}|hs\d{3}|localhost|postgres|mysql|incorrect|minlength|maxlength|toolong|weak|strong|reset|forgot|change|update|confirm(?:ation)?|create|delete|verify|check|not|and|with|from|for|the|are|was|has|can|will|must|should|your|our|its?)$/i;

/** Parts of placeholders to fill in. */
const FILL_IN =
  /your|change.?me|replace|insert|placeholder|example|dummy|redacted|xxx|\*\*\*|\.\.\.|…|todo|fixme|not.?a.?real|to.?be.?filled|enter.?|<[^>]{0,80}>|\[[^\]]{0,80}\]|__[A-Z_]+__/i;

/** Templates, references and expressions of common languages. */
const REFERENCE =
  /^[$@&!*~]|^\.\s*\$|[[(]$|^-|^[a-z _-]+[=:]$|[$#%@]\{|\{\{|\}\}|^\{.*\}$|\$\(|%\(|%[sdv](?![0-9A-Za-z])|<%|^%\w+%$|^(?:os\.|process\.|env[.[(:]|ENV\b|System\.|Environment\.|getenv|import\.meta|config[.[(]|settings?[.[]|self\.|this\.|secrets?[.[:]|vars?\.|var\.|local\.|data\.|module\.|args?[.[]|opts?\.|options\.|params?[.[]|req(?:uest)?\.|ctx\.|vault:|ssm:|sops:|arn:|op:\/\/|ref\+|file:|sha\d{1,3}[-:]|new |await |lambda|function|\(|=>)/;

/** Addresses, paths, file names, dates, versions, colors, sizes. */
const OTHER_DATA =
  /^[a-z_]+(?:\|[a-z_:0-9,]+)+$|^(?:[a-z][a-z0-9+.-]{1,12}:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|#[0-9a-f]{3,8}$|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|v?\d+(?:\.\d+){1,3}$|\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)?$)|\.(?:js|ts|tsx|jsx|py|rb|go|rs|java|json|ya?ml|toml|txt|md|html?|css|xml|png|svg|pem|crt|conf|cfg|ini|log|sh|php|vue)$/i;

/** True if a value cannot be a secret whatever its name. */
export function isBenignValue(value: string): boolean {
  if (/^(?:(.)\1*|[^0-9A-Za-z]+)$|[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/.test(value)) return true;
  return WEAK_WORD.test(value) || FILL_IN.test(value) && !(hasDigit(value) && isRandom(value, 16)) ||
    isReference(value) || namesItself(value);
}

/** True for decimal digits, possibly in groups. */
export function isNumber(value: string): boolean {
  return /^\d[\d_]*$/.test(value);
}

/** True if a number is an amount or limit: round, or near a power of two. */
export function isQuantity(value: string): boolean {
  const number = BigInt(value.replaceAll("_", ""));
  return number % 1000n === 0n || [number, number + 1n].some((bound) => (bound & (bound - 1n)) === 0n);
}

/** True if a value refers to another location, or is data of a known form: an address, a path, a date. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || OTHER_DATA.test(value);
}

/** True if the value is a name of the same kind as its key: `user_password`, `accessToken`, `SECRET_KEY_FALLBACKS`. */
function namesItself(value: string): boolean {
  return /pass(?:word|wd|phrase|code)|pwd|secret|token|credential|api.?key|private.?key|access.?key/i.test(
    value,
  ) && !/\d{3}/.test(value) &&
    /^[A-Za-z_$][\w$.\-:/\s]*\d{0,2}$/.test(value);
}

/** Words before the key word which imply that the value is about a secret, not one. */
const BENIGN_BEFORE = new Set(
  ("csrf xsrf next prev previous page continuation cancel cancellation sync forgot forget reset lost no has is show hide " +
    "toggle change update confirm newline line max min num total used input output prompt completion start end stop eos " +
    "bos pad unk mask sep cls special added first last current by lex lexer parse type kind syntax grammar peek expected " +
    "unexpected invalid missing bad unknown primary foreign cache sort partition group object public").split(
      " ",
    ),
);

/** Such words also written together with the key word. */
const GLUED_BEFORE = /(?:csrf|xsrf|next|prev|continuation|cancellation)$/i;

/** True if the word before the key word implies that the value is about a secret. */
export function isBenignBefore(before: string): boolean {
  const name = /[A-Za-z]{0,40}(?=[_\- .]?$)/.exec(before)?.[0] ?? "";
  const last = /[A-Z]*[a-z]*$/.exec(name)?.[0] ?? "";
  return BENIGN_BEFORE.has(last.toLowerCase()) || GLUED_BEFORE.test(name);
}

/** Suffixes with the same implication. */
const BENIGN_SUFFIX =
  /^[_-]?(?:id|ids|name|names|type|types|kind|url|uri|path|file|filename|dir|field|fields|label|title|text|hint|help|placeholder|error|errors|message|msg|required|length|len|size|count|limit|max|min|expir\w*|ttl|lifetime|timeout|age|date|time|at|by|policy|rules?|validat\w*|regex|pattern|format|algorithm|alg|method|mode|strategy|provider|class|cls|factory|manager|service|store|storage|backend|handler|generator|encoder|decoder|hasher|strength|input|form|view|page|link|button|icon|reset|change|changed|confirm\w*|visible|hidden|show|toggle|enabled|disabled|header|param|params|parameter|prefix|suffix|separator|delimiter|index|idx|pos|position|offset|start|end|line|column|stream|iter\w*|list|map|set|s_per\w*|usage|cost|price|ref|refs|env|var|variable|source|scope|scopes|endpoint|issuer|audience|version|status|state|count\w*|ize\w*|iz\w*|ise\w*|less|ful|ed|er|ing|ly|word|board|stroke|ring|port|book|able|through|ive|ion|age|es|around|with)(?:[_-].*)?$/i;

/** True if the name around the key word implies that the value is not a secret. */
export function isBenignKey(before: string, word: string, suffix: string): boolean {
  if (isBenignSuffix(suffix)) return true;
  // `bypass`, `basalt`: another word with that ending.
  if (/[a-z]$/.test(before) && /^(?:pass|salt|token|secret|credentials?)$/.test(word)) return true;
  return isBenignBefore(before) && /(?:token|key|pass\w*|pwd|secret)$/i.test(word);
}

/** True if the suffix after the key word implies that the value is about a secret. */
export function isBenignSuffix(suffix: string): boolean {
  return suffix.startsWith("__") || suffixParts(suffix).some((part) => BENIGN_SUFFIX.test(part));
}

/** Splits `_RESET_Url` into `RESET`, `Url`. */
function suffixParts(suffix: string): string[] {
  return suffix.replace(/([a-z])(?=[A-Z])/g, "$1_").split(/[_-]+/).filter((part) => part !== "");
}

/** Text before `start`, at most `most` UTF-16 code units. */
export function textBefore(text: string, start: number, most: number): string {
  return text.slice(Math.max(0, start - most), start);
}

/** The part of {@link textBefore} in the same line; lines can be very long. */
export function lineHead(text: string, start: number, most: number): string {
  return textBefore(text, start, most).split("\n").at(-1) ?? "";
}

/** True if the match is a whole configuration line: a name at its start, a value to its end. */
export function isConfigLine({ text, start, end }: Candidate): boolean {
  const head = lineHead(text, start, 120);
  const tail = text.slice(end, end + 40);
  return /^\s*(?:[-#]\s?|export\s|set\s|ENV\s|\/\/\s?)?["']?[\w.\-\u4e00-\u9fff]{1,80}["']?\s{0,8}[:=：＝]\s{0,8}$/
    .test(head) &&
    /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.test(tail);
}

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
  default: ({ value }) => !isBenignValue(value) && !hasSpace(value) && (isDense(value) || isOpaque(value, 8)),
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
  prose: ({ value }) => !isBenignValue(value) && hasDigit(value) && hasLetter(value) && value.length >= 6,
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
