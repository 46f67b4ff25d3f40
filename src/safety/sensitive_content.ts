/** Credential files under innocent names, recognised by what they hold. */

/** Longest beginning that is looked at, UTF-16 units. */
const LOOK_UNITS = 65_536;

/** Whole-file marks: a file that begins like this, or holds these together, is a credential. */
const MARKS: readonly ((text: string) => boolean)[] = [
  (text) => /^\s*-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET) KEY/.test(text),
  (text) =>
    /^\s*(?:PuTTY-User-Key-File-\d|\$ANSIBLE_VAULT;|AGE-SECRET-KEY-1|#\s*created:[^\n]*\n#\s*public key: age1)/
      .test(text),
  (text) =>
    /^apiVersion:/m.test(text) && /^kind:\s*Config\s*$/m.test(text) &&
    /client-key-data:|\btoken:|password:/.test(text),
  (text) => /"type"\s*:\s*"service_account"/.test(text) && /"private_key"\s*:\s*"-----BEGIN/.test(text),
  (text) => /^\[[\w .-]+\]\s*$/m.test(text) && /^\s*aws_secret_access_key\s*=\s*\S{20}/m.test(text),
  (text) => /^machine\s+\S+(?:\s+login\s+\S+)?\s+password\s+\S+/m.test(text),
  (text) => /^\s*\{[^]*"auths"\s*:\s*\{[^]*"auth"\s*:\s*"[0-9A-Za-z+/=]{8,}"/.test(text),
  (text) => /"refresh_token"\s*:\s*"[^"]{10,}"/.test(text) && /"client_secret"\s*:\s*"[^"]{6,}"/.test(text),
  (text) =>
    /"terraform_version"\s*:/.test(text) && /"lineage"\s*:/.test(text) && /"resources"\s*:/.test(text),
  (text) =>
    /^kind:\s*Secret\s*$/m.test(text) && /^(?:data|stringData):\s*$/m.test(text) && !/\{\{/.test(text) &&
    /^\s{2,}[\w.-]+:\s+\S{4}/m.test(text),
  (text) => /^\/\/[\w.:/-]+:_(?:authToken|auth|password)\s*=\s*(?!\$\{)\S{8}/m.test(text),
  (text) =>
    countLines(text, /^https?:\/\/[^\s:@/]+:[^\s@/]+@[\w.-]+\/?$/) >= 1 &&
    ratio(text, /^https?:\/\/[^\s:@/]+:[^\s@/]+@/) > 0.8,
  (text) => ratio(text, /^[\w.@-]{1,64}:(?:\$(?:2[aby]|apr1|1|5|6|y)\$|\{SHA\})\S{10}/) > 0.8,
  (text) => ratio(text, /^[\w.-]{1,32}:[^:\s]*:\d{0,8}:\d*:\d*:/) > 0.8 && /\$\w{1,8}\$/.test(text),
  (text) => ratio(text, /^[^:\s]+:(?:\d+|\*):[^:\s]*:[^:\s]+:\S+$/) > 0.8,
  (text) =>
    /"kty"\s*:\s*"(?:RSA|EC|OKP|oct)"/.test(text) && /"(?:d|k)"\s*:\s*"[0-9A-Za-z_-]{20,}"/.test(text),
  looksLikeEnvFile,
];

/**
 * Whether the text is that of a credential file: a private key, a kubeconfig with credentials, a service account,
 * a list of passwords, an environment file with several secrets. Code that merely mentions such things is not.
 */
export function looksSensitive(text: string): boolean {
  const start = text.length > LOOK_UNITS ? text.slice(0, LOOK_UNITS) : text;
  return MARKS.some((mark) => mark(start));
}

const ENV_LINE = /^(?:export\s+)?[A-Z][A-Z0-9_]{1,80}=\S?.*$/;
const SECRET_ENV_LINE =
  /^(?:export\s+)?[A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIAL|DSN|DATABASE_URL)[A-Z0-9_]*=["']?(?![<$"']|your|change|example|x{3})\S{6,}/;

/** Nearly nothing but `NAME=value`, with two secrets or more. */
function looksLikeEnvFile(text: string): boolean {
  return countLines(text, SECRET_ENV_LINE) >= 2 && ratio(text, ENV_LINE) > 0.8;
}

/** Lines that say something: neither blank nor a comment. */
function telling(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => /\S/.test(line) && !/^\s*[#;]/.test(line));
}

function countLines(text: string, pattern: RegExp): number {
  return telling(text).filter((line) => pattern.test(line)).length;
}

/** The share of telling lines that match; zero for none. */
function ratio(text: string, pattern: RegExp): number {
  const lines = telling(text);
  return lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line)).length / lines.length;
}
