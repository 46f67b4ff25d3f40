import { parse } from "yaml";
import { redact } from "../../src/safety/redaction.ts";
import { SECRET_NOTATIONS } from "./corpora/notations.ts";
import { opaque } from "./corpora/secrets.ts";

/**
 * Prints how many secrets of public test data the redaction removes: raw (in the sample as it is) and named (every
 * distinct value in each of {@link SECRET_NOTATIONS}). `deno run -A tests/safety/public_secrets.ts FOLDER [--missed N]`,
 * with clones of secretlint, kingfisher, noseyparker, CredSweeper, detect-secrets and trufflehog in FOLDER.
 */
interface Sample {
  readonly text: string;
  readonly secret: string;
  /** Line of the secret from 0, where other lines hold the same value. */
  readonly line?: number;
}

const READERS: Readonly<Record<string, (folder: string) => Sample[]>> = {
  secretlint: readSecretlint,
  kingfisher: (folder) => readRules(`${folder}/data/rules`),
  noseyparker: (folder) => readRules(`${folder}/crates/noseyparker/data/default/builtin/rules`),
  CredSweeper: readCredSweeper,
  "detect-secrets": readDetectSecrets,
  trufflehog: readTrufflehog,
};

/** Kinds of findings that are no secrets: identifiers, addresses, and salts. */
const NO_SECRET =
  /uuid|domain|bucket|client.?id|app.?id|salt|nonce|ip address|url$|public|username|account.?id|tenant.?id|project.?id|homedir|pattern|secret-number|disable|access.?key.?id|webhook.?id/i;

const PLACEHOLDER = /example|your|placeholder|change.?me|fake|dummy|redacted|\*{3}|x{6}|(.)\1{7}/i;

function main([folder = ".", ...options]: readonly string[]): void {
  const shown = options[0] === "--missed" ? Number(options[1]) : 0;
  const values = new Set<string>();
  const missed: string[] = [];
  const raw = [0, 0];
  for (const [name, read] of Object.entries(READERS)) {
    const samples = distinct(read(`${folder}/${name}`));
    const kept = samples.filter((sample) => !isRemoved(sample));
    console.log(
      `${name}: ${samples.length} samples, raw ${share(samples.length - kept.length, samples.length)}`,
    );
    missed.push(
      ...kept.map(({ text, secret }) => `${name}\t${secret}\t${JSON.stringify(text.slice(0, 200))}`),
    );
    raw[0]! += samples.length - kept.length;
    raw[1]! += samples.length;
    for (const { secret } of samples) {
      if (/^(?=.*\d)[0-9A-Za-z][\w.~+/=-]{7,119}$/.test(secret)) values.add(secret);
    }
  }
  console.log(`raw: ${raw[1]} samples, ${share(raw[0]!, raw[1]!)}`);
  let removed = 0;
  for (const secret of values) {
    const failed = SECRET_NOTATIONS.filter((write) => !isRemoved({ text: write(secret), secret }));
    removed += SECRET_NOTATIONS.length - failed.length;
    if (failed.length > 0) {
      missed.push(`named ${failed.length}\t${secret}\t${JSON.stringify(failed[0]!(secret))}`);
    }
  }
  const named = values.size * SECRET_NOTATIONS.length;
  console.log(`named: ${values.size} values, ${named} texts, ${share(removed, named)}`);
  for (const line of missed.slice(0, shown)) console.log(line);
}

/** True if the secret remains less often, neither whole nor by its second half; of an address, not whole. */
function isRemoved({ text, secret, line }: Sample): boolean {
  const part = secret.includes("://") ? secret : secret.slice(Math.floor(secret.length / 2));
  const count = (all: string) => (line === undefined ? all : all.split("\n")[line] ?? "").split(part).length;
  return count(redact(text).text) < count(text);
}

/** Samples that differ, without those whose value is a placeholder, which is shown on purpose. */
function distinct(samples: readonly Sample[]): Sample[] {
  const real = samples.filter(({ secret }) => !PLACEHOLDER.test(secret));
  return [...new Map(real.map((sample) => [JSON.stringify(sample), sample])).values()];
}

interface Message {
  readonly ruleId: string;
  readonly messageId: string;
  readonly range: [number, number];
}

function readSecretlint(folder: string): Sample[] {
  return filesBelow(folder, /snapshots\/ng[^/]*\/output\.json$/).flatMap((path) => {
    const { messages, sourceContent = "" } = JSON.parse(Deno.readTextFileSync(path));
    return messages.filter(({ ruleId, messageId }: Message) => !NO_SECRET.test(`${ruleId} ${messageId}`))
      .map(({ range }: Message) => ({
        text: sourceContent,
        secret: sourceContent.slice(...range).trim().split("\n").at(-1),
      }));
  }).filter(({ secret }) => secret.length >= 6);
}

/** Rules in YAML with their examples: the secret is what the rule's first group, or the group `TOKEN`, takes. */
function readRules(folder: string): Sample[] {
  return filesBelow(folder, /\.ya?ml$/).flatMap((path) => {
    const { rules = [] } = parse(Deno.readTextFileSync(path)) ?? {};
    return rules.flatMap(
      (rule: { name: string; pattern: string; examples?: string[]; visible?: boolean }) => {
        const regex = rule.visible === false || NO_SECRET.test(rule.name) ? undefined : regexOf(rule.pattern);
        if (regex === undefined) return [];
        return (rule.examples ?? []).flatMap((text) => {
          const match = regex.exec(text);
          const secret = match?.groups?.TOKEN ?? lastOf(match?.slice(1)) ?? match?.[0];
          return secret === undefined ? [] : [{ text, secret }];
        });
      },
    );
  });
}

/** The last group that is no address: a secret follows its account. */
function lastOf(groups: readonly (string | undefined)[] = []): string | undefined {
  return groups.filter((group) => group !== undefined && !group.includes("://")).at(-1);
}

/** The same expression as one of this runtime, or undefined. */
function regexOf(pattern: string): RegExp | undefined {
  const flags = [...pattern.matchAll(/\(\?([imsx]+)\)/g)].map((match) => match[1]).join("");
  let source = pattern.trim().replaceAll(/\(\?[imsx]+\)/g, "").replaceAll("(?P<", "(?<").replaceAll(
    "\\z",
    "$",
  );
  if (flags.includes("x")) source = source.replaceAll(/(?<=\s)#.*$/gm, "").replaceAll(/(?<!\\)\s+/g, "");
  try {
    return new RegExp(source, [...new Set(flags.replaceAll("x", ""))].join(""));
  } catch {
    return undefined;
  }
}

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly line_data_list: { line: string; value: string; path: string; line_num: number }[];
}

function readCredSweeper(folder: string): Sample[] {
  const findings: Finding[] = JSON.parse(Deno.readTextFileSync(`${folder}/tests/data/output.json`));
  return findings.filter(({ rule, severity }) => severity !== "info" && !NO_SECRET.test(rule)).flatMap((
    finding,
  ) =>
    keyLine(finding).map(({ line, value, path, line_num }) => {
      const lines = linesOf(`${folder}/${path}`);
      const near = lines[line_num - 1]?.includes(line.trim())
        ? lines.slice(Math.max(0, line_num - 6), line_num + 5)
        : undefined;
      return near === undefined
        ? { text: line, secret: value }
        : { text: near.join("\n"), secret: value, line: Math.min(5, line_num - 1) };
    })
  ).filter(({ text, secret }) => secret?.length >= 6 && text.includes(secret));
}

/** Of a private key in several lines, its third one. */
function keyLine({ rule, line_data_list: lines }: Finding): Finding["line_data_list"] {
  return rule.includes("PEM") ? lines.slice(2, 3) : lines;
}

function linesOf(path: string): string[] {
  try {
    return Deno.readTextFileSync(path).split("\n");
  } catch {
    return [];
  }
}

/** Its notations, around a value of ours: its own ones are templates or sentences. */
function readDetectSecrets(folder: string): Sample[] {
  const text = Deno.readTextFileSync(`${folder}/tests/plugins/keyword_test.py`);
  const secret = opaque(14);
  return [...text.matchAll(/^ {4}\((['"])(.*)\1\.format\((\w+)\), \3\)/gm)].map((match) => {
    const line = match[2]!.replaceAll(/\\(['"])/g, "$1").replaceAll("{{", "{").replaceAll("}}", "}");
    return { text: line.replace("{}", () => secret), secret };
  });
}

/** Pattern tests: `input` with the `want`ed values in it. */
function readTrufflehog(folder: string): Sample[] {
  return filesBelow(`${folder}/pkg/detectors`, /_test\.go$/).flatMap((path) => {
    const text = Deno.readTextFileSync(path);
    return [...text.matchAll(/input:\s*(?:`([^`]*)`|"((?:\\.|[^"\\])*)"),\s*want:\s*\[\]string\{([^}]*)\}/g)]
      .flatMap(([, block, quoted = "", wanted = ""]) => {
        const input = block ?? quoted.replaceAll('\\"', '"').replaceAll("\\n", "\n");
        return [...wanted.matchAll(/["`]([^"`]+)["`]/g)].map((match) => ({ text: input, secret: match[1]! }))
          .filter(({ text, secret }) => /^[^{:,]{8}/.test(secret) && text.includes(secret));
      });
  });
}

function filesBelow(folder: string, name: RegExp): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? filesBelow(path, name) : name.test(path) ? [path] : [];
  });
}

function share(part: number, whole: number): string {
  return `${(100 * part / whole).toFixed(1)} %`;
}

main(Deno.args);
