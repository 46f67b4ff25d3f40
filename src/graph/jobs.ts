import { namedUses } from "./aliases.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Reference } from "../syntax/parsed_file.ts";
import { type IndirectCall, MOST_USES } from "./indirect_call.ts";
import { lastLink } from "./chains.ts";
import type { Resolver } from "./resolve.ts";
import { CONFIDENCE, definitionAt, sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** The method of a job class that the queue's worker calls, and those that enqueue it: ActiveJob, Sidekiq, Laravel. */
const QUEUES: ReadonlyMap<string, readonly string[]> = new Map([
  ["ruby", ["perform", "perform_later", "perform_async", "perform_in", "perform_at", "perform_bulk"]],
  ["php", ["handle", "dispatch", "dispatchIf", "dispatchUnless", "dispatchSync", "dispatchAfterResponse"]],
]);

/** The method that a worker calls for an enqueued job: `SendMail.perform_later`, `dispatch(new SendMail)`. */
export function enqueuedJobs(resolver: Resolver, file: number, use: Reference): readonly SymbolRef[] {
  const { language = "" } = resolver.index.parsed(file) ?? {};
  const [runs, ...names] = QUEUES.get(language) ?? [];
  const isMade = language === "php" && use.kind === "new";
  if (runs === undefined || (!isMade && (use.kind !== "call" || !names.includes(use.name)))) return [];
  const owner = isMade ? use.name : use.receiver.replace(".set()", "");
  if (!/^(?:\w+\.)*\p{Lu}\w*$/u.test(owner)) return [];
  return language === "ruby" ? jobNamed(resolver, owner, runs) : resolver
    .resolve(file, { ...use, name: runs, kind: "call", receiver: owner })
    .filter(({ confidence }) => confidence >= CONFIDENCE.inferred)
    .filter((job) => !isMade || isQueued(resolver, job));
}

/** The worker method of a Ruby job, if exactly one class has the name: constants are autoloaded by name. */
function jobNamed({ index, types }: Resolver, owner: string, runs: string): readonly SymbolRef[] {
  const found = index.definitionsNamed(lastLink(owner).name).flatMap((site) => {
    const [parsed, type] = definitionAt(index, site);
    const isIt = parsed?.language === "ruby" && `.${type!.qualifiedName}`.endsWith(`.${owner}`);
    return isIt ? types.hierarchy.ownMembers(site, runs) : [];
  });
  return found.length === 1 ? found : [];
}

/** Places that enqueue the job whose worker method is the symbol. */
export function enqueuesOf(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const { index } = resolver;
  const [parsed, method] = definitionAt(index, symbol);
  const owner = parsed?.definitions[method?.parent ?? -1];
  const [runs, ...names] = QUEUES.get(parsed?.language ?? "") ?? [];
  if (!owner || runs === undefined || method?.name !== runs || !CLASS_KINDS.has(owner.kind)) return [];
  const enqueuing = names.flatMap((name) => namedUses(index, name, MOST_USES)).filter(({ receiver }) =>
    lastLink(receiver.replace(".set()", "")).name === owner.name
  );
  const made = parsed?.language === "php" ? namedUses(index, owner.name, MOST_USES) : [];
  return [...enqueuing, ...made].filter((site) =>
    site.scope >= 0 && index.traits.test[site.file] !== 1 &&
    enqueuedJobs(resolver, site.file, site).some((one) => sameSymbol(one, symbol))
  ).map(({ file, scope, line }) => ({ symbol: { file, definition: scope }, line }));
}

/** True if the method's class is a job class. */
function isQueued({ index }: Resolver, { file, definition }: SymbolRef): boolean {
  const parsed = index.parsed(file)!;
  const { signature = "" } = parsed.definitions[parsed.definitions[definition]!.parent] ?? {};
  return signature.includes("ShouldQueue") || index.files.paths[file]!.includes("/Jobs/");
}
