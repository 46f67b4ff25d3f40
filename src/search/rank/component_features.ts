import type { FeatureContext, FeatureGroup } from "./features.ts";
import { GrowingColumns } from "./features.ts";

/** What the title says it is about: `[youtube] ...`, `router: ...`, `... from example.org`. */
export const COMPONENT_GROUP: FeatureGroup = {
  id: "component",
  specs: [
    {
      id: "component",
      doc: "the title names the file as its component, by how many share the name",
      scaling: "raw",
    },
  ],
  compute({ query, index, paths, text }: FeatureContext) {
    const columns = new GrowingColumns(index.files.count);
    const components = componentsOf(query.segments.title);
    if (components.size === 0) return columns;
    // A word of the file's name is a word of the question.
    for (const file of text.candidates) {
      const namesakes = paths.namesakes[file]!;
      if (namesakes > MOST_NAMESAKES || paths.test[file] === 1 || paths.text[file] === 1) continue;
      if (components.has(nameOf(paths.stem(file)))) columns.set("component", file, 1 / namesakes);
    }
    return columns;
  },
};

const MOST_NAMESAKES = 2;
const SHORTEST = 3;
const BRACKETED = /\[([^\]\n]{2,40})\]/g;
const BEFORE_COLON = /^(?:\[[^\]\n]*\]\s*)*([\w./ -]{2,30}?):\s/;
const ADDRESS = /\b(?:[\w-]+\.)+[a-z]{2,6}\b/g;
/** Kinds of reports, and names that files of any project have. */
const GENERAL = new Set(
  ("bug bugs feature features request question docs doc error errors help issue issues proposal regression enhancement " +
    "fix wip rfc crash warning support test tests main core index config exception todo site broken deprecation")
    .split(" "),
);

/** The names in brackets, before a colon and in addresses of the title, as {@link nameOf} writes them. */
function componentsOf(title: string): Set<string> {
  const found = new Set<string>();
  const add = (text: string): void => {
    const name = nameOf(text);
    if (name.length >= SHORTEST && !GENERAL.has(name)) found.add(name);
  };
  for (const [, inside] of title.matchAll(BRACKETED)) [inside!, ...inside!.split(/[\s:/,]+/)].forEach(add);
  const before = BEFORE_COLON.exec(title)?.[1];
  if (before !== undefined) add(before);
  for (const [address] of title.matchAll(ADDRESS)) address.split(".").slice(0, -1).forEach(add);
  return found;
}

/** Letters and digits alone, in lower case. */
function nameOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}
