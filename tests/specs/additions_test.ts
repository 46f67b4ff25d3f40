import assert from "node:assert/strict";
import { hookContext } from "../support/binary.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** Questions that add something similar: to the files of a folder, the folders beside it or the types of a file; the registry names several of them. */

const harbour = (name: string): string => `
//- /src/carriers/${name.toLowerCase()}.ts
import { Carrier } from "./carrier";

export class ${name} implements Carrier {
  readonly code = "${name.toLowerCase()}";

  quote(weight: number): number {
    return weight * ${name.length};
  }
}
`;

/** Other code, so that the carriers are a small part of all. */
const aside = Array.from({ length: 24 }, (_, at) => `
//- /src/quay/berth${at}.ts
export function moor${at}(days: number): number {
  if (days < ${at}) throw new RangeError("too short");
  return days * ${at};
}
`).join("");

const REPO = aside + ["Ferry", "Barge", "Tug", "Lighter"].map(harbour).join("") + `
//- /src/carriers/carrier.ts
export interface Carrier {
  readonly code: string;
  quote(weight: number): number;
}
//- /src/all.ts
// Loaded in this order:
// carriers/ferry.ts
// carriers/barge.ts
// carriers/tug.ts
// carriers/lighter.ts
// carriers/carrier.ts
export const LOADED = 4;
//- /src/booking.ts
import { Ferry } from "./carriers/ferry";
import { Barge } from "./carriers/barge";
import { Tug } from "./carriers/tug";
import { Lighter } from "./carriers/lighter";

/** Everything that can be booked. */
export const FLEET = [
  new Ferry(),
  new Barge(),
  new Tug(),
  new Lighter(),
];
//- /src/docks/north/dock.ts
export const openNorth = (hours: number) => hours * 11;
//- /src/docks/south/dock.ts
export const openSouth = (hours: number) => hours * 12;
//- /src/docks/outer/dock.ts
export const openOuter = (hours: number) => hours * 13;
//- /src/harbour.ts
/** Where ships may lie. */
export const LISTED = ["north", "south", "outer"];
//- /src/cargo.ts
export class CrateCargo {
  weigh = () => 1;
}
export class BarrelCargo {
  weigh = () => 2;
}
export class GrainCargo {
  weigh = () => 3;
}
//- /src/holds.ts
export function makeHold(name: string) {
  const makers = {
    crate: CrateCargo,
    barrel: BarrelCargo,
    grain: GrainCargo,
  };
  return new makers[name]();
}
//- /src/tariff.ts
/** Adds the tax to a price. */
export function withTax(price: number): number {
  return price * 1.2;
}
`;

/** Checks of which some have names that are words of any code. */
const CHECKS = Array.from({ length: 40 }, (_, at) => `
//- /src/quay/berth${at}.ts
export function moor${at}(not: number, any: number, and: number): number {
  return not * any + and;
}
`).join("") + ["And", "Not", "Any", "Mail", "Address"].map((name) => `
//- /src/checks/${name}.ts
export function ${name}Check(text: string): boolean {
  const found = text.includes("${name.toLowerCase()}");
  return found && text.length > 3;
}
`).join("") + `
//- /src/total.ts
/** Checks phone numbers and mail for a total. */
export function addChecks(not: number, any: boolean, and: number): number {
  if (any) return not;
  return not + and;
}
`;

const { repo, env } = await warmRepo(REPO);
const checks = await warmRepo(CHECKS);

async function blockFor(prompt: string): Promise<string> {
  return await hookContext(prompt, repo.root, { env });
}

Deno.test("additions: the place that lists similar files comes first, then one of them", async () => {
  const prompts = [
    "add a hydrofoil carrier. which existing one should I copy and where do I register it?",
    "想加一种新的 carrier（hydrofoil），照着哪个写，要在哪里注册？",
  ];
  for (const prompt of prompts) {
    const block = await blockFor(prompt);
    assert.match(block, /1\. src\/booking\.ts:\d+-\d+: lists 4 of \d similar files: /, block);
    assert.doesNotMatch(block, /src\/all\.ts/, "comments register nothing");
    assert.match(block, /2\. src\/carriers\/\w+\.ts:\d+-\d+.*: one of \d similar files/, block);
  }
});

Deno.test("additions: folders beside each other and types of a file are listed alike", async () => {
  const dock = await blockFor("add an inner dock beside the north dock, where do I register it?");
  assert.match(dock, /src\/harbour\.ts:\d+(-\d+)?.*: lists 3 of 3 similar files: /, dock);
  const cargo = await blockFor("add a cargo class for coal like GrainCargo, where do I register it?");
  assert.match(cargo, /src\/holds\.ts:\d+-\d+ makeHold: lists 3 of 3 similar types: /, cargo);
});

Deno.test("additions: a request that adds nothing similar is answered by the ranking", async () => {
  const block = await blockFor("add a null check to withTax in src/tariff.ts");
  assert.doesNotMatch(block, /similar files/, block);
});

Deno.test("additions: words of any code are no names of similar files", async () => {
  const prompt = "add a check for phone numbers like the one for mail";
  const block = await hookContext(prompt, checks.repo.root, { env: checks.env });
  assert.match(block, /src\/checks\/Mail\.ts/, block);
  assert.doesNotMatch(block, /lists \d of/, block);
});
