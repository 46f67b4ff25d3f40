import { random } from "../support/random.ts";

/** Repositories with accidents: what people leave half done, copy, rename and move. */

/** Files by path. */
type Files = ReadonlyMap<string, string>;

/** How many accidents happen to one file of a repository. */
const ACCIDENTS = 2;

/** A repository like the given one, in which each file was changed a little; the same for the same seed. */
export function remixed(files: Files, seed: number): Files {
  const next = random(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const names = [...new Set([...files.values()].flatMap((text) => text.match(NAME) ?? []))];
  const remix = new Map<string, string>();
  for (const [path, text] of files) {
    const lines = text.split("\n");
    for (let times = 0; times < ACCIDENTS; times++) pick(ACCIDENT)(lines, pick, names);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const name = path.slice(folder.length);
    const place = next();
    if (place < 0.1) remix.set(`${folder}inner/${name}`, lines.join("\n"));
    else if (place < 0.2) remix.set(`tests/${path}`, lines.join("\n"));
    else if (place >= 0.25) remix.set(path, lines.join("\n"));
    if (place > 0.9) remix.set(`${folder}copy/${name}`, text);
  }
  return remix;
}

const NAME = /\b[A-Za-z_]\w{2,}\b/g;

type Accident = (lines: string[], pick: <T>(all: readonly T[]) => T, names: readonly string[]) => void;

/** One line is lost, written twice, moved; a name is another one of the repository, in one line or everywhere. */
const ACCIDENT: readonly Accident[] = [
  (lines, pick) => void lines.splice(pick([...lines.keys()]), 1),
  (lines, pick) => {
    const at = pick([...lines.keys()]);
    lines.splice(at, 0, lines[at]!);
  },
  (lines, pick) => {
    const [line = ""] = lines.splice(pick([...lines.keys()]), 1);
    lines.splice(pick([...lines.keys(), lines.length]), 0, line);
  },
  (lines, pick, names) => {
    const at = pick([...lines.keys()]);
    const own = lines[at]?.match(NAME) ?? [];
    if (own.length > 0) lines[at] = lines[at]!.replace(pick(own), () => pick(names));
  },
  (lines, pick, names) => {
    const own = lines.join("\n").match(NAME) ?? [];
    if (own.length === 0) return;
    const [from, to] = [new RegExp(`\\b${pick(own)}\\b`, "g"), pick(names)];
    lines.forEach((line, at) => lines[at] = line.replace(from, () => to));
  },
];
