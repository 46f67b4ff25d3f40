import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import type { Subject } from "../../src/search/query/subject.ts";
import { askIndex } from "../../src/search/ask_index.ts";
import { definitionFindings } from "../../src/search/definition_findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import type { RankedFunction } from "../../src/search/rank/rank_functions.ts";
import { search } from "../../src/search/rank/search.ts";
import { subjectFirst } from "../../src/search/subject_first.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

/** A name that four definitions have: two hand on to the first, one is a test's; callers speak of it more often. */
const REPO = parseFixture(`
//- /fleet/query.py
class Fleet:
    """Ships, looked up lazily."""

    def __init__(self, ships):
        self.ships = ships

    def find_or_build(self, name):
        for ship in self.ships:
            if ship.name == name:
                return ship
        return self.build(name)

    def build(self, name):
        return Ship(name)

    def harbour(self, name):
        first = self.find_or_build(name)
        second = self.find_or_build(name)
        return [first, second]

//- /fleet/related.py
class Convoy(Fleet):
    def find_or_build(self, name):
        return super().find_or_build(name)

    def join(self, name):
        ship = self.find_or_build(name) or self.find_or_build("find_or_build")
        return ship

class Squadron(Fleet):
    def find_or_build(self, name):
        return super().find_or_build(name)

//- /tests/test_fleet.py
def find_or_build():
    return Fleet([]).build("Argo")

def test_find_or_build():
    assert find_or_build().name == "Argo"

//- /dock/Crane.java
class Crane {
  private final Winch winch;

  Crane(Winch winch) {
    this.winch = winch;
  }

  static Crane ofTwo(Crane crane, Crane other) {
    return new Crane(crane.winch);
  }
}
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());
const files = filesOf((path) => REPO.get(path));

/** The definitions with `first` in front, as if the question's words ranked them so. */
function rankedWith(first: string, subject: Subject): string[] {
  const { functions, table } = search(queryViews("find_or_build ship crane convoy"), index);
  const isFirst = ({ definition }: RankedFunction): boolean => definition.qualifiedName === first;
  const ranked = [...functions.filter(isFirst), ...functions.filter((one) => !isFirst(one))]
    .map((one, at) => ({ ...one, score: -at }));
  assert.ok(isFirst(ranked[0]!), first);
  const again = subjectFirst(ranked, subject, table.context);
  assert.equal(again.length, ranked.length, "nothing is lost");
  assert.ok(again.every(({ score }, at) => at === 0 || score <= again[at - 1]!.score), "best first");
  return again.map(({ file, definition }) =>
    `${index.files.paths[file]!.split("/").at(-1)} ${definition.qualifiedName}`
  );
}

const WORK = "query.py Fleet.find_or_build";
const HANDING_ON = ["related.py Convoy.find_or_build", "related.py Squadron.find_or_build"];
const OF_TESTS = "test_fleet.py find_or_build";

Deno.test("subject: what does the work comes first, then what hands on to it, then tests, then callers", () => {
  for (const before of ["Convoy.join", "Convoy.find_or_build", "test_find_or_build"]) {
    const symbols = rankedWith(before, { name: "find_or_build" });
    assert.equal(symbols[0], WORK, before);
    assert.deepEqual(symbols.slice(1, 3).sort(), HANDING_ON, before);
    assert.equal(symbols[3], OF_TESTS, before);
  }
});

Deno.test("subject: with an owner it is the owner's, without one of that name any", () => {
  const of = (owner: string): string | undefined =>
    rankedWith("Convoy.join", { name: "find_or_build", owner })[0];
  assert.deepEqual(["Squadron", "Convoy", "flotilla"].map(of), [HANDING_ON[1], HANDING_ON[0], WORK]);
});

Deno.test("subject: a type comes before its constructors, which stay where they were", () => {
  const symbols = rankedWith("Crane.Crane", { name: "Crane" });
  assert.deepEqual(symbols.slice(0, 2), ["Crane.java Crane", "Crane.java Crane.Crane"]);
});

Deno.test("subject: a name that nothing has changes nothing", () => {
  assert.equal(rankedWith("Convoy.join", { name: "no_such_name" })[0], "related.py Convoy.join");
});

Deno.test("subject: a question about nothing else has it first, a type with what it begins with", async () => {
  const ask = async (query: string): Promise<Finding[]> => {
    const found = await askIndex(index, { query }, { limit: 10, files });
    return definitionFindings(found!, files, { most: 8, lines: 4 });
  };
  const [crane] = await ask("what is Crane?");
  assert.equal(crane?.symbol, "Crane");
  assert.match(crane?.code?.[0]?.text ?? "", /^class Crane \{\n {2}private final Winch winch;/);
  const [fleet] = await ask("find_or_build 是怎么实现的？");
  assert.equal(fleet?.symbol, "Fleet.find_or_build");
});
