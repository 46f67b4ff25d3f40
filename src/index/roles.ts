import type { FileRole } from "../model/ports.ts";

const DOC = /\.(?:md|mdx|rst|txt|adoc|org|tex)$|(?:^|\/)(?:docs?|changelogs?|authors|license)(?:\/|$)/i;
const DATA =
  /\.(?:po|pot|mo|json|jsonl|csv|tsv|xml|svg|ya?ml|toml|ini|cfg|lock|snap|geojson|ipynb|log|map|properties|plist)$/i;
const CODE_IN_DOCS = /\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|c|cc|cpp|h|hpp|cs|rb|php|scala|swift)$/i;
const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures?|examples?|samples?|benchmarks?|e2e|demos?)(?:\/|$)|(?:^|\/)(?:test_[^/]+|conftest\.py)$|[._-](?:test|spec|tests)\.[a-z]+$|(?:Test|Tests|Spec)\.(?:java|kt|cs|scala|php|swift)$/;

/** What a file is for, judged by its path alone. */
export function roleOf(path: string): FileRole {
  if (TEST.test(path)) return "test";
  if (DATA.test(path)) return "data";
  if (DOC.test(path) && !CODE_IN_DOCS.test(path)) return "doc";
  return "code";
}
