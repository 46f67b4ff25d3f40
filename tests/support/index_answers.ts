import { FIELDS, KINDS, type LexicalIndex } from "../../src/index/lexical_index.ts";

/** Everything an index says to some questions, free of its numbering: equal indexes have equal answers. */
export function answers(index: LexicalIndex, terms: readonly string[], names: readonly string[]): unknown {
  const { files, chunks } = index;
  const place = (chunk: number): string =>
    `${files.paths[chunks.file[chunk]!]}:${chunks.startLine(chunk)}-${chunks.endLine(chunk)}`;
  const postings = terms.map((term) => {
    const found = index.postings(term);
    const rows = [...found?.chunks ?? []].map((chunk, at) =>
      `${place(chunk)} ${FIELDS.map((field) => found!.tf[field][at]).join(",")}`
    );
    return [term, rows.sort(), index.pathPostings(term)];
  });
  const sites = names.map((name) => [
    index.definitionsNamed(name),
    index.referencesTo(name),
    index.nearNames(name, 10),
  ]);
  const table = files.paths.map((path, file) => [
    path,
    KINDS[files.kinds[file]!],
    files.languageNames[files.languages[file]!],
    files.roles[file],
    FIELDS.map((field) => files.lengths[field][file]),
    index.parsed(file),
    index.pathLength(file),
  ]);
  return { postings, sites, table, traits: index.traits, chunks: chunks.count };
}
