import { base64Runs, decodePercent, hexRuns } from "./encodings.ts";
import { REDACTED, type Tally, tallyOne } from "./tally.ts";

/** Secrets wrapped in an encoding: a run that decodes to text with a secret is removed as a whole. */

/** Shortest base64 run that can hold a name and a secret, UTF-16 units. */
const LEAST = 24;

const PERCENT_RUN = /[^\s"'<>()]{0,300}%[0-9A-Fa-f]{2}[^\s"'<>()]{4,2000}/g;

/** The count of what was removed, and the test that decoded text is given. */
export interface Redacting {
  readonly tally: Tally;
  readonly holdsSecret: (text: string) => boolean;
}

/** Replaces runs of base64, hexadecimal and percent-encoded text in which `holdsSecret` finds something. */
export function redactEncoded(text: string, redacting: Redacting): string {
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

function redactPercent(text: string, { tally, holdsSecret }: Redacting): string {
  return text.replace(PERCENT_RUN, (run) => {
    const plain = decodePercent(run);
    if (plain === undefined || !holdsSecret(plain)) return run;
    tallyOne(tally, "encoded-secret");
    return REDACTED;
  });
}
