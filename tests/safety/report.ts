import { filterInjection } from "../../src/safety/injection.ts";
import { redact, REDACTION_RULES } from "../../src/safety/redaction.ts";
import { expandExample } from "./examples.ts";
import { INJECTION_RULES } from "../../src/safety/injection_rules.ts";
import { LEAST_SIGNS, SIGNS } from "../../src/safety/injection_heuristics.ts";
import { ORDER_LANGUAGES } from "../../src/safety/injection_languages.ts";
import { PATH_PATTERNS } from "../../src/safety/sensitive.ts";
import { BENIGN } from "./corpora/benign.ts";
import { DISGUISED_EN, DISGUISED_ZH, DISGUISES, LATIN_DISGUISES } from "./corpora/disguises.ts";
import { INJECTIONS_EN } from "./corpora/injections_en.ts";
import { INJECTIONS_MORE } from "./corpora/injections_more.ts";
import { INJECTIONS_ZH } from "./corpora/injections_zh.ts";
import { UNSEEN_A } from "./corpora/unseen_a.ts";
import { UNSEEN_B } from "./corpora/unseen_b.ts";
import { ORDINARY_LINES } from "./corpora/ordinary.ts";
import { CONTEXT_SECRETS } from "./corpora/secrets.ts";
import { UNSEEN_C } from "./corpora/unseen_c.ts";
import { UNSEEN_D } from "./corpora/unseen_d.ts";
import { NEAR } from "./corpora/near.ts";
import { type Figures, measure } from "./measure.ts";
import { fuzzPaths } from "./path_fuzz.ts";

/**
 * Prints what the corpora give and, for folders of source code, how many lines the two filters change.
 * `deno run -A tests/safety/report.ts [--lines N] [--samples N] [folder ...]`; N lines at most, 1,000,000 by default.
 */
function main(args: readonly string[]): void {
  const rest = [...args];
  const lines = Number(takeOption(rest, "--lines") ?? 1_000_000);
  const samples = Number(takeOption(rest, "--samples") ?? 0);
  printCorpora();
  if (rest.length > 0) printFigures(measure(rest, lines), samples);
}

function printCorpora(): void {
  const missed = (passages: readonly string[]): number => {
    return passages.filter((passage) => filterInjection(passage).removed === 0).length;
  };
  const disguised = [
    ...Object.values(DISGUISES).flatMap((disguise) => [...DISGUISED_EN, ...DISGUISED_ZH].map(disguise)),
    ...Object.values(LATIN_DISGUISES).flatMap((disguise) => DISGUISED_EN.map(disguise)),
  ];
  const examples = REDACTION_RULES.filter(({ example, id }) => {
    return redact(expandExample(example)).redactions.some(({ kind }) => kind === id);
  });
  const kept = CONTEXT_SECRETS.filter(([text, secret]) => redact(text).text.includes(secret));
  row(
    "paths",
    `${PATH_PATTERNS.sensitive.length} sensitive, ${PATH_PATTERNS.skipped.length} skipped patterns`,
  );
  const { paths, admitted, escaped } = fuzzPaths(100_000);
  row("paths at random", `${paths}, admitted ${admitted}, out of the root or at a secret ${escaped.length}`);
  row(
    "kinds of secrets",
    `${REDACTION_RULES.length}, examples hit ${share(examples.length, REDACTION_RULES.length)}`,
  );
  row(
    "secrets in context",
    `${CONTEXT_SECRETS.length}, hit ${share(CONTEXT_SECRETS.length - kept.length, CONTEXT_SECRETS.length)}`,
  );
  row(
    "ordinary lines",
    `${ORDINARY_LINES.length}, changed ${ORDINARY_LINES.filter((line) => redact(line).text !== line).length}`,
  );
  row("injection rules", String(INJECTION_RULES.length));
  row(
    "orders, more languages",
    `${ORDER_LANGUAGES.length}, missed ${missed(ORDER_LANGUAGES.map(({ example }) => example))}`,
  );
  row("injections, English", `${INJECTIONS_EN.length}, missed ${missed(INJECTIONS_EN)}`);
  row("injections, Chinese", `${INJECTIONS_ZH.length}, missed ${missed(INJECTIONS_ZH)}`);
  row("injections, other kinds", `${INJECTIONS_MORE.length}, missed ${missed(INJECTIONS_MORE)}`);
  row("signs", `${SIGNS.length}, ${LEAST_SIGNS} together`);
  row("injections, second round", `${UNSEEN_A.length}, missed ${missed(UNSEEN_A)}`);
  row("injections, held back", `${UNSEEN_B.length}, missed ${missed(UNSEEN_B)}`);
  row("injections, third round", `${UNSEEN_C.length}, missed ${missed(UNSEEN_C)}`);
  row("injections, fourth, held", `${UNSEEN_D.length}, missed ${missed(UNSEEN_D)}`);
  row("injections, disguised", `${disguised.length}, missed ${missed(disguised)}`);
  row(
    "benign lines",
    `${BENIGN.length}, changed ${BENIGN.filter((line) => filterInjection(line).text !== line).length}`,
  );
  row(
    "near misses",
    `${NEAR.length}, changed ${NEAR.filter((line) => filterInjection(line).text !== line).length}`,
  );
}

function printFigures(figures: Figures, samples: number): void {
  row("source read", `${figures.files} files, ${figures.lines} lines`);
  row("lines redacted", `${figures.redactedLines}, ${share(figures.redactedLines, figures.lines)}`);
  row("comment lines", String(figures.commentLines));
  row(
    "comment lines filtered",
    `${figures.filteredCommentLines}, ${share(figures.filteredCommentLines, figures.commentLines)}`,
  );
  row("lines filtered", `${figures.filteredLines}, ${share(figures.filteredLines, figures.lines)}`);
  row("time", `redact ${Math.round(figures.redactMs)} ms, filter ${Math.round(figures.filterMs)} ms`);
  const kinds = [...figures.kinds].sort((a, b) => b[1] - a[1]).slice(0, 12);
  row("kinds", kinds.map(([kind, count]) => `${kind} ${count}`).join(", "));
  for (const sample of figures.samples.slice(0, samples)) console.log(sample);
}

function row(name: string, value: string): void {
  console.log(`${name.padEnd(26)}${value}`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(100 * part / whole).toFixed(3)} %`;
}

function takeOption(args: string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

main(Deno.args);
