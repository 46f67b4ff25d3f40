/** Folders of tests and of what only tests read. Camel case counts where build tools name folders so: `jvmTest`, `App.Tests`. */
const FOLDER = new RegExp(
  "(?:^|/)(?:(?:[Tt]ests?|TESTS?|testing|__tests__|[Ss]pecs?|__mocks__|__snapshots__|e2e)" +
    "|test[_-]?(?:data|files|fixtures|resources|suites?)|(?:__)?fixtures?(?:__)?" +
    "|[a-z][a-z0-9]*Tests?|[A-Za-z0-9.]*[a-z0-9.]Tests" +
    "|(?:unit|integration|functional|acceptance|regression|smoke|system|load)[_-]?tests?|[\\w-]+[_-]tests|src/it)/",
);

const CODE = "py|c|cc|cpp|cxx|h|hpp|go|rs|rb|jl|r|R|ex|exs|lua|pl|t|dart|zig|hs|ml|php|sh|el";

/** Names of test files: by a word before or behind the name in snake case, or behind it in camel case. */
const NAME = new RegExp(
  "(?:^|/)(?:conftest\\.py|tests\\.(?:py|rs|[cm]?[jt]sx?)|[^/]+\\.test|t/[^/]+\\.t|[^/]*[a-z0-9]IT\\.(?:java|kt|scala)" +
    `|[Tt]est_[^/]*\\.(?:${CODE})` +
    "|[^/]*[._-]tests?(?:\\.[A-Za-z]+){1,2}" +
    "|[^/]*[._-]spec\\.(?:[cm]?[jt]sx?|rb|cr|dart|lua|py|coffee)" +
    "|[^/]*(?:Tests?|TestCase|Spec)\\.(?:java|kt|kts|groovy|scala|cs|fs|php|swift|m|mm|cc|cpp|hs|dart))$",
);

/** Whether a path alone says that a file is a test or belongs to tests, in any language. */
export function isTestPath(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path);
}

/** Whether the name of the file itself says that it is a test. */
export function isTestName(path: string): boolean {
  return NAME.test(path);
}

/** Whether a folder, with its closing slash, holds tests. */
export function isTestFolder(folder: string): boolean {
  return FOLDER.test(folder);
}
