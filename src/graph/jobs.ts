import { namedUses } from "./aliases.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { type IndirectCall, MOST_USES } from "./indirect_call.ts";
import { lastLink } from "./chains.ts";
import type { Resolver } from "./resolve.ts";
import { CONFIDENCE, definitionAt, sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Methods of a job class that enqueue it: ActiveJob, Sidekiq, Laravel. */
const ENQUEUES = {
  ruby: ["perform_later", "perform_async", "perform_in", "perform_at", "perform_bulk"],
  php: ["dispatch", "dispatchIf", "dispatchUnless", "dispatchSync", "dispatchAfterResponse"],
} as const;
/** The method that the queue worker calls. */
const RUNS = { ruby: "perform", php: "handle" } as const;
/** Suffix of `SendMail.set(wait: 5)` before the method. */
const OPTIONS = /\.set\(\)$/;
/** Signature of a PHP job class that is enqueued when an instance is dispatched. */
const QUEUED = /\bShouldQueue\b/;
const JOB_FOLDER = /\/Jobs\//;

/** The method that a worker calls for an enqueued job: `SendMail.perform_later`, `dispatch(new SendMail)`. */
export function enqueuedJobs(resolver: Resolver, file: number, use: Reference): SymbolRef[] {
  const language = languageOf(resolver, file);
  if (language === undefined) return [];
  const isMade = language === "php" && use.kind === "new";
  const names: readonly string[] = ENQUEUES[language];
  if (!isMade && (use.kind !== "call" || !names.includes(use.name))) return [];
  const owner = isMade ? use.name : use.receiver.replace(OPTIONS, "");
  if (!/^(?:\w+\.)*\p{Lu}\w*$/u.test(owner)) return [];
  return language === "ruby" ? jobNamed(resolver.index, owner) : resolver
    .resolve(file, { ...use, name: RUNS.php, kind: "call", receiver: owner })
    .filter(({ confidence }) => confidence >= CONFIDENCE.inferred)
    .filter((job) => !isMade || isQueued(resolver, job))
    .map(({ file, definition }) => ({ file, definition }));
}

/** The worker method of a Ruby job, if exactly one class has the name: constants are autoloaded by name. */
function jobNamed(index: LexicalIndex, owner: string): SymbolRef[] {
  const found = index.definitionsNamed(lastLink(owner).name).flatMap(({ file, definition }) => {
    const parsed = index.parsed(file);
    const name = parsed?.definitions[definition]?.qualifiedName ?? "";
    const isIt = parsed?.language === "ruby" && `.${name}`.endsWith(`.${owner}`);
    const method = isIt
      ? parsed.definitions.findIndex((one) => one.parent === definition && one.name === RUNS.ruby)
      : -1;
    return method < 0 ? [] : [{ file, definition: method }];
  });
  return found.length === 1 ? found : [];
}

/** Places that enqueue the job whose worker method is the symbol. */
export function enqueuesOf(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const { index } = resolver;
  const language = languageOf(resolver, symbol.file);
  const [parsed, method] = definitionAt(index, symbol);
  const owner = parsed?.definitions[method?.parent ?? -1];
  if (!language || !owner || method?.name !== RUNS[language] || !CLASS_KINDS.has(owner.kind)) return [];
  const enqueuing = ENQUEUES[language].flatMap((name) => namedUses(index, name, MOST_USES)).filter((
    { receiver },
  ) => lastLink(receiver.replace(OPTIONS, "")).name === owner.name);
  const made = language === "php" ? namedUses(index, owner.name, MOST_USES) : [];
  return [...enqueuing, ...made].filter((site) =>
    site.scope >= 0 && index.traits.test[site.file] !== 1 &&
    enqueuedJobs(resolver, site.file, site).some((one) => sameSymbol(one, symbol))
  ).map(({ file, scope, line }) => ({ symbol: { file, definition: scope }, line }));
}

function languageOf({ index }: Resolver, file: number): keyof typeof RUNS | undefined {
  const language = index.parsed(file)?.language;
  return language === "ruby" || language === "php" ? language : undefined;
}

/** True if the method's class is a job class. */
function isQueued({ index }: Resolver, { file, definition }: SymbolRef): boolean {
  const parsed = index.parsed(file);
  const owner = parsed?.definitions[parsed.definitions[definition]?.parent ?? -1];
  return owner !== undefined && (QUEUED.test(owner.signature) || JOB_FOLDER.test(index.files.paths[file]!));
}
