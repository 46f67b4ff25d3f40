import assert from "node:assert/strict";
import { HISTORY_LIMITS } from "../../src/history/requests.ts";
import { subjectOf } from "../../src/history/message_text.ts";
import { makeRepo } from "../support/fixture.ts";
import { commit, filesOf, makeCache, readHistory, subjects, touched } from "./support.ts";

const TEXT = Array.from({ length: 30 }, (_, line) => `line ${line} of some text\n`).join("");

Deno.test("history: commits newest first, their files, authors and words", async () => {
  using repo = makeRepo("");
  commit(
    repo,
    { "a.ts": TEXT, "b.ts": "b" },
    "add parser\n\nReads tokens.\n\nSigned-off-by: Bob <bob@example.org>",
  );
  commit(repo, { "a.ts": TEXT + "more" }, "fix parser", "Grace Hopper");
  const { history } = await readHistory(repo.root);
  assert.deepEqual(subjects(history), ["fix parser", "add parser", "first"]);
  assert.deepEqual(filesOf(history, 1), ["a.ts", "b.ts"]);
  assert.deepEqual(touched(history, "a.ts"), ["fix parser", "add parser"]);
  const names = [...history.commits.authors].map((author) => history.authors[author]);
  assert.deepEqual(names, ["Grace Hopper", "Ada", "test"]);
  assert.deepEqual([...history.messages.postings("parser")!.commits], [0, 1]);
  assert.deepEqual([...history.messages.postings("parser")!.counts], [2, 2], "a subject's words count twice");
  assert.deepEqual([...history.messages.postings("token")!.counts], [1]);
  assert.equal(history.messages.postings("bob"), undefined, "trailers are no words");
  assert.match(history.id(0), /^[0-9a-f]{12}$/);
  assert.equal(repo.git("rev-parse", "HEAD").slice(0, 12), history.id(0));
  assert.deepEqual(history.gaps, []);
});

Deno.test("history: no e-mail address is kept, not even as a name", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  commit(repo, { a: "1" }, "thanks to someone@example.com\n\nAsk carol@example.net", "dave@example.org");
  const { history } = await readHistory(repo.root, cache.path);
  assert.deepEqual(history.authors, ["dave", "test"]);
  assert.equal(subjectOf("thanks to someone@example.com"), "thanks to ");
  for (const word of ["example", "carol", "someone"]) {
    assert.equal(history.messages.postings(word), undefined);
  }
});

Deno.test("history: a renamed file keeps its commits, also through two renames and under its old names", async () => {
  using repo = makeRepo("");
  commit(repo, { "one.ts": TEXT }, "made");
  repo.git("mv", "one.ts", "two.ts");
  commit(repo, {}, "first move");
  commit(repo, { "two.ts": TEXT + "x" }, "edit");
  Deno.mkdirSync(`${repo.root}/src`);
  repo.git("mv", "two.ts", "src/three.ts");
  commit(repo, {}, "second move");
  const { history } = await readHistory(repo.root);
  const all = ["second move", "edit", "first move", "made"];
  for (const name of ["src/three.ts", "two.ts", "one.ts"]) {
    assert.deepEqual(touched(history, name), all, name);
  }
  assert.equal(history.paths[history.numberOf("one.ts")!], "src/three.ts");
});

Deno.test("history: a clone without older contents has all its commits, and renames without changes", async () => {
  using origin = makeRepo("");
  commit(origin, { "one.ts": TEXT, "old.ts": TEXT + "o" }, "made");
  origin.git("mv", "one.ts", "two.ts");
  commit(origin, {}, "move");
  origin.git("rm", "-q", "old.ts");
  commit(origin, { "new.ts": TEXT + "n" }, "move and change");
  origin.git("config", "uploadpack.allowFilter", "true");
  using clone = makeCache();
  const url = `file://${origin.root}`;
  origin.git("clone", "-q", "--filter=blob:none", "--no-checkout", url, `${clone.path}/work`);
  const { history } = await readHistory(`${clone.path}/work`);
  assert.deepEqual(subjects(history), ["move and change", "move", "made", "first"]);
  assert.deepEqual(touched(history, "two.ts"), ["move", "made"]);
});

Deno.test("history: a new file under a freed name is another file", async () => {
  using repo = makeRepo("");
  commit(repo, { "old.ts": TEXT }, "made");
  repo.git("mv", "old.ts", "new.ts");
  commit(repo, {}, "parser");
  commit(repo, { "old.ts": "something else entirely\n" }, "made anew");
  const { history } = await readHistory(repo.root);
  assert.deepEqual(touched(history, "new.ts"), ["parser", "made"]);
  assert.deepEqual(touched(history, "old.ts"), ["made anew"]);
});

Deno.test("history: a branch from before a rename counts for the new name", async () => {
  using repo = makeRepo("");
  commit(repo, { "old.ts": TEXT }, "made");
  repo.git("checkout", "-q", "-b", "side");
  repo.git("checkout", "-q", "main");
  repo.git("mv", "old.ts", "new.ts");
  commit(repo, {}, "parser");
  repo.git("checkout", "-q", "side");
  Deno.writeTextFileSync(`${repo.root}/old.ts`, TEXT + "side\n");
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "edit on the side", "--date", "2040-01-01T00:00:00");
  repo.git("checkout", "-q", "main");
  repo.git("merge", "-q", "--no-edit", "side");
  const { history } = await readHistory(repo.root);
  assert.deepEqual(touched(history, "new.ts").sort(), ["edit on the side", "made", "parser"]);
  assert(!subjects(history).some((subject) => subject.startsWith("Merge")), "merges are left out");
});

Deno.test("history: only what HEAD has, whatever other branches hold", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  commit(repo, { a: "1" }, "on main");
  repo.git("checkout", "-q", "-b", "future");
  commit(repo, { a: "2" }, "from the future");
  assert.equal(subjects((await readHistory(repo.root, cache.path)).history)[0], "from the future");
  repo.git("checkout", "-q", "main");
  const back = await readHistory(repo.root, cache.path);
  assert.deepEqual(subjects(back.history), ["on main", "first"]);
  assert.equal(back.history.messages.postings("futur"), undefined);
  assert.deepEqual(touched(back.history, "a"), ["on main"]);
  repo.git("checkout", "-q", "future");
  const again = await readHistory(repo.root, cache.path);
  assert.deepEqual(subjects(again.history), ["from the future", "on main", "first"]);
});

Deno.test("history: an unchanged HEAD asks git for nothing, a new commit for what is new", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  commit(repo, { a: "1" }, "one");
  const first = await readHistory(repo.root, cache.path);
  assert.deepEqual(first.asked, ["older", "lines"]);
  const same = await readHistory(repo.root, cache.path);
  assert.deepEqual(same.asked, []);
  assert.deepEqual(subjects(same.history), subjects(first.history));
  commit(repo, { a: "2" }, "two");
  const more = await readHistory(repo.root, cache.path);
  assert.deepEqual(more.asked, ["newer", "lines"]);
  assert.deepEqual(subjects(more.history), ["two", "one", "first"]);
  repo.git("commit", "-q", "--amend", "-m", "two, amended");
  const amended = await readHistory(repo.root, cache.path);
  assert.deepEqual(subjects(amended.history), ["two, amended", "one", "first"]);
});

Deno.test("history: what is read in steps is the same as what is read at once", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  let path = "f0.ts";
  commit(repo, { [path]: TEXT }, "made");
  for (let step = 1; step <= 12; step++) {
    if (step % 4 === 0) {
      repo.git("mv", path, `f${step}.ts`);
      path = `f${step}.ts`;
      commit(repo, {}, `move ${step}`);
    } else commit(repo, { [path]: TEXT + step, [`other${step % 3}`]: `${step}` }, `edit ${step}`);
    if (step === 6) repo.git("reset", "-q", "--hard", "HEAD~2");
    await readHistory(repo.root, cache.path);
    if (step === 6) path = repo.git("ls-files", "f*").trim();
  }
  const stepwise = (await readHistory(repo.root, cache.path)).history;
  const atOnce = (await readHistory(repo.root)).history;
  assert.deepEqual(subjects(stepwise), subjects(atOnce));
  for (const name of [path, "f0.ts", "other1", "other2"]) {
    assert.deepEqual(touched(stepwise, name), touched(atOnce, name), name);
  }
  const words = (term: string): number[] => [...stepwise.messages.postings(term)?.commits ?? []];
  assert.deepEqual(words("edit"), [...atOnce.messages.postings("edit")!.commits]);
});

Deno.test("history: when the time is up it gives what it has, and the next call goes on", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  for (let n = 0; n < 5; n++) {
    commit(repo, { a: `${n}`, [`long/${"x".repeat(150)}${n}`]: "1" }, `change ${n}`);
  }
  const none = await readHistory(repo.root, cache.path, 0);
  assert.equal(none.history.commits.count, 0);
  assert.deepEqual(none.history.gaps, [HISTORY_LIMITS.partial(0)]);
  const next = await readHistory(repo.root, cache.path);
  assert.deepEqual(next.asked, ["older"]);
  assert.equal(next.history.commits.count, 6);
  assert.deepEqual(next.history.gaps, []);
});

Deno.test("history: lines of recent commits, none for binary files", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  commit(repo, { "a.ts": "1\n2\n3\n", "b.bin": "\0\x01" }, "made");
  commit(repo, { "a.ts": "1\nnew\n3\nmore\n" }, "edit");
  repo.git("mv", "a.ts", "c.ts");
  commit(repo, {}, "parser");
  for (const _ of ["fresh", "cached"]) {
    const { history } = await readHistory(repo.root, cache.path);
    const number = history.numberOf("c.ts")!;
    const lines = [0, 1, 2].map((commit) => history.linesOf(commit)?.find((line) => line.path === number));
    assert.deepEqual(lines.map((line) => line && [line.added, line.deleted]), [[0, 0], [2, 1], [3, 0]]);
    assert.equal(history.linesOf(2)!.find((line) => line.path === history.numberOf("b.bin"))!.added, 0);
  }
});

Deno.test("history: couples what changes together, weighted, without large commits", async () => {
  using repo = makeRepo("");
  commit(repo, { a: "1", b: "1" }, "both");
  commit(repo, { a: "2", b: "2", c: "2" }, "three");
  commit(repo, Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, "x"])), "many");
  commit(
    repo,
    { a: "3", ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, "y"])) },
    "sweep",
  );
  const { history } = await readHistory(repo.root);
  const number = (path: string): number => history.numberOf(path)!;
  const sums = history.coChange([[number("a"), 1]]);
  assert.equal(sums.get(number("b")), 1.5);
  assert.equal(sums.get(number("c")), 0.5);
  assert.equal(sums.has(number("a")), false);
  assert.equal(sums.has(number("f1")), false);
});

Deno.test("history: a shallow clone says so, and its oldest commit claims no files", async () => {
  using repo = makeRepo("");
  using cache = makeCache();
  using target = makeCache();
  commit(repo, { a: "1" }, "one");
  commit(repo, { b: "2" }, "two");
  repo.git("clone", "-q", "--depth=1", `file://${repo.root}`, `${target.path}/clone`);
  const { history } = await readHistory(`${target.path}/clone`, cache.path);
  assert.deepEqual(subjects(history), ["two"]);
  assert.deepEqual(filesOf(history, 0), []);
  assert.deepEqual(history.gaps, [HISTORY_LIMITS.shallow]);
  repo.git("-C", `${target.path}/clone`, "fetch", "-q", "--unshallow");
  const whole = await readHistory(`${target.path}/clone`, cache.path);
  assert.deepEqual(subjects(whole.history), ["two", "one", "first"]);
  assert.deepEqual(whole.history.gaps, []);
});

Deno.test("history: no git, no commit: says so", async () => {
  using plain = makeRepo("", { git: false });
  assert.deepEqual((await readHistory(plain.root)).history.gaps, [HISTORY_LIMITS.noGit]);
  plain.git("init", "-q");
  const { history } = await readHistory(plain.root);
  assert.deepEqual(history.gaps, [HISTORY_LIMITS.noCommit]);
  assert.equal(history.commits.count, 0);
  assert.deepEqual([...history.filesOf(0)], []);
});

Deno.test("history: only the newest commits, with names and words as those tell them", async () => {
  using repo = makeRepo("");
  commit(repo, { "one.ts": TEXT }, "banner");
  commit(repo, { "other.ts": "1" }, "beside");
  repo.git("mv", "one.ts", "two.ts");
  commit(repo, {}, "parser");
  commit(repo, { "two.ts": TEXT + "x" }, "token");
  const { history } = await readHistory(repo.root);
  const newest = history.newest(2);
  assert.deepEqual(subjects(newest, repo.root), ["token", "parser"]);
  assert.deepEqual(touched(newest, "one.ts", repo.root), ["token", "parser"]);
  assert.equal(newest.messages.postings("banner"), undefined);
  assert.deepEqual([...newest.messages.postings("parser")!.commits], [1]);
  assert.equal(newest.changes.count, 2);
  assert.deepEqual(newest.gaps, [HISTORY_LIMITS.newest(2)]);
  assert.equal(history.newest(5), history);
  assert.deepEqual(history.gaps, []);
  assert.equal(history.newest(0).commits.count, 0);
});
