/**
 * Turns config/triggers.json, which people edit, into config/triggers.index.json, which the program reads: groups without their words, and the
 * words as sorted text that is searched in place. Run `deno run -A tests/intent/index_triggers.ts` after every edit.
 */
import triggers from "../../config/triggers.json" with { type: "json" };

/** A group as written in config/triggers.json. */
export interface WrittenGroup {
  readonly id: string;
  readonly lang: "en" | "zh";
  readonly role: string;
  readonly kind?: string;
  readonly weight: number;
  readonly vote?: number;
  readonly at?: string;
  readonly words?: readonly string[];
  readonly sequences?: readonly (readonly (string | number)[])[];
  readonly example: string;
  readonly nearMiss: string;
}

/** All groups with their words. */
export const written: readonly WrittenGroup[] = triggers.groups as readonly WrittenGroup[];

/** The entries of comma-separated rows, `{a|b}{c|d}` multiplied out. */
export function entriesOf(rows: readonly string[]): string[] {
  return rows.join(",").split(",").map((entry) => entry.trim()).filter((entry) => entry !== "").flatMap(
    expand,
  );
}

/** The text of config/triggers.index.json. */
export function indexText(): string {
  const lists = {
    fillers: list(triggers.fillers),
    zhFillers: list(triggers.zhFillers),
    stopWords: list(triggers.terms.stopWords),
    properNames: list(triggers.terms.properNames),
    extensions: list(triggers.terms.extensions),
    bareFiles: list(triggers.terms.bareFiles),
    vague: list(triggers.terms.vague),
  };
  const groups = written.map(({ words: _words, example: _example, nearMiss: _nearMiss, ...rest }) => rest);
  const untyped = Object.fromEntries(
    Object.entries(triggers.untyped).map((
      [name, rows],
    ) => [name, name === "openings" ? entriesOf(rows) : list(rows)]),
  );
  const consent = Object.fromEntries(
    Object.entries(triggers.consent).map(([name, rows]) => [name, entriesOf(rows)]),
  );
  const index = {
    groups,
    lists,
    consent,
    untyped,
    en: table("en"),
    zh: table("zh"),
    han: hanTable(),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

function list(rows: readonly string[]): string {
  return ` ${entriesOf(rows).join(" ")} `;
}

function expand(entry: string): string[] {
  const found = /^([^{]*)\{([^}]*)\}(.*)$/.exec(entry);
  if (found === null) return [entry];
  const [, head = "", options = "", tail = ""] = found;
  return options.split("|").flatMap((option) => expand(`${head}${option}${tail}`));
}

/** Lines `entry<TAB>group numbers`, anchored groups first, sorted by UTF-16 units. */
function table(lang: "en" | "zh"): string {
  const lines = new Map<string, number[]>();
  written.forEach((group, number) => {
    if (group.lang !== lang || group.words === undefined) return;
    for (const entry of entriesOf(group.words)) {
      lines.set(entry, [...new Set([...(lines.get(entry) ?? []), number])]);
    }
  });
  const anchored = (number: number): number => (written[number]?.at === "start" ? 0 : 1);
  const sorted = [...lines].map(([entry, numbers]) => {
    return `${entry}\t${numbers.sort((a, b) => anchored(a) - anchored(b) || a - b).join(",")}\n`;
  });
  return sorted.sort().join("");
}

function hanTable(): string {
  const lines = new Map<string, string>();
  for (const entry of entriesOf(triggers.terms.zhStop)) lines.set(entry, "-");
  for (const entry of entriesOf(triggers.terms.zhKeep)) lines.set(entry, "+");
  return [...lines].map(([entry, mark]) => `${entry}\t${mark}\n`).sort().join("");
}

if (import.meta.main) {
  Deno.writeTextFileSync(new URL("../../config/triggers.index.json", import.meta.url), indexText());
}
