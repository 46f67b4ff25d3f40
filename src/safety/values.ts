import type { Candidate } from "./candidate.ts";
import { hasDigit } from "./fold.ts";
import { isRandom } from "./opacity.ts";

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
