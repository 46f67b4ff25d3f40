import { toHex } from "../../model/hex.ts";
import type { Finding, Findings, RepositoryFiles } from "../../model/calls.ts";
import type { AnswerKey, AnswerMemory, ToolContext } from "../../ports/tool.ts";
import { redact } from "../../safety/redaction.ts";
import { pieceOf } from "../../search/rank/pieces.ts";
import type { OpenIndex } from "../../index/open_index.ts";

/** Files of the cache, by name; reading and writing may fail at any time. */
export interface AnswerFiles {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): boolean;
}

/** Dependencies of the cache. */
export interface AnswerCacheOptions {
  readonly files: AnswerFiles;
  /** Milliseconds an answer may be reused; more than 0. */
  readonly ttlMs: number;
  /** Identity of the program: another build may answer differently. */
  readonly program: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A hash of 20 bytes. */
  readonly hash: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Answers of earlier processes, one file each in a fixed number of slots. An answer holds for the same question over
 * the same state of every file; lines of files are not kept but read again, so that no code lies in the cache.
 */
export class AnswerCache implements AnswerMemory {
  constructor(private readonly options: AnswerCacheOptions) {}

  /** The findings of an earlier call; undefined when there are none that still hold. */
  find(asked: AnswerKey, repository: RepositoryFiles): Findings | undefined {
    const key = this.#key(asked);
    const bytes = this.options.files.read(nameOf(key));
    if (bytes === undefined) return undefined;
    try {
      const kept = JSON.parse(new TextDecoder().decode(bytes)) as Kept;
      const age = this.options.now() - kept.made;
      if (kept.key !== key || age < 0 || age > this.options.ttlMs) return undefined;
      const items = kept.findings.items.map((item) => withText(item, repository));
      return items.includes(undefined) ? undefined : { ...kept.findings, items: items as Finding[] };
    } catch {
      return undefined;
    }
  }

  /** Stores the findings of a call, unless a secret would have to be removed from them before they are shown. */
  keep(asked: AnswerKey, findings: Findings): void {
    const key = this.#key(asked);
    const kept: Kept = {
      key,
      made: this.options.now(),
      findings: { ...findings, items: findings.items.map(withoutText) },
    };
    const bytes = new TextEncoder().encode(JSON.stringify(kept));
    if (bytes.length <= LARGEST && !holdsSecret(kept.findings)) this.options.files.write(nameOf(key), bytes);
  }

  #key({ tool, args, state }: AnswerKey): string {
    const text = JSON.stringify([this.options.program, tool, args, state]);
    return toHex(this.options.hash(new TextEncoder().encode(text)));
  }
}

/** Slots; a new answer takes the place of what is in its own. */
const SLOTS = 256;
/** Bytes of one answer; larger ones are not kept. */
const LARGEST = 64 * 1024;

interface Kept {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly made: number;
  readonly findings: Omit<Findings, "items"> & { readonly items: readonly KeptFinding[] };
}

/** A finding that names the lines of its code only. */
type KeptFinding = Omit<Finding, "code"> & {
  /** One-based line and number of lines of each piece. */
  readonly lines?: readonly (readonly [start: number, count: number])[];
};

/** True if any text in the value, or any key, contains a secret. */
function holdsSecret(value: unknown): boolean {
  if (typeof value === "string") return redact(value).redactions.length > 0;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => holdsSecret(key) || holdsSecret(inner));
}

function nameOf(key: string): string {
  return `answer-${parseInt(key.slice(0, 8), 16) % SLOTS}.json`;
}

function withoutText({ code, ...finding }: Finding): KeptFinding {
  if (!code) return finding;
  return { ...finding, lines: code.map(({ startLine, text }) => [startLine, text.split("\n").length]) };
}

function withText({ lines, ...finding }: KeptFinding, repository: RepositoryFiles): Finding | undefined {
  if (lines === undefined) return finding;
  const content = repository.read(finding.path);
  if (!content.ok) return undefined;
  const all = content.text.split("\n");
  const code = lines.map(([startLine, count]) => pieceOf(all, startLine, startLine + count - 1));
  return { ...finding, code };
}

/** A call whose answer depends on its arguments and the index alone. */
export interface IndexCall extends Omit<AnswerKey, "state"> {
  readonly opened: OpenIndex;
}

/**
 * The findings of an earlier call with the same arguments over the same files, otherwise those of `compute`, which
 * are cached unless `isWhole` returns false: then the time ran out. Not cached: answers of an index that is behind
 * its files, or over files that may change undetected, and questions with a semantic part, because their answer also
 * depends on the provider and on the vectors built so far.
 */
export async function remembered(
  call: IndexCall,
  context: ToolContext,
  { compute, isWhole = () => true }: {
    compute: () => Promise<Findings>;
    isWhole?: (() => boolean) | undefined;
  },
): Promise<Findings> {
  const { tool, args, opened } = call;
  const state = context.answers && !context.semantic ? opened.state() : undefined;
  if (!context.answers || state === undefined) return await compute();
  const asked = { tool, args, state };
  const known = context.answers.find(asked, context.files);
  if (known) return known;
  const findings = await compute();
  if (isWhole()) context.answers.keep(asked, findings);
  return findings;
}
