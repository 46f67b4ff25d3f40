import type { FeatureGroup } from "./features.ts";

const SET_ASIDE = /(?:^|\/)(?:compat|deprecat|legacy|externals?|extern|_vendor|vendored|six|benchmarks?)/;
const ENTRY = /(?:__init__\.py|index\.[jt]s|mod\.rs)$/;
const GENERATED_BY_USE = /\/(?:migrations|locale|locales|i18n|translations)\//;

/** What a file is like, whatever the question. */
export const PRIOR_GROUP: FeatureGroup = {
  id: "prior",
  specs: [
    { id: "is_test", doc: "a test or a test's helper", scaling: "raw", free: true },
    { id: "is_text", doc: "a document or data", scaling: "raw", free: true },
    { id: "is_aside", doc: "docs, examples, benchmarks, tools", scaling: "raw", free: true },
    { id: "is_entry", doc: "a package's entry file, often only re-exports", scaling: "raw", free: true },
    { id: "is_migration", doc: "migrations and translations", scaling: "raw", free: true },
    { id: "is_legacy", doc: "compatibility, deprecated or vendored code", scaling: "raw", free: true },
    { id: "length", doc: "logarithm of the file's tokens", scaling: "fifth", free: true },
    { id: "chunks", doc: "logarithm of the number of definitions", scaling: "fifth", free: true },
    { id: "depth", doc: "folders above the file", scaling: "fifth", free: true },
    { id: "ending_share", doc: "share of files with the same ending", scaling: "raw", free: true },
  ],
  compute({ index, paths }) {
    const { files } = index;
    const flag = (expression: RegExp): Float32Array =>
      Float32Array.from(files.paths, (path) => expression.test(path) ? 1 : 0);
    const { code, doc, str } = files.lengths;
    return new Map([
      ["is_test", Float32Array.from(paths.test)],
      ["is_text", Float32Array.from(paths.text)],
      ["is_aside", Float32Array.from(paths.aside)],
      ["is_entry", flag(ENTRY)],
      ["is_migration", flag(GENERATED_BY_USE)],
      ["is_legacy", flag(SET_ASIDE)],
      ["length", Float32Array.from(code, (length, file) => Math.log1p(length + doc[file]! + str[file]!))],
      ["chunks", Float32Array.from(files.chunkCount, (count) => Math.log1p(Math.max(0, count - 1)))],
      ["depth", Float32Array.from(files.paths, (path) => path.split("/").length - 1)],
      ["ending_share", endingShares(files.paths, paths.test)],
    ]);
  },
};

function endingShares(paths: readonly string[], test: Uint8Array): Float32Array {
  const counts = new Map<string, number>();
  const endings = paths.map((path) => /\.[^./]+$/.exec(path)?.[0] ?? "");
  let all = 0;
  endings.forEach((ending, file) => {
    if (test[file] === 1) return;
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    all++;
  });
  return Float32Array.from(endings, (ending) => (counts.get(ending) ?? 0) / Math.max(1, all));
}
