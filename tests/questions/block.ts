/** Reads a block as a scorer does: places in order, and the lines of code that are shown. */

/** Lines of a file; one-based, inclusive. */
export interface Lines {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A place with the characters that the block spends on it. */
export interface BlockPlace extends Lines {
  readonly characters: number;
}

/** A line of code in a block. */
export interface ShownLine {
  readonly path: string;
  readonly line: number;
  readonly characters: number;
}

/** A block taken apart. */
export interface ReadBlock {
  readonly places: readonly BlockPlace[];
  readonly shown: readonly ShownLine[];
}

const HEAD = /^\d+\. (\S.*?):(\d+)(?:-(\d+))?(?=[\s:,;]|$)/;
const CODE = /^--- (\S.*?):(\d+)(?:-(\d+))?$/;

/** Takes a block apart. */
export function readBlock(text: string): ReadBlock {
  const places: BlockPlace[] = [];
  const shown: ShownLine[] = [];
  let piece: { path: string; line: number; end: number } | undefined;
  for (const line of text.split("\n")) {
    const code = CODE.exec(line);
    if (code) {
      const at = linesIn(code);
      piece = { path: at.path, line: at.start, end: at.end };
      places.push({ ...at, characters: line.length + 1 });
      continue;
    }
    if (piece && piece.line <= piece.end) {
      shown.push({ path: piece.path, line: piece.line++, characters: line.length + 1 });
      continue;
    }
    piece = undefined;
    const head = HEAD.exec(line);
    if (head) places.push({ ...linesIn(head), characters: line.length + 1 });
  }
  return { places, shown };
}

function linesIn([, path = "", start = "", end = start]: RegExpExecArray): Lines {
  return { path, start: Number(start), end: Number(end) };
}

/** Lines by which a place may be longer than a definition that it is right for. */
const LONGER = 40;

/** Whether a place is right for a definition, see README.md. */
export function isRight(place: Lines, definition: Lines): boolean {
  if (place.path !== definition.path) return false;
  const [own, other] = [lengthOf(place), lengthOf(definition)];
  const common = Math.min(place.end, definition.end) - Math.max(place.start, definition.start) + 1;
  return common > 0 && common >= Math.min(own, other) / 2 && (own <= 3 * other || own <= other + LONGER);
}

function lengthOf({ start, end }: Lines): number {
  return end - start + 1;
}

/** Whether a line lies within a definition. */
export function isWithin({ path, line }: ShownLine, { path: other, start, end }: Lines): boolean {
  return path === other && line >= start && line <= end;
}
