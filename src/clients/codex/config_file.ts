/**
 * Adds and removes tables of this program in the text of Codex's `config.toml`: text in, text out. Only whole tables under
 * a header of their own are touched, everything else keeps its bytes.
 */

/** A table with plain values. */
export interface TomlTable {
  /** The parts of its header, unquoted. */
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/** The text with exactly this table: in its place if it is there, else at the end. */
export function setTable(text: string, table: TomlTable): string {
  const block = render(table);
  const found = findTable(text, table.path);
  if (found) return text.slice(0, found.start) + block + separated(text.slice(found.end));
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return text + gap + block;
}

/** The text without the table and what lies under it. */
export function removeTable(text: string, path: readonly string[]): string {
  let next = text;
  for (let found = findTable(next, path, true); found; found = findTable(next, path, true)) {
    const before = next.slice(0, found.start).replace(/\n\n$/, "\n");
    next = before + separated(next.slice(found.end));
  }
  return next;
}

function separated(rest: string): string {
  return rest === "" || rest.startsWith("\n") ? rest : `\n${rest}`;
}

function render({ path, values }: TomlTable): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${path.map(quoted).join(".")}]`, ...lines, ""].join("\n");
}

/** Bare where TOML allows it; a JSON string is a TOML basic string. */
function quoted(part: string): string {
  return /^[A-Za-z0-9_-]+$/.test(part) ? part : JSON.stringify(part);
}

/** From the table's header to the line of the next one; comments and blank lines before that stay with it. */
function findTable(
  text: string,
  path: readonly string[],
  withChildren = false,
): { start: number; end: number } | undefined {
  let start: number | undefined;
  let at = 0;
  for (const line of text.split("\n")) {
    const header = headerOf(line);
    if (header && start !== undefined) return { start, end: beforeComments(text, start, at) };
    const length = withChildren ? path.length : header?.length;
    if (header && header.length === length || (withChildren && header && header.length > path.length)) {
      if (path.every((part, i) => header[i] === part)) start = at;
    }
    at += line.length + 1;
  }
  return start === undefined ? undefined : { start, end: text.length };
}

/** Comments right above the next header belong to it. */
function beforeComments(text: string, start: number, next: number): number {
  const lines = text.slice(start, next).split("\n");
  lines.pop();
  let kept = lines.length;
  while (kept > 1 && /^\s*(?:#.*)?$/.test(lines[kept - 1] ?? "")) kept--;
  return start + lines.slice(0, kept).join("\n").length + 1;
}

/** The parts of a table header `[a."b c".d]`; undefined for any other line, lists of tables included. */
function headerOf(line: string): string[] | undefined {
  const inside = /^\s*\[(?!\[)(.*)\]\s*(?:#.*)?$/.exec(line)?.[1];
  if (inside === undefined) return /^\s*\[\[/.test(line) ? ["[["] : undefined;
  const parts: string[] = [];
  const part = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(\.|$)/y;
  while (part.lastIndex < inside.length) {
    const found = part.exec(inside);
    if (!found) return undefined;
    parts.push(found[1] === undefined ? found[2] ?? found[3] ?? "" : unescape(found[1]));
  }
  return parts;
}

function unescape(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
