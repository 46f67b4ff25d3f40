import { indentOf } from "../../model/text.ts";
/**
 * Coefficients of a line's relevance, as a logarithm, for the share of the question's weight in it and beside it, and
 * for its content. Learned from the lines that 1,145 fixes of 30 repositories changed.
 */
const BY = {
  own: 2.2,
  above: 0.9,
  below: 0.5,
  comment: 0.5,
  inside: 0.4,
  call: 0.2,
  test: 0.15,
  bound: 0.3,
  log: -0.5,
};
/** Lines on either side that speak for a line, and lines of a block that speak for the condition it hangs on. */
const BESIDE = 2;
const LONGEST_BLOCK = 12;

const COMMENT =
  /^\s*(?:\/\/|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|include|define)\b|\[)|\/?\*|--|;;|"""|''')/;
const DOCSTRING = /^\s*[a-zA-Z]?(?:"""|''')/;
const CALL = /[\w!?]\(/;
const TEST = /&&|\|\||\b(?:and|or|not)\b|[<>!=]=|!\w/;
/** A comparison with a number or a constant, or a count that goes on. */
const BOUND =
  /[<>]=?\s*(?:[\w.]*\b[A-Z][A-Z0-9_]{2,}\b|\d)|[-+*/]=|\w(?:\+\+|--)[\s;,)\]]|(?:\+\+|--)\w+[;)]/;
const LOG = /\b(?:log|logger|logging|debug|trace|warn|metrics|print|printf|fprintf|assert|console)\w*\b/i;

/**
 * Relative relevance of each line to a question: 0 for lines that hold no code; if no line matches at all, the same
 * for all lines of code.
 */
export function lineValues(lines: readonly string[], weigh: (line: string) => number): number[] {
  const kinds = kindsOf(lines);
  const weights = lines.map(weigh);
  const most = Math.max(...weights);
  if (most <= 0) return kinds.map((kind) => kind === "code" ? 1 : 0);
  const shares = weights.map((weight) => weight / most);
  const comments = commentShares(shares, kinds);
  const inside = blockShares(lines, shares, kinds);
  const besides = (at: number, step: number): number => {
    let best = 0;
    for (let far = 1; far <= BESIDE; far++) best = Math.max(best, shares[at + far * step] ?? 0);
    return best;
  };
  return lines.map((line, at) => {
    if (kinds[at] !== "code") return 0;
    return Math.exp(
      BY.own * shares[at]! + BY.above * besides(at, -1) + BY.below * besides(at, 1) +
        BY.comment * comments[at]! +
        BY.inside * inside[at]! + (CALL.test(line) ? BY.call : 0) + (TEST.test(line) ? BY.test : 0) +
        (BOUND.test(line) ? BY.bound : 0) +
        (LOG.test(line) ? BY.log : 0),
    );
  });
}

/** Kind of a line. */
export type LineKind = "code" | "comment" | "empty";

/** A line without a word, such as a closing bracket, counts as empty. */
export function kindOf(line: string): LineKind {
  if (COMMENT.test(line)) return "comment";
  return /[\p{L}\p{N}]/u.test(line) ? "code" : "empty";
}

/** The kinds of lines; those of docstrings are all comment, those of other texts over several lines are not. */
export function kindsOf(lines: readonly string[]): LineKind[] {
  let inside: "docstring" | "text" | undefined;
  return lines.map((line) => {
    const within = inside ?? (DOCSTRING.test(line) ? "docstring" : "text");
    const quotes = line.match(/"""|'''/g)?.length ?? 0;
    const kind = within === "docstring" ? "comment" : kindOf(line);
    if (quotes % 2 === 1) inside = inside === undefined ? within : undefined;
    return kind;
  });
}

/** Share of the comment right above a line. */
function commentShares(shares: readonly number[], kinds: readonly LineKind[]): number[] {
  let above = 0;
  return shares.map((share, at) => {
    const before = above;
    above = kinds[at] === "comment" ? Math.max(above, share) : 0;
    return before;
  });
}

/** Share of the block that a line opens: of the lines below it those that are indented further. */
function blockShares(
  lines: readonly string[],
  shares: readonly number[],
  kinds: readonly LineKind[],
): number[] {
  const depths = lines.map((line) => indentOf(line.replaceAll("\t", "    ")));
  return lines.map((_, at) => {
    let best = 0;
    for (let below = at + 1; below <= at + LONGEST_BLOCK && below < lines.length; below++) {
      if (kinds[below] === "empty") continue;
      if (depths[below]! <= depths[at]!) break;
      best = Math.max(best, shares[below]!);
    }
    return best;
  });
}
