/**
 * Formats of the index file, newest last. The content depends on the tables, the codecs, the parser's records and the
 * tokenizer: any change of their output needs a new entry here, which makes every index be rebuilt.
 */
export const FORMATS: readonly Format[] = [
  {
    number: 1,
    date: "2026-11-20",
    meaning: "contents by git blob id, segments of front-coded blocks, one row per work tree",
    fingerprint: "1cc5ddf7dfc9d53f15fc7b019ff4de74d74d05f8",
  },
  {
    number: 2,
    date: "2026-11-20",
    meaning: "translations into Chinese are read up to the size of source files",
    fingerprint: "1cc5ddf7dfc9d53f15fc7b019ff4de74d74d05f8",
  },
  {
    number: 3,
    date: "2026-11-20",
    meaning: "lengths per content; what the paths tell stands beside their terms",
    fingerprint: "1e5f4db1f6fce40f51ffe1a8a27445708c612f39",
  },
  {
    number: 4,
    date: "2026-11-20",
    meaning: "vectors beside the contents",
    fingerprint: "286cdd2a8bc3c7b5bfebc70e26e7698f2f28a52a",
  },
  {
    number: 5,
    date: "2026-11-20",
    meaning:
      "receivers as chains of calls, hints for results of calls and built-in types, items in Rust's macros",
    fingerprint: "e6af89524df3ba91053d00e4ce99437b0188beda",
  },
  {
    number: 6,
    date: "2026-11-20",
    meaning: "vectors in files of their own",
    fingerprint: "aeac7f6b397165b85168357ea115f284f0df0e3a",
  },
  {
    number: 7,
    date: "2026-11-20",
    meaning: "definitions made by calls and lists of names; comments that only mention generated things",
    fingerprint: "aeac7f6b397165b85168357ea115f284f0df0e3a",
  },
  {
    number: 8,
    date: "2026-11-22",
    meaning:
      "declarations of C and C++ behind macros, one branch of unbalanced conditionals, headers of C++ by 16 kB",
    fingerprint: "aeac7f6b397165b85168357ea115f284f0df0e3a",
  },
  {
    number: 9,
    date: "2026-11-22",
    meaning:
      "types of loop variables, of several results, of what functions return, collections around types",
    fingerprint: "a84c10a7fd1dce7b89c1d45e9f935163b40222b8",
  },
  {
    number: 10,
    date: "2026-11-22",
    meaning: "Dart, Zig, R, Terraform, Haskell and Perl parsed by grammars; names of C in macros",
    fingerprint: "a84c10a7fd1dce7b89c1d45e9f935163b40222b8",
  },
  {
    number: 11,
    date: "2026-11-22",
    meaning: "names that modules hand on, imports under other names, variables that hide what is outside",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 12,
    date: "2026-11-22",
    meaning: "functions in tables of C, uses of structs by their tags, more time for one file",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 13,
    date: "2026-11-22",
    meaning: "names of modules from manifests",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 14,
    date: "2026-11-22",
    meaning: "records are compressed; of tables of macros only the beginning is searched",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 15,
    date: "2026-11-22",
    meaning: "what calls hand over, and names of built-in types, where functions are overloaded",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 16,
    date: "2026-11-22",
    meaning: "a checksum behind every blob",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 17,
    date: "2026-11-22",
    meaning: "which trait of Rust a function implements",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 18,
    date: "2026-11-22",
    meaning: "an export is no use of what it exports; variables that hold an element",
    fingerprint: "93aeaf2c396ccb5749a416cc323c2a2ce787ca87",
  },
  {
    number: 19,
    date: "2026-11-22",
    meaning: "segments that another machine made",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 20,
    date: "2026-11-22",
    meaning: "what is assigned to fields of structs of Go",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 21,
    date: "2026-11-22",
    meaning: "copied scripts of other projects and the output of Bison are no source",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 22,
    date: "2026-11-22",
    meaning: "types found by tests, parameters of callbacks, functions in objects, other names of types",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 23,
    date: "2026-11-22",
    meaning: "calls with a title that are tests, and groups of tests, are definitions",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 24,
    date: "2026-11-22",
    meaning: "functions in tables of C that a macro fills",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 25,
    date: "2026-11-22",
    meaning: "what generated code of C uses",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 26,
    date: "2026-11-22",
    meaning: "comments in lists of exports are none of their names",
    fingerprint: "7a3d17b872de07379d64747871e883f90d957905",
  },
  {
    number: 27,
    date: "2026-11-23",
    meaning: "records hold their numbers by column, compressed further",
    fingerprint: "385a15f97b879a5614c2a9b874d74a4a9b736321",
  },
  {
    number: 28,
    date: "2026-11-23",
    meaning: "events by name, tasks that are queued, what is sent to channels of Go",
    fingerprint: "385a15f97b879a5614c2a9b874d74a4a9b736321",
  },
  {
    number: 29,
    date: "2026-11-23",
    meaning: "uses of constants as operands, bounds and cases",
    fingerprint: "385a15f97b879a5614c2a9b874d74a4a9b736321",
  },
  {
    number: 30,
    date: "2026-11-23",
    meaning: "types behind smart pointers of any library",
    fingerprint: "385a15f97b879a5614c2a9b874d74a4a9b736321",
  },
  {
    number: 31,
    date: "2026-11-24",
    meaning:
      "postings of frequent patterns in one byte, shortened keys and rows of names, columns of 16 bits, records whose new strings come in order",
    fingerprint: "63891bc179102710c0919cd86fc44a768f093fa3",
  },
  {
    number: 32,
    date: "2026-11-28",
    meaning: "functions of C without parameters that have a macro in front of their name",
    fingerprint: "63891bc179102710c0919cd86fc44a768f093fa3",
  },
];

/** One format. */
export interface Format {
  /** Part of the file's name and header. */
  readonly number: number;
  readonly date: string;
  readonly meaning: string;
  /** SHA-1 of the tests' fixture as stored; detects unintended changes. */
  readonly fingerprint: string;
}

/** The format this program reads and writes. */
export const FORMAT: number = FORMATS[FORMATS.length - 1]!.number;

/** The value "AuTo" in the header of the file. */
export const APPLICATION_ID = 0x4175546f;

/** Tables in order of their names; see {@link FORMATS}. */
export const SCHEMA: readonly string[] = [
  // Keys are 20 bytes of git's blob id and how the text was parsed: its language, or as a document or data.
  "CREATE TABLE blob (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE)",
  "CREATE TABLE block (id INTEGER PRIMARY KEY, data BLOB NOT NULL)",
  // `collected` is the number of blob deletions: cached blob numbers are invalid after it changes.
  "CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE parsed (blob INTEGER PRIMARY KEY, data BLOB NOT NULL)",
  // `fetched`: built on another machine, so that its records have to be verified against the files.
  "CREATE TABLE segment (id INTEGER PRIMARY KEY, chunks INTEGER NOT NULL, first_block INTEGER NOT NULL, " +
  "blocks INTEGER NOT NULL, columns BLOB NOT NULL, directory BLOB NOT NULL, fetched INTEGER NOT NULL)",
  "CREATE TABLE tree (id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE, rules TEXT NOT NULL, listing TEXT NOT NULL, " +
  "used INTEGER NOT NULL, paths BLOB NOT NULL)",
  // The inverted index of the paths, and their traits.
  "CREATE TABLE tree_paths (tree INTEGER PRIMARY KEY, terms BLOB NOT NULL, traits BLOB NOT NULL)",
  // A separate table, because the state changes with every edit and the paths do not.
  "CREATE TABLE tree_state (tree INTEGER PRIMARY KEY, state BLOB NOT NULL)",
];
