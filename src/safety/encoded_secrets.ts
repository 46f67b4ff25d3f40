import { base64Runs, decodePercent, hexRuns } from "./encodings.ts";
import { REDACTED, type Tally, tallyOne } from "./tally.ts";

/** Redacts encoded secrets: a run that decodes to text with a secret is removed as a whole. */

/** Minimum length of a base64 run that can contain a name and a secret, in UTF-16 code units. */
const LEAST = 24;

const PERCENT_RUN = /[^\s"'<>()]{0,300}%[0-9A-Fa-f]{2}[^\s"'<>()]{4,2000}/g;

/** Counter of redactions, and test of decoded text. */
export interface RedactionContext {
  readonly tally: Tally;
  readonly holdsSecret: (text: string) => boolean;
}

/** Replaces runs of base64, hexadecimal and percent-encoded text in which `holdsSecret` finds a secret. */
export function redactEncoded(text: string, redacting: RedactionContext): string {
  const { tally, holdsSecret } = redacting;
  let out = "";
  let copied = 0;
  const runs = [...base64Runs(text, LEAST), ...hexRuns(text)].sort((a, b) => a.start - b.start);
  for (const { start, end, plain } of runs) {
    if (start < copied || !holdsSecret(plain)) continue;
    out += text.slice(copied, start) + REDACTED;
    copied = end;
    tallyOne(tally, "encoded-secret");
  }
  out += text.slice(copied);
  return out.includes("%") ? redactPercent(out, redacting) : out;
}

function redactPercent(text: string, { tally, holdsSecret }: RedactionContext): string {
  return text.replace(PERCENT_RUN, (run) => {
    const plain = decodePercent(run);
    if (plain === undefined || !holdsSecret(plain)) return run;
    tallyOne(tally, "encoded-secret");
    return REDACTED;
  });
}
