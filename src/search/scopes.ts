import type { LexicalIndex } from "../index/lexical_index.ts";
import { KINDS, ROLES } from "../index/lexical_index.ts";
import { stem } from "../text/tokens.ts";
import { wordsOf } from "./name_words.ts";

/** A part of the repository: a folder with what is below it, the files of a folder that share a name, or one file. */
export interface Scope {
  /** The folder with its slash, "proxy*", or the file's path. */
  readonly label: string;
  /** The folders, without slash; more than one where source roots share a package; "" is the top. */
  readonly folders: readonly string[];
  /** Its files of code, no tests. */
  readonly files: readonly number[];
}

interface Candidate extends Scope {
  /** How well the name fits, {@link FITS}. */
  readonly fit: number;
}

const FITS = { path: 4, exact: 3, words: 2.5, part: 2, family: 2, file: 1.5, loose: 1.2 };
/** What the fit counts beside files that the question's words found. */
const PER_FIT = 8;
/** Files that the search ranks best, which say what is meant where several fit. */
const RANKED = 20;
const FEWEST_OF_FAMILY = 3;
/** A part is no part that holds nearly everything. */
const MOST_SHARE = 0.8;
/** Words that say only that something is a part. */
const GENERAL: ReadonlySet<string> = new Set(
  ["src", "lib", "crate", "package", "module", "folder", "system", "subsystem", "component", "layer", "the"]
    .map(stem),
);
/** How many letters two words may begin with alike to be one word, and what else they may have: storage, store. */
const ALIKE = 4;
const UNLIKE = 3;

/**
 * The part of the repository that goes by a name, best first by how well the name fits and by the files that the question
 * found; undefined where none does.
 *
 * @param ranked numbers of files, best first
 */
export function scopeOf(index: LexicalIndex, said: string, ranked: readonly number[]): Scope | undefined {
  const { paths } = index.files;
  const code = codeFiles(index);
  const found = [...foldersNamed(said, code, paths), ...familiesNamed(said, code, paths)]
    .filter(({ files }) => files.length <= code.length * MOST_SHARE);
  const top = ranked.slice(0, RANKED);
  const scoreOf = ({ fit, files, folders }: Candidate): number => {
    const inside = new Set(files);
    const hits = top.reduce((sum, file, rank) => sum + (inside.has(file) ? 1 - rank / RANKED : 0), 0);
    const aside = files.every((file) => index.traits.aside[file] === 1) ? PER_FIT : 0;
    const depth = Math.min(...folders.map((folder) => folder.split("/").length));
    return PER_FIT * fit + 2 * hits + Math.log2(files.length) - depth / 2 - aside;
  };
  let best: Candidate | undefined;
  for (const one of found) if (!best || scoreOf(one) > scoreOf(best)) best = one;
  return best && joined(best, found);
}

/** The same package below another source root is one with it. */
function joined(best: Candidate, found: readonly Candidate[]): Scope {
  const last = ({ folders }: Candidate): string => folders[0]!.split("/").slice(-2).join("/");
  const isApart = ({ folders: [one] }: Candidate): boolean =>
    !best.folders.some((folder) => one!.startsWith(`${folder}/`) || folder.startsWith(`${one}/`));
  const twins = best.label.endsWith("/") && last(best).includes("/")
    ? found.filter((one) => one !== best && one.fit === best.fit && last(one) === last(best) && isApart(one))
    : [];
  return {
    label: best.label,
    folders: [best, ...twins].flatMap(({ folders }) => folders),
    files: [best, ...twins].flatMap(({ files }) => files),
  };
}

function codeFiles({ files, traits }: LexicalIndex): number[] {
  const found: number[] = [];
  for (let file = 0; file < files.count; file++) {
    const isCode = ROLES[files.roles[file]!] === "code" && KINDS[files.kinds[file]!] === "source";
    if (isCode && traits.test[file] !== 1) found.push(file);
  }
  return found;
}

function foldersNamed(said: string, code: readonly number[], paths: readonly string[]): Candidate[] {
  const below = new Map<string, number[]>();
  const fits = new Map<string, number>();
  const name = nameOf(said);
  for (const file of code) {
    const path = paths[file]!;
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      let fit = fits.get(folder);
      if (fit === undefined) fits.set(folder, fit = fitOf(name, folder));
      if (fit === 0) continue;
      const held = below.get(folder);
      if (held) held.push(file);
      else below.set(folder, [file]);
    }
  }
  return [...below].map(([folder, files]) => ({
    label: `${folder}/`,
    folders: [folder],
    files,
    fit: fits.get(folder)!,
  }));
}

interface Name {
  readonly path: string;
  readonly joined: string;
  readonly words: readonly string[];
}

function nameOf(said: string): Name {
  const path = said.replace(/\/?\*.*$|\/+$/g, "").toLowerCase();
  const words = wordsOf(said).filter((word) => !GENERAL.has(word));
  return { path, joined: path.replace(/[^\p{L}\p{N}/]/gu, ""), words };
}

function fitOf({ path, joined, words }: Name, folder: string): number {
  const lower = folder.toLowerCase();
  if (path.includes("/")) return lower === path || lower.endsWith(`/${path}`) ? FITS.path : 0;
  const last = lower.slice(lower.lastIndexOf("/") + 1);
  if (last === path || last.replace(/[^\p{L}\p{N}]/gu, "") === joined) return FITS.exact;
  const own = wordsOf(folder.slice(folder.lastIndexOf("/") + 1));
  if (words.length === 0 || own.length === 0) return 0;
  if (own.join(" ") === words.join(" ")) return FITS.exact;
  const isEnd = own.length === words.length + 1 &&
    (own.slice(1).join(" ") === words.join(" ") || own.slice(0, -1).join(" ") === words.join(" "));
  if (isEnd) return FITS.part;
  if (words.length < 2) return 0;
  const above = wordsOf(folder);
  const isAll = words.every((word) => above.some((one) => isAlike(one, word)));
  return isAll && words.some((word) => own.some((one) => isAlike(one, word))) ? FITS.words : 0;
}

/** Files of one folder whose names begin with the same word, or one that has the name for itself. */
function familiesNamed(said: string, code: readonly number[], paths: readonly string[]): Candidate[] {
  const { words, path: name } = nameOf(said);
  if (words.length === 0 || name.includes("/")) return [];
  const families = new Map<string, { readonly all: number[]; first: number }>();
  const alone: Candidate[] = [];
  for (const file of code) {
    const path = paths[file]!;
    const own = wordsOf(path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
    const at = own.findIndex((_, from) => words.every((word, i) => own[from + i] === word));
    if (at < 0) continue;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (own.length === words.length) {
      alone.push({ label: path, folders: [folder], files: [file], fit: FITS.file });
    }
    const family = families.get(folder) ?? { all: [], first: 0 };
    families.set(folder, family);
    family.all.push(file);
    if (at === 0 && own.length > words.length) family.first++;
  }
  return [
    ...alone,
    ...[...families].filter(([, { all }]) => all.length >= FEWEST_OF_FAMILY).map((
      [folder, { all, first }],
    ) => ({
      label: `${folder === "" ? "" : `${folder}/`}${said.replace(/\W.*$/, "")}*`,
      folders: [folder],
      files: all,
      fit: first >= FEWEST_OF_FAMILY - 1 ? FITS.family : FITS.loose,
    })),
  ];
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
  return same >= ALIKE && Math.max(one.length, other.length) - same <= UNLIKE;
}
