import type { LexicalIndex } from "../index/lexical_index.ts";
import { CHANNEL } from "../syntax/handovers.ts";
import type { ParsedFile, Reference } from "../syntax/parsed_file.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";
import type { IndirectCall } from "./indirect_call.ts";
import { lastLink } from "./chains.ts";
import type { Resolver } from "./resolve.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Maximum number of files examined per package. */
const MOST_FILES = 60;
/** Maximum number of functions at the other end; above it none is returned. */
const MOST_ENDS = 4;

/** Functions of the Go package that receive from the channel of a send. */
export function receiversOf(
  resolver: Resolver,
  file: number,
  sent: Reference,
): SymbolRef[] {
  const found = usesOf(resolver, file, "reference").filter((one) =>
    isSameChannel(resolver.index, { file, use: sent }, one)
  );
  const symbols = [...new Map(found.map((one) => [`${one.file}:${one.use.scope}`, one])).values()]
    .filter(({ file: at, use }) => at !== file || use.scope !== sent.scope)
    .map((one) => ({ file: one.file, definition: one.use.scope }));
  return symbols.length > MOST_ENDS ? [] : symbols;
}

/** Sends to the channels that a Go function receives from. */
export function sendersTo(resolver: Resolver, symbol: SymbolRef): IndirectCall[] {
  const parsed = resolver.index.parsed(symbol.file);
  const received = parsed?.language === "go"
    ? parsed.references.filter((use) => isChannel(use, "reference") && use.scope === symbol.definition)
    : [];
  if (received.length === 0) return [];
  return usesOf(resolver, symbol.file, "call").filter(({ file, use }) =>
    receiversOf(resolver, file, use).some((one) =>
      one.file === symbol.file && one.definition === symbol.definition
    )
  ).map(({ file, use }) => ({ symbol: { file, definition: use.scope }, line: use.line }));
}

interface ChannelUse {
  readonly file: number;
  readonly use: Reference;
}

function usesOf(
  resolver: Resolver,
  file: number,
  kind: Reference["kind"],
): ChannelUse[] {
  const { index } = resolver;
  const files = new Set([file, ...resolver.modules.siblings(file).slice(0, MOST_FILES)]);
  return [...files].filter((at) => at === file || index.traits.test[at] !== 1).flatMap((at) =>
    (index.parsed(at)?.references ?? []).filter((use) => isChannel(use, kind) && use.scope >= 0)
      .map((use) => ({ file: at, use }))
  );
}

function isChannel({ name, kind }: Reference, wanted: Reference["kind"]): boolean {
  return name === CHANNEL && kind === wanted;
}

/** True if both are fields of the same name, or channels of the same type defined in the repository. */
function isSameChannel(index: LexicalIndex, one: ChannelUse, other: ChannelUse): boolean {
  const [a, b] = [one, other].map(({ file, use }) => channelAt(index, file, use));
  if (!a || !b) return false;
  return a.isField && b.isField ? a.name === b.name : a.type !== "" && a.type === b.type;
}

interface Channel {
  readonly name: string;
  readonly isField: boolean;
  /** Element type as written; "" if it is unknown or predeclared. */
  readonly type: string;
}

function channelAt(index: LexicalIndex, file: number, { receiver, scope }: Reference): Channel | undefined {
  const parsed = index.parsed(file);
  if (!parsed || receiver === "" || receiver.endsWith("()")) return undefined;
  const { name, receiver: owner } = lastLink(receiver);
  const type = owner === "" ? typeAround(parsed, scope, name) : fieldType(index, file, parsed, name);
  return { name, isField: owner !== "", type: /[A-Z]/.test(type) ? type : "" };
}

/** Element type of a channel parameter. */
function typeAround(parsed: ParsedFile, scope: number, name: string): string {
  for (let at = scope; at >= 0; at = parentOf(parsed, at)) {
    const hint = namesOf(parsed).hint(at, name);
    if (!hint) continue;
    // Slices have the same type hints.
    const isChannel = new RegExp(`\\b${name}\\b[^,)]*\\bchan\\b`).test(parsed.definitions[at]!.signature);
    return isChannel ? carried(hint.type) : "";
  }
  return "";
}

/** Element type of the field of that name in the same folder. */
function fieldType(index: LexicalIndex, file: number, parsed: ParsedFile, name: string): string {
  const own = parsed.hints.find((hint) => hint.name === name && hint.type.endsWith("[]"));
  if (own) return carried(own.type);
  const folder = index.files.paths[file]!.replace(/[^/]*$/, "");
  const site = index.definitionsNamed(name).find((one) =>
    one.kind === "field" && index.files.paths[one.file]!.replace(/[^/]*$/, "") === folder
  );
  const hint = site && index.parsed(site.file)?.hints.find((one) => one.name === name);
  return hint ? carried(hint.type) : "";
}

function carried(type: string): string {
  return type.endsWith("[]") && !type.startsWith("=") ? type : "";
}
