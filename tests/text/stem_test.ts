import assert from "node:assert/strict";
import { stem } from "../../src/text/stem.ts";

/** Every line is one family: all its words share a stem. */
const FAMILIES = `
parse parses parsed parsing
cache caches cached caching
query queries queried
cookie cookies
name names named naming
time timed timing
log logs logged logging
modify modifies modified modifying
class classes
alias aliases aliased
setting settings
string strings
embed embeds embedded embedding
cancel cancels cancelled cancelling
control controlled controlling
install installs installed installing
call calls called calling
index indexes indices indexed indexing
process processes processed processing
status statuses
box boxes
route routes routed routing
queue queues queued
child children
`;

const APART = [["string", "str"], ["setting", "set"], ["status", "stat"], ["need", "ne"], ["this", "thi"], [
  "https",
  "http",
], [
  "thing",
  "th",
]];

for (const family of FAMILIES.trim().split("\n")) {
  Deno.test(`stem: one stem for "${family}"`, () => {
    const stems = new Set(family.split(" ").map(stem));
    assert.equal(stems.size, 1, [...stems].join(", "));
  });
}

Deno.test("stem: words that only look like forms of each other stay apart", () => {
  for (const [a, b] of APART) assert.notEqual(stem(a!), stem(b!), `${a} / ${b}`);
});

Deno.test("stem: short words, digits and other scripts are left alone", () => {
  for (const word of ["is", "was", "os", "sha256", "é", "数据", ""]) assert.equal(stem(word), word);
});
