import assert from "node:assert/strict";
import { kindOf } from "../../src/intent/kind.ts";
import type { Hit } from "../../src/intent/lexicon.ts";
import { segment, type Segments } from "../../src/intent/segments.ts";
import type { Signal } from "../../src/model/intent.ts";

/** How the kind of a request is voted for: what lies exactly on each limit, and one step beyond. */

type Kind = NonNullable<Hit["group"]["kind"]>;

/** A trigger of a group of its own, so many words into the text. */
function hit(kind: Kind, vote: number, at: number, group: Partial<Hit["group"]> = {}): Hit {
  return {
    group: { id: `en.${kind}`, lang: "en", role: "noun", weight: 1, kind, vote, ...group },
    match: "x",
    at,
  };
}

const NOTHING = segment("");

function code(match: string): Signal {
  return { type: "code", match, weight: 0.5 };
}

interface Rest {
  readonly parts?: Partial<Segments>;
  readonly rest?: string;
  readonly code?: readonly Signal[];
}

function kind(hits: readonly Hit[], { parts, rest = "", code = [] }: Rest = {}): string {
  return kindOf(hits, { ...NOTHING, ...parts }, rest, code);
}

Deno.test("kind: a trigger among the first four words counts more, behind the twentieth less", () => {
  const kinds = (weight: number, ...places: readonly number[]): string =>
    places.map((at) => kind([hit("explain", weight, 9), hit("locate", 1, at)])).join(" ");
  assert.equal(kinds(1.1, 0, 3, 4, 19, 20), "locate locate explain explain explain");
  assert.equal(kinds(0.9, 3, 4, 19, 20, 30), "locate locate locate explain explain");
  assert.equal(kinds(0.6, 20, 30), "locate locate");
});

Deno.test("kind: a question halves what asks for a change", () => {
  const asks = (group: Partial<Hit["group"]>, asked: Kind = "explain"): string =>
    kind([hit(asked, 0.6, 9, group), hit("modify", 1, 9), hit("test", 0.7, 9)]);
  assert.equal(asks({}), "modify");
  assert.equal(asks({ role: "act" }), "test");
  assert.equal(asks({ role: "act", id: "en.explain.how-i" }), "modify");
  assert.deepEqual(
    (["locate", "history", "impact", "debug"] as const).map((one) => asks({ role: "act" }, one)),
    [
      "test",
      "test",
      "test",
      "modify",
    ],
  );
});

Deno.test("kind: a group votes once, further ones of a kind lean on the loudest", () => {
  const other = hit("explain", 1.2, 9);
  assert.equal(kind([hit("locate", 1, 9), hit("locate", 1, 9), other]), "explain");
  assert.equal(kind([hit("locate", 1, 9), hit("locate", 1, 9, { id: "second" }), other]), "locate");
  assert.equal(kind([hit("history", 2, 9), other]), "history");
});

Deno.test("kind: traces and statements vote, too; without a vote it is a search", () => {
  const rows: readonly (readonly [Rest, string])[] = [
    [{}, "explain"],
    [{ code: [code("total")] }, "locate"],
    [{ parts: { trace: ["one"] } }, "debug"],
    [{ rest: "the total is wrong" }, "debug"],
    [{ rest: "total is wrong" }, "explain"],
    [{ rest: "the total is wrong?" }, "explain"],
    [{ rest: "why is the total wrong" }, "explain"],
    [{ rest: "订单金额是错的" }, "debug"],
    [{ rest: "金额是错的呀" }, "explain"],
    [{ rest: "订单金额为什么错" }, "explain"],
  ];
  assert.deepEqual(rows.map(([rest]) => kind([], rest)), rows.map(([, expected]) => expected));
  assert.equal(kind([hit("locate", 0, 0)]), "explain");
});
