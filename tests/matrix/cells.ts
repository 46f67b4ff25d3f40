import { parseFixture } from "../support/fixture.ts";

/**
 * The cells of one language: constructs that bind or use a name, each with a small repository and the callers that its
 * compiler sees.
 *
 * ```
 * == renamed import
 * //- /a.py
 * def lifted(): ...
 * //- /use.py
 * from a import lifted as l
 * def user(): l()
 * ? lifted: user
 * ```
 *
 * `? NAME: CALLER, ...` lists all callers of confidence 0.5 and above; `(top)` is the top level of a file, `-` nobody.
 * `! NAME: text` is a definition whose calls are not read, with what the program says instead.
 */
export interface Cell {
  readonly construct: string;
  readonly files: ReadonlyMap<string, string>;
  readonly wanted: readonly Wanted[];
}

/** An expectation of a cell. */
export interface Wanted {
  readonly name: string;
  /** Names of the callers; undefined if calls of the language are not read. */
  readonly callers: readonly string[] | undefined;
}

/** Parses the cells of a language. */
export function parseCells(text: string): Cell[] {
  return text.split(/^== /m).slice(1).map((part) => {
    const [construct = "", ...lines] = part.split("\n");
    const isWanted = (line: string): boolean => /^[?!] \S+: /.test(line);
    return {
      construct: construct.trim(),
      files: parseFixture(lines.filter((line) => !isWanted(line)).join("\n")),
      wanted: lines.filter(isWanted).map(wanted),
    };
  });
}

function wanted(line: string): Wanted {
  const [, sign, name = "", list = ""] = /^([?!]) (\S+): (.*)$/.exec(line) ?? [];
  const callers = list.trim() === "-" ? [] : list.split(",").map((caller) => caller.trim());
  return { name, callers: sign === "!" ? undefined : callers.toSorted() };
}

/** The languages of the matrix with their cells, in order of their names. */
export function readMatrix(): Map<string, readonly Cell[]> {
  const folder = new URL("cells/", import.meta.url);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).toSorted();
  return new Map(
    names.map((
      name,
    ) => [name.replace(/\.\w+$/, ""), parseCells(Deno.readTextFileSync(new URL(name, folder)))]),
  );
}
