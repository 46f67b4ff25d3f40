import { REDACTED, type Tally, tallyOne } from "./redaction.ts";

/** Secrets wrapped in an encoding: a run that decodes to text with a secret is removed as a whole. */

const BASE64_RUN = /(?<![0-9A-Za-z+/_=-])[0-9A-Za-z+/_-]{24,20000}={0,2}(?![0-9A-Za-z+/_=-])/g;
const PERCENT_RUN =
  /(?:[\w.~-]|%[0-9A-Fa-f]{2}){0,400}(?:%[0-9A-Fa-f]{2})(?:[\w.~-]|%[0-9A-Fa-f]{2}){6,2000}/g;

/** Replaces runs of base64 and percent-encoded text in which `holdsSecret` finds something. */
export function redactEncoded(text: string, tally: Tally, holdsSecret: (text: string) => boolean): string {
  const replace = (run: string, plain: string | undefined): string => {
    if (plain === undefined || !holdsSecret(plain)) return run;
    tallyOne(tally, "encoded-secret");
    return REDACTED;
  };
  let out = text.replace(BASE64_RUN, (run) => replace(run, decodeBase64(run)));
  if (out.includes("%")) out = out.replace(PERCENT_RUN, (run) => replace(run, decodePercent(run)));
  return out;
}

/** The text a base64 or base64url run stands for; undefined when it is not printable text. */
export function decodeBase64(run: string): string | undefined {
  let bytes: string;
  try {
    bytes = atob(run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return undefined;
  }
  return printable(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** The text of bytes in UTF-8; undefined when they are not printable text. */
export function printable(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // deno-lint-ignore no-control-regex
    return /[\x00-\x08\x0E-\x1F\x7F]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text a percent-encoded run stands for; undefined when it is malformed. */
export function decodePercent(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
