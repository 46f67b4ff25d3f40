import type { SymbolRef } from "../graph/symbol_ref.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { isTestCode } from "../syntax/test_code.ts";
import { bodyOf } from "./body_of.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** What handles errors and ends things is a side way, unless the question is about that. */
const SIDEWAYS = /err(?!and)|exception|fail|abort|panic|cancel|warn|debug|assert|deprecat/i;
const ABOUT_SIDEWAYS = /err|exception|fail|abort|panic|cancel|warn|throw|raise|错|异常|失败|取消|报/i;
/** Folders of what others wrote. */
const BUNDLED = /(?:^|\/)(?:vendor(?:ed)?|bundled|third[-_]?party|external|deps|node_modules)\//i;
/** So many of the best may be what others wrote. */
const LEADING = 3;
/** Tests by their names where no folder says so. */
const TEST_NAME = /(?:^|_)tests?$|^tests?_/i;

/**
 * The functions of the product that may be steps of a flow, by their bodies, best first, none inside another; at most
 * `most`.
 *
 * @param leading how many of the first may be what others wrote
 */
export function candidatesOf(
  { functions, table }: SearchResult,
  most: number,
  leading: number = LEADING,
): RankedFunction[] {
  const kept: RankedFunction[] = [];
  const hasSideways = ABOUT_SIDEWAYS.test(table.context.query.segments.all);
  for (const ranked of functions) {
    const one = bodyOf(ranked, table.context.index);
    if (!CALLABLE.has(one.definition.kind) || isTest(refOf(one), table.context)) continue;
    if (TEST_NAME.test(one.definition.name)) continue;
    if (kept.length >= leading && BUNDLED.test(table.context.index.files.paths[one.file]!)) continue;
    if (!hasSideways && SIDEWAYS.test(one.definition.name)) continue;
    const near = kept.filter(({ file }) => file === one.file);
    const overload = near.find(({ definition }) => definition.qualifiedName === one.definition.qualifiedName);
    if (overload) {
      // Overloads hand on to the longest, which stands for all.
      if (linesIn(one) > linesIn(overload)) kept[kept.indexOf(overload)] = one;
    } else if (!near.some(({ definition }) => isNested(one.definition, definition))) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

/** What may stand between two steps without being ranked. */
export function isBetween(symbol: SymbolRef, context: FeatureContext): boolean {
  const name = context.index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? "";
  const path = context.index.files.paths[symbol.file] ?? "";
  return !SIDEWAYS.test(name) && !BUNDLED.test(path) && !isTest(symbol, context);
}

/** The place of a ranked definition as the graph has it. */
export function refOf({ file, at }: RankedFunction): SymbolRef {
  return { file, definition: at };
}

/** Whether one stands in the other. */
function isNested(one: Definition, other: Definition): boolean {
  const isWithin = (inner: Definition, outer: Definition): boolean =>
    outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
  return isWithin(one, other) || isWithin(other, one);
}

function linesIn({ definition }: RankedFunction): number {
  return definition.endLine - definition.startLine;
}

function isTest({ file, definition }: SymbolRef, { index }: FeatureContext): boolean {
  if (index.traits.test[file] === 1) return true;
  const parsed = index.parsed(file);
  return parsed !== undefined && isTestCode(parsed, definition);
}
