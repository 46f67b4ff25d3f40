import { fitting } from "../../model/counted.ts";
import { claimOf } from "../../search/claims.ts";
import { linesOf } from "../../search/file_lines.ts";
import { findPath } from "../../search/rank/features.ts";
import { pieceOf } from "../../search/rank/pieces.ts";
import { CALLABLE, CLASS_KINDS } from "../../syntax/class_kinds.ts";
import { isAsking } from "../../text/words.ts";
import type { Form } from "../form.ts";

/** A file of so many lines is shown whole. */
const WHOLE = 60;
/** Characters of the list of what a longer one defines. */
const LONGEST_LIST = 500;

/** Definitions of a file, for a question about that file and nothing else. */
export const OUTLINES: Form = {
  accepts: ({ terms: { identifiers, paths, phrases, words } }) =>
    paths.length === 1 && paths[0]!.line === undefined && identifiers.length + phrases.length === 0 &&
    words.every(isAsking),
  find: ({ question: { terms }, index, files }) => {
    const [file, ...others] = findPath(terms.paths[0]!.path, index);
    const { definitions = [] } = file === undefined ? {} : index.parsed(file) ?? {};
    const path = index.files.paths[file ?? -1] ?? "";
    const lines = linesOf(path, files) ?? [];
    if (others.length > 0 || definitions.length === 0 || lines.length === 0) return { items: [] };
    const endLine = lines.at(-1) === "" ? lines.length - 1 : lines.length;
    const isShown = ({ kind }: typeof definitions[number]): boolean =>
      CALLABLE.has(kind) || CLASS_KINDS.has(kind);
    const own = definitions.filter((one) =>
      isShown(one) && (one.parent < 0 || CLASS_KINDS.has(definitions[one.parent]!.kind))
    );
    const names = own.map(({ name, startLine }) => `${name} (${startLine})`);
    const item = {
      path,
      startLine: 1,
      endLine,
      claim: names.length > 0 ? `defines ${fitting(names, LONGEST_LIST)}` : claimOf(undefined, lines, 1),
      score: 1,
      reasons: [],
      ...(endLine <= WHOLE && { code: [pieceOf(lines, 1, endLine)] }),
    };
    return { items: [item], isCertain: true, isWhole: true, isAlone: true };
  },
};
