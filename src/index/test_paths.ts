/**
 * Folders of tests and of files used only by tests. Camel case matches as build tools name such folders: `jvmTest`,
 * `App.Tests`, `App.Core.Test`, `App.Test.Common`.
 */
const FOLDER = new RegExp(
  "(?:^|/)(?:(?:[Tt]ests?|TESTS?|testing|__tests__|[Ss]pecs?|__mocks__|__snapshots__|e2e)" +
    "|test[_-]?(?:data|files|fixtures|resources|suites?)|(?:__)?fixtures?(?:__)?" +
    "|[a-z][a-z0-9]*Tests?|[A-Za-z0-9.]*[a-z0-9.]Tests|(?:[A-Za-z0-9]+\\.)+[A-Za-z0-9]*Test(?:\\.[A-Za-z0-9]+)*" +
    "|(?:unit|integration|functional|acceptance|regression|smoke|system|load)[_-]?tests?|[\\w-]+[_-]tests|src/it)/",
);

const CODE = "py|c|cc|cpp|cxx|h|hpp|go|rs|rb|jl|r|R|ex|exs|lua|pl|t|dart|zig|hs|ml|php|sh|el";

/** Names of test files: a word before or after the name in snake case, or after it in camel case. */
const NAME = new RegExp(
  "(?:^|/)(?:conftest\\.py|tests\\.(?:py|rs|[cm]?[jt]sx?)|[^/]+\\.test|t/[^/]+\\.t|[^/]*[a-z0-9]IT\\.(?:java|kt|scala)" +
    `|[Tt]est_[^/]*\\.(?:${CODE})` +
    "|[^/]*[._-]tests?(?:\\.[A-Za-z]+){1,2}" +
    "|[^/]*[._-]spec\\.(?:[cm]?[jt]sx?|rb|cr|dart|lua|py|coffee)" +
    "|[^/]*(?:Tests?|TestCase|Spec)\\.(?:java|kt|kts|groovy|scala|cs|fs|php|swift|m|mm|cc|cpp|hs|dart))$",
);

/** True if the path alone identifies a test or a support file of tests, in any language. */
export function isTestPath(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path);
}

/** True if the file name itself identifies a test. */
export function isTestName(path: string): boolean {
  return NAME.test(path);
}

/** True if a folder, given with its trailing slash, contains tests. */
export function isTestFolder(folder: string): boolean {
  return FOLDER.test(folder);
}
