import type { FileRole } from "../model/calls.ts";
import { isTestPath } from "./test_paths.ts";

const DOC = /\.(?:md|mdx|rst|txt|adoc|org|tex)$|(?:^|\/)(?:docs?|changelogs?|authors|license)(?:\/|$)/i;
const DATA =
  /\.(?:po|pot|mo|json|jsonl|csv|tsv|xml|svg|ya?ml|toml|ini|cfg|lock|snap|geojson|log|map|properties|plist)$/i;
const CODE_IN_DOCS = /\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|java|kt|c|cc|cpp|h|hpp|cs|rb|php|scala|swift)$/i;
/** Code that demonstrates, measures or completes the product; ranked like its tests. */
const EXAMPLE =
  /(?:^|\/)(?:(?:examples?|samples?|benchmarks?|demos?)\/|complet(?:e|ions?)\/[^/]*\.(?:zsh|bash|fish|ps1|sh)$)/i;

/** Role of a file, derived from its path alone. */
export function roleOf(path: string): FileRole {
  if (isTestPath(path) || EXAMPLE.test(path)) return "test";
  if (DATA.test(path)) return "data";
  if (DOC.test(path) && !CODE_IN_DOCS.test(path)) return "doc";
  return "code";
}
