/**
 * The format that this program reads and writes; part of the file's name and header. The content depends on the tables,
 * the codecs, the parser's records and the tokenizer: any change of their output needs the next number, which makes every
 * index be rebuilt.
 */
export const FORMAT = 75;

/** SHA-1 of the tests' fixture as stored; detects unintended changes. */
export const FINGERPRINT = "c06382552be5a64669a7e01b3201fff419b05cb0";

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
