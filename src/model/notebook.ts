/** A line of a notebook's JSON with the kind of its cell. */
const CELL = /^\s*"cell_type": *"(\w+)"/;
/** The line before the lines of a cell; `input` in notebooks of before 2014. */
const OPENS = /^\s*"(?:source|input)": *\[\s*$/m;
const LINE = /^\s*("(?:[^"\\]|\\.)*"),?\s*$/;
/** Magic commands of cells that run the rest of the cell as Python. */
const PYTHON_MAGIC = /^%%(?:time|timeit|capture|prun|memit)\b/;
/** Magic commands of IPython, which are no Python. */
const MAGIC = /^\s*[%!]|^\s*\w+ *= *[%!]/;

/**
 * A Jupyter notebook as a Python script in the percent format (`# %%` begins a cell): the lines of its cells keep
 * their line numbers, all else, such as the output of the cells, is blank. Text and magic commands become comments.
 * It reads the layout that every editor of notebooks writes, one line of a cell on a line of its own; of any other layout
 * the lines are those of the script.
 */
export function notebookScript(json: string): string {
  return OPENS.test(json) ? scriptInPlace(json) : scriptOf(json);
}

/** The script of a notebook whose lines are not lines of the file; "" if it is not valid. */
function scriptOf(json: string): string {
  try {
    const cells: { cell_type?: string; source?: string | string[] }[] = JSON.parse(json).cells ?? [];
    return cells.map(({ cell_type = "", source = "" }) => {
      const lines = [source].flat().join("").replace(/\n$/, "").split("\n");
      const isForeign = lines[0]!.startsWith("%%") && !PYTHON_MAGIC.test(lines[0]!);
      const isComment = (line: string): boolean => cell_type !== "code" || isForeign || MAGIC.test(line);
      const script = lines.map((line) => isComment(line) ? `# ${line}`.trimEnd() : line);
      return [cell_type === "code" ? "# %%" : `# %% [${cell_type}]`, ...script].join("\n");
    }).join("\n") + "\n";
  } catch {
    return "";
  }
}

function scriptInPlace(json: string): string {
  let isCode = true;
  let isCellMagic = false;
  let isInside = false;
  return json.split("\n").map((line) => {
    const cell = CELL.exec(line)?.[1];
    if (cell !== undefined) {
      isCode = cell === "code";
      isInside = false;
      return isCode ? "# %%" : `# %% [${cell}]`;
    }
    if (OPENS.test(line)) {
      isInside = true;
      isCellMagic = false;
      return "";
    }
    const text = isInside ? textOf(line) : undefined;
    if (text === undefined) {
      isInside = false;
      return "";
    }
    if (isCode && text.startsWith("%%")) isCellMagic = !PYTHON_MAGIC.test(text);
    return isCode && !isCellMagic && !MAGIC.test(text) ? text : `# ${text}`.trimEnd();
  }).join("\n");
}

/** The line of a cell that a line of JSON holds; undefined where it is no string, or one of several lines. */
function textOf(line: string): string | undefined {
  const quoted = LINE.exec(line)?.[1];
  if (quoted === undefined) return undefined;
  try {
    const text = String(JSON.parse(quoted)).replace(/\r?\n$/, "");
    return text.includes("\n") ? "" : text;
  } catch {
    return undefined;
  }
}
