import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";

/** Values of constants and settings in the block: the number itself, with its place, and none of something else. */

const FERRY = `
//- /ferry/crossing.go
package ferry

const (
	// MaximumCrossings bounds the trips of one ferry.
	// It keeps a captain from sailing in circles.
	MaximumCrossings = 2 * dozen(5)
)

// Cross brings the ferry over and gives up when it has crossed too often.
func (f *Ferry) Cross(day int) error {
	if f.count >= MaximumCrossings {
		return errTired
	}
	f.count++
	return nil
}
//- /ferry/tired.go
package ferry

type errorOfCrossing struct{ MaximumCrossings int }
//- /ferry/settings.rs
/// Settings of the harbour office.
pub struct Harbour {
    pub radio_patience: u64,
    pub tide_margin: [u8; 16],
}

pub fn call_pilot(harbour: &Harbour) -> Reply {
    send(harbour.radio_patience, harbour.tide_margin)
}

pub fn is_radio(key: &str) -> bool {
    same(key, "radio_patience", 14)
}
//- /ferry/builder.rs
/// Builds the office.
pub fn builder() -> Builder {
    Builder::new()
        .set_default("radio_patience", 45)
        .set_default("tide_margin_text", "none")
}
//- /ferry/lantern.ts
/** Trims a lantern. */
export class Lantern {
  wickLength = start();
  trim(cut: number): boolean {
    return cut < this.wickLength;
  }
}
//- /ferry/signals.c
#define HORN_LONG (1<<2)
#define REPLY_FINE 10
#define REPLY_SUNK 11
/* Answers the horn of another boat. */
int answer_horn(int horn) {
	return horn > HORN_LONG ? sink(REPLY_SUNK) : wave();
}
//- /ferry/candle.ts
export class Candle {
  wickLength: number;
  constructor() {
    this.wickLength = 72;
  }
}
`;

async function ask(files: string, prompt: string): Promise<string> {
  using repo = makeRepo(files);
  await runBinary(["index"], { cwd: repo.root });
  return await hookContext(prompt, repo.root);
}

Deno.test("values: of a constant behind comments in a group, computed, beside the code that compares it", async () => {
  const block = await ask(FERRY, "where is the ferry given up when it crossed too often?");
  assert.match(block, /Cross: .*MaximumCrossings = 2 \* dozen\(5\) \(line 6\)/);
});

Deno.test("values: a setting has the default that code gives its quoted name, no length of the name", async () => {
  const block = await ask(FERRY, "in which lines is radio_patience sent to the pilot?");
  assert.match(
    block,
    /call_pilot: radio_patience = 45 \(ferry\/builder\.rs:4\)/,
  );
});

Deno.test("values: a type, a bit and a state are none, nor is what another class gives its field", async () => {
  assert.doesNotMatch(await ask(FERRY, "where is the pilot called by radio?"), /tide_margin = /);
  const horn = await ask(FERRY, "where is the horn of another boat answered?");
  assert.match(horn, /sink\(REPLY_SUNK\)/);
  assert.doesNotMatch(horn, /HORN_LONG = |REPLY_SUNK = 11/);
  const block = await ask(FERRY, "where is a lantern trimmed?");
  assert.match(block, /cut < this\.wickLength/);
  assert.doesNotMatch(block, /wickLength = 72/);
});

/** An office, the desks and sails beside it, and an example that is no part of the product. */
const OFFICE = `
//- /src/office.ts
import { DEFAULT_MARGIN } from "./margins.ts";
/** The harbour office, with its opening hours. */
export class Office {
  deskMargin: number;
  constructor(options: Options) {
    this.deskMargin = options.margin ?? DEFAULT_MARGIN;
    this.sailCount = options.sails ?? 55;
  }
}
//- /src/margins.ts
export const DEFAULT_MARGIN = 6 * 7;
//- /examples/rain.js
const wetDays = 17;
` + ["pilot", "captain", "sailor", "cook", "mate", "smith", "guard"].map((who) => `
//- /src/${who}.ts
/** Moves the desk of a ${who} into the wet corner of the room, where sails are drained. */
export function moveDeskOf(${who}: Sailor, office: Office): boolean {
  return ${who}.desk > office.deskMargin && ${who}.sails >= office.sailCount && ${who}.rain > wetDays;
}
`).join("");

Deno.test("values: a field that is given a constant has its number, also one that no class declares", async () => {
  const block = await ask(
    OFFICE,
    "where is a desk moved into the wet corner of the room where sails are drained?",
  );
  assert.match(block, /deskMargin = options\.margin \?\? DEFAULT_MARGIN = 6 \* 7 \(src\/office\.ts:6\)/);
  assert.match(block, /sailCount = options\.sails \?\? 55 \(src\/office\.ts:7\)/);
  assert.doesNotMatch(block, /wetDays = 17/, "a constant of an example");
});

/** Ships that all say the same, and one constant. */
const FLEET = Array.from({ length: 40 }, (_, at) => `
//- /src/ship${at}.ts
/** Keeps the ship in order. */
export function repairShip${at}(days: number): number {
  if (days < 0) throw new RangeError("no ship is in the drydock");
  return days * ${at};
}
`).join("") + `
//- /src/yard.ts
export const DRYDOCK_LIMIT = 2 ** 21 - 1;
`;

Deno.test("values: a weak match names a constant with its value, and its file not once more", async () => {
  const block = await ask(FLEET, "how many ships of the fleet may be in the drydock at most?");
  assert.match(block, /Weak match: .*\n1\. src\/yard\.ts:1 DRYDOCK_LIMIT = 2 \*\* 21 - 1\n2\. src\/ship/);
});

Deno.test("values: what a benchmark sets is no limit of the product", async () => {
  using repo = makeRepo(`
//- /bench/load.ts
/** Ferries that the benchmark starts. */
export const MAX_FERRIES = 500;
//- /src/fleet.ts
/** The fleet of a harbour. */
export function makeFleet(ferries: number): Fleet {
  if (ferries > 40) throw new RangeError("a fleet has at most 40 ferries");
  return new Fleet(ferries);
}
`);
  await runBinary(["index"], { cwd: repo.root });
  const block = await hookContext("what is the max number of ferries in a fleet?", repo.root);
  assert.match(block, /^1\. src\/fleet\.ts:\d+-\d+ makeFleet/m, block);
});

Deno.test("values: of a spelled constant, also where the question asks for its check", async () => {
  using repo = makeRepo(`
//- /src/limits.ts
/** Failed attempts before the gate is shut. */
export const GATE_ATTEMPTS = 6;
//- /src/gate.ts
import { GATE_ATTEMPTS } from "./limits.ts";
export function shut(failed: number): boolean {
  return failed > GATE_ATTEMPTS;
}
`);
  await runBinary(["index"], { cwd: repo.root });
  const block = await hookContext("what is the default of GATE_ATTEMPTS and where is it checked", repo.root);
  assert.match(block, /^1\. src\/limits\.ts:\d+ GATE_ATTEMPTS/m, block);
});
