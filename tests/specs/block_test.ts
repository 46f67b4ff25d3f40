import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** The block by how sure the ranking is, and by the kind of answer that a prompt asks for; wordings of no list. */

const PARTS = ["anchor", "harbour", "lantern", "compass", "rudder", "galley", "mast", "bilge"];
/** Eight parts of a ship: each is about its own name, and all say the same few words. */
const SHIP = PARTS.map((part) => `
//- /src/${part}.ts
/** Keeps the ${part} in order. */
export function repair${part[0]!.toUpperCase()}${part.slice(1)}(days: number): number {
  if (days < 0) throw new RangeError("no ${part} is repaired in the past");
  return days * ${part.length};
}
`).join("") + `
//- /src/voyage.ts
import { repairAnchor } from "./anchor.ts";
export function prepareVoyage(days: number): number {
  return repairAnchor(days);
}
//- /tests/anchor_test.ts
import { repairAnchor } from "../src/anchor.ts";
test("an anchor takes six days each", () => repairAnchor(1));
//- /README.md
# Ship
A ship to sail with.
`;

const { repo: ship, env } = await warmRepo(SHIP);

async function ask(repo: Repo, prompt: string): Promise<string> {
  return await hookContext(prompt, repo.root, { env });
}

async function indexed(files: string): Promise<Repo> {
  const repo = makeRepo(files);
  await runBinary(["index"], { cwd: repo.root });
  return repo;
}

/** Numbers of the places in a block, and of those with code. */
function sizeOf(block: string): { readonly places: number; readonly pieces: number } {
  return { places: block.match(/^\d+\. /gm)?.length ?? 0, pieces: block.match(/^--- /gm)?.length ?? 0 };
}

Deno.test("block: a spelled name comes first, with its code, beside two places at most", async () => {
  const block = await ask(ship, "What does repairLantern do with a negative number?");
  assert.match(block, /^1\. src\/lantern\.ts:\d+-\d+ repairLantern/m);
  assert.match(block, /no lantern is repaired in the past/);
  assert.ok(sizeOf(block).places <= 3, block);
});

/** Parts of a fleet that all say the same: nothing tells which of them a question is for. */
const fleetOf = (ships: number): string =>
  Array.from({ length: ships }, (_, at) => `
//- /src/ship${at}.ts
/** Keeps the ship in order. */
export function repairShip${at}(days: number): number {
  if (days < 0) throw new RangeError("no ship is repaired in the past");
  return days * ${at};
}
`).join("");

Deno.test("block: where the ranking doubts its places it has no code and says so", async () => {
  using repo = await indexed(fleetOf(40));
  const block = await ask(repo, "where is it checked that a ship is repaired in order?");
  assert.match(
    block,
    /Weak match: .*\n1\. src\/ship\d+\.ts:\d+-\d+ repairShip\d+\n[^]*\nNames near: repairShip\d+, repairShip/,
  );
  assert.deepEqual({ ...sizeOf(block), isShort: block.length <= 400 }, {
    places: 3,
    pieces: 0,
    isShort: true,
  });
});

const fleet = await indexed(fleetOf(8));
addEventListener("unload", () => fleet[Symbol.dispose]());

Deno.test("block: beside other words the constructor of a named class is not first", async () => {
  const others = Array.from({ length: 12 }, (_, at) => `
  public int hoist${at}(int turns) {
    int done = turns - ${at};
    return drum.lift(done);
  }
`).join("");
  using repo = await indexed(`${fleetOf(8)}
//- /src/Winch.java
public class Winch {
  private final Drum drum;

  public Winch(Drum drum) {
    this.drum = drum;
  }
${others}
  public void pull(int turns) {
    if (drum.rope().slips(turns)) throw new IllegalStateException();
  }
}`);
  const slips = await ask(repo, "how does the code of Winch check whether the rope slips?");
  assert.match(
    slips,
    /^\d\. src\/Winch\.java:\d+-\d+ Winch\.pull[^]*^\d\. src\/Winch\.java:\d+-\d+ Winch\.Winch/m,
  );
  assert.match(
    await ask(repo, "where is the class Winch defined?"),
    /^1\. src\/Winch\.java:1-\d+ Winch\b(?!\.)/m,
  );
});

Deno.test("block: likely places are called so, the place of a spelled name is not", async () => {
  const likely = await ask(fleet, "why can a ship not be repaired in the past?");
  assert.match(likely, /^Likely places, none certain:\n1\. src/m);
  assert.ok(sizeOf(likely).pieces > 0, likely);
  assert.doesNotMatch(await ask(fleet, "what does repairShip3 do?"), /^Likely/m);
});

Deno.test("block: of equal places, phrases that the code has make a question's more likely", async () => {
  const block = await ask(fleet, "why can a ship not be repaired in the past?");
  assert.ok(sizeOf(block).pieces > 0, block);
  assert.match(await ask(fleet, "where is the past of a repair, by ship?"), /Weak match/);
});

Deno.test("block: of equal places, the more words of a question they hold, the likelier they are", async () => {
  const few = await ask(fleet, "where is the repair of a ship?");
  assert.match(few, /Weak match/);
  const many = await ask(
    fleet,
    "where is the range of days checked, so that a repair in the past keeps the order of a ship?",
  );
  assert.ok(sizeOf(many).pieces > 0, many);
});

Deno.test("block: the value of a constant that the question describes is given with its place", async () => {
  using repo = await indexed(`${SHIP}
//- /src/crate.ts
import { defaultCrateVolume } from "./standards.ts";
/** Packs a crate. */
export function packCrate(volume?: number): number {
  const chosen = volume ?? defaultCrateVolume;
  if (chosen < 0) throw new RangeError("no crate is that small");
  return chosen / 2;
}
//- /src/standards.ts
export const defaultCrateVolume = 12 * 20;
/** Rounds a length of rope. */
export function roundRope(metres: number): number {
  return Math.round(metres);
}
`);
  const block = await ask(repo, "what is the default volume when a crate is packed?");
  assert.match(block, /defaultCrateVolume = 12 \* 20 \(src\/standards\.ts:1\)/);
});

Deno.test("block: tests in words are answered with tests before the code they are about", async () => {
  using repo = await indexed(`${SHIP}
//- /src/mast.ts
/** Raises the mast and trims the sail on it, if the wind allows it. */
export function raiseMast(wind: number): boolean {
  return trimSail(wind) && wind < 30;
}
/** Trims the sail on the mast to the wind. */
export function trimSail(wind: number): boolean {
  return wind > 3;
}
//- /tests/mast_test.ts
import { raiseMast } from "../src/mast.ts";
test("a calm", () => {
  expect(raiseMast(1)).toBe(false);
});
`);
  const block = await ask(repo, "which tests check that the sail on the mast is trimmed to the wind?");
  assert.match(block, /^1\. tests\/mast_test\.ts/m);
});

Deno.test("block: the number that a field is given elsewhere comes with the code that reads it", async () => {
  using repo = await indexed(`${SHIP}
//- /src/winch.go
package src
type Winch struct {
	maxTurns int
	ropeLength int
}
/** Pulls the rope in, turn by turn, and stops the winch when it has turned too often. */
func (w *Winch) PullRope(turns int) error {
	if turns > w.maxTurns || turns > w.ropeLength {
		return errTooManyTurns
	}
	return nil
}
//- /src/rope.go
package src
${
    ["Stop", "Pull", "Turn", "Wind"].map((verb) => `
/** ${verb}: the winch may stop after so many turns, and pull the rope. */
func ${verb}WinchRope(turns int) int { return turns }
`).join("")
  }
//- /src/setup.go
package src
func prepare(flags *Flags) *Gear {
	gear := &Gear{
		ropeLength: 120,
	}
	flags.IntVar(&gear.maxTurns, "max", 50, "bound")
	return gear
}
`);
  const block = await ask(repo, "after how many turns of the winch does PullRope stop?");
  assert.match(block, /maxTurns = 50 \(src\/setup\.go:6\)/);
  assert.match(block, /ropeLength = 120 \(src\/setup\.go:4\)/);
});

Deno.test("block: how one function leads to another is answered with the calls between them", async () => {
  using repo = await indexed(`${SHIP}
//- /src/lock.ts
import { raiseWater } from "./water.ts";
export function openLock(gate: string): number {
  const ready = () => raiseWater(gate.length);
  return ready();
}
//- /src/water.ts
import { countDrops } from "./drops.ts";
export function raiseWater(metres: number): number {
  return fillBasin(metres) + 1;
}
function fillBasin(metres: number): number {
  return countDrops(metres * 3);
}
//- /src/drops.ts
export function countDrops(litres: number): number {
  return litres * 20_000;
}
`);
  for (
    const prompt of [
      "how does a call get from openLock to countDrops, step by step?",
      "从 openLock 到 countDrops 中间经过哪些函数？",
    ]
  ) {
    const block = await ask(repo, prompt);
    assert.deepEqual(block.match(/^\d+\. .*: step .*$/gm), [
      "1. src/lock.ts:3 openLock.ready: step 1, calls raiseWater in line 3",
      "2. src/water.ts:2-4 raiseWater: step 2, calls fillBasin in line 3",
      "3. src/water.ts:5-7 fillBasin: step 3, calls countDrops in line 6",
      "4. src/drops.ts:1-3 countDrops: step 4, the last",
    ], block);
    assert.match(block, /return litres \* 20_000;/);
    assert.doesNotMatch(block, /Likely|Weak/);
  }
  const chain = await ask(repo, "what is the call chain between openLock and countDrops?");
  assert.match(chain, /step 3, calls countDrops/);
  assert.doesNotMatch(chain, /call sites/);
  assert.doesNotMatch(await ask(repo, "how does a call get from openLock to repairAnchor?"), /step \d/);
});

Deno.test("block: of a flow, what calls the best place comes before others alike", async () => {
  const fleet = fleetOf(9).replace(/return days \* (\d);/g, "return repairShip9(days);");
  const [before, after] = fleet.split("//- /src/ship5.ts");
  using repo = await indexed(`${before}//- /src/ship5.ts${after!.replace("repairShip9", "repairShip8")}`);
  const way = await ask(repo, "walk me through what happens when a ship is repaired in the past");
  assert.match(way, /^1\. src\/ship8\.ts[^]*^2\. src\/ship5\.ts/m);
  const place = await ask(repo, "where is it checked that a ship is repaired in the past?");
  assert.match(place, /^1\. src\/ship8\.ts/m);
  assert.doesNotMatch(place, /^2\. src\/ship5\.ts/m);
});

Deno.test("search: words that code abbreviates lead to it", async () => {
  using repo = await indexed(`${SHIP}
//- /src/cfg.ts
export function cfgNames(dir: string): string[] {
  return entries(dir).filter((name) => name.endsWith(".toml"));
}
`);
  const { stdout } = await runBinary(["search", "where are the configurations of the ship found?"], {
    cwd: repo.root,
  });
  assert.match(stdout, /^src\/cfg\.ts:\d+-\d+ +cfgNames/);
});

Deno.test("search: one word alone is looked up as a name, a plain one too", async () => {
  const parsers = ["Header", "Body", "Line"].map((name) => `
//- /src/parse${name}.ts
/** Parses: parse the ${name}, parse its parts, parse again. */
export function parse${name}(text: string): string[] {
  const parse = text.split("parse");
  return parse.filter((one) => one !== "parse");
}
`);
  // However many definitions have the name.
  const readers = [1, 2, 3, 4, 5].map((at) => `
//- /src/reader${at}.ts
export class Reader${at} {
  parse(text: string): string {
    return text;
  }
}
`);
  for (const exact of [readers.slice(0, 1), readers]) {
    using repo = await indexed(`${SHIP}${parsers.join("")}${exact.join("")}`);
    const { stdout } = await runBinary(["search", "parse"], { cwd: repo.root });
    assert.match(stdout, /^src\/reader\d\.ts:2-4 +Reader\d\.parse/);
  }
});

Deno.test("block: whoever asks for the users of a name is given its callers", async () => {
  for (const prompt of ["does anybody still need repairAnchor?", "repairAnchor 还有人在用吗？"]) {
    assert.match(await ask(ship, prompt), /prepareVoyage/, prompt);
  }
});

Deno.test("block: whoever asks for tests is given them first", async () => {
  for (const prompt of ["is repairing an anchor covered anywhere?", "anchor 的维修由哪个测试把关？"]) {
    assert.match(await ask(ship, prompt), /^1\. tests\/anchor_test\.ts/m, prompt);
  }
});

Deno.test("block: whoever asks what is dangerous to touch is given what changes most", async () => {
  using repo = await indexed(SHIP);
  for (let day = 0; day < 6; day++) {
    repo.write(
      "src/mast.ts",
      `export function repairMast(days: number): number {\n  return days + ${day};\n}\n`,
    );
    repo.git("add", "-A");
    repo.git("commit", "-qm", `mast: day ${day}`);
  }
  await runBinary(["index"], { cwd: repo.root });
  for (
    const prompt of [
      "which parts of this code are the scariest to touch?",
      "这个仓库里哪些文件改动风险最大？",
    ]
  ) {
    assert.match(
      await ask(repo, prompt),
      /^1\. src\/mast\.ts.*its file was changed by \d+ of \d+ commits/m,
      prompt,
    );
  }
});

Deno.test("block: whoever asks about the repository as a whole is given its overview", async () => {
  for (
    const prompt of ["I'm new here, what is in this repository?", "刚接手这个项目，先给我讲讲整体情况"]
  ) {
    assert.match(await ask(ship, prompt), /README\.md.*files by folder/, prompt);
  }
});

/** A gate that reports in three ways: with a value, by a text over two lines, and in a comment alone. */
const GATE = `
//- /src/gate.rs
/// Fails with "the tide gate is rusted shut" in winter.
pub fn open_gate(level: u32) -> Result<(), String> {
    if level > 3 {
        return Err(format!("tide level {} is too high for lock {}", level, "north"));
    }
    log::warn!(
        "keeper of the lock house {} \\
         did not answer within {} minutes",
        "north", 4
    );
    Ok(())
}
//- /src/keeper.rs
/// Opens the gate when the tide level is not too high, and the keeper of the house answers.
pub fn ask_keeper(level: u32) -> bool {
    level < 3
}
//- /src/sluice.rs
pub fn find_sluice(name: &str, canal: &str) -> Result<u32, String> {
    Err(format!("Unknown sluice {} of {}", name, canal))
}
${["lake", "canal", "river", "port"].map(exampleOf).join("")}`;

function exampleOf(name: string): string {
  return `//- /examples/${name}/src/main.rs
/// Runs the main thread of the ${name}: opens its lock at each level of the tide.
fn main() {
    open_gate(9).unwrap();
}
`;
}

Deno.test("block: a bare message leads to the literal that it repeats, whatever values are in it", async () => {
  using repo = await indexed(GATE);
  const held = async (prompt: string): Promise<string | undefined> =>
    (await ask(repo, prompt)).match(/^1\. .*holds the message in line (\d+)/m)?.[1];
  const tide = "what fails with tide level 9 is too high for lock west?";
  assert.equal(await held(tide), "4");
  assert.doesNotMatch(await ask(repo, tide), /^3\. /m);
  assert.equal(
    await held("日志里有 keeper of the lock house west did not answer within 30 minutes 是哪里来的？"),
    "7",
  );
  const panic = "thread 'main' panicked at src/main.rs:3:5:\ntide level 9 is too high for lock west";
  assert.equal(await held(panic), "4", "a path of the reporter that several files end with names none");
  const short = "$ gate close wes\nUnknown sluice wes of north\n\nwhere does this come from?";
  assert.equal(await held(short), "2", "fewer words, around their values");
  assert.equal(
    await held("I want the nearest one to be taken if the sluice is unknown, of any name"),
    undefined,
  );
  assert.equal(await held("where is the tide gate rusted shut, in open_gate?"), undefined);
  assert.equal(await held("is the tide level too high in open_gate?"), undefined);
});

/** Signals and variables of the environment: names that the code only has in texts. */
const COMMON = Array.from({ length: 7 }, (_, at) => `
//- /src/common/${at}.ts
/** The harbour may be closed: HARBOUR, closed HARBOUR. */
export const f${at} = (log: Log) => log.${at === 3 ? 'write("HARBOUR")' : 'write("harbour")'};
`).join("");
const SIGNALS = `${COMMON}
//- /src/signals.ts
export function setupHandlers(process: Process): void {
  process.on("SIGTIDE", () => process.reload());
}
//- /src/crew.ts
/** The master of the crew gets every message of the cluster. */
export class CrewMaster {
  getsMessages(): number {
    return 3;
  }
}
//- /src/env.ts
export const crewSize = Number(read("SHIP_CREW_SIZE") ?? 4);
//- /src/paths.ts
import { berth } from "harbour.example/harbour/internal/berths/berth";
export const first = () => berth(1);
//- /go.mod
module ship.example/ship

require (
	harbour.example/harbour/internal v1.15.0
)
//- /src/stock.ts
export function check(id: number): void {
  throw new Error(\`crate \${id} was counted twice in hold\`);
}
export const BOUNDED = "the rope is longer than the 40 metres allowed";
//- /src/dock.ts
const NO_ROOM = "no room left for this crate";
export function unload(dock: Dock, widths: Widths): string | undefined {
  const isNarrow = dock.width < widths.least;
${"  dock.moor();\n".repeat(50)}
  if (isNarrow) {
    return NO_ROOM;
  }
  dock.lift();
}
export const start = (): void => log("cannot start the ship");
export const startAgain = (): void => log("cannot start the ship");
//- /benchmark/reload.ts
/** The master of the crew gets a signal. */
export function masterGetsSignal(): void {}
//- /completions/ship.zsh
_ship_master_gets_signal() { true }
`;

const signals = await indexed(SIGNALS);
addEventListener("unload", () => signals[Symbol.dispose]());

Deno.test("block: a name that only texts of the code have leads to their lines", async () => {
  const signal = await ask(signals, "what happens when the crew master gets SIGTIDE?");
  assert.match(signal, /^1\. src\/signals\.ts:1-3 setupHandlers: has SIGTIDE in line 2/m);
  const variable = await ask(signals, "SHIP_CREW_SIZE 是在哪里读取的？");
  assert.match(variable, /^1\. src\/env\.ts:1\b.*has SHIP_CREW_SIZE in line 1/m);
  // They come behind a definition that is named.
  const both = await ask(signals, "how does getsMessages count when SIGTIDE comes?");
  assert.match(
    both,
    /^1\. src\/crew\.ts:3-5 CrewMaster\.getsMessages[^]*^2\. src\/signals\.ts.*has SIGTIDE/m,
  );
  // Only some of the lines with a common name are looked at.
  assert.doesNotMatch(await ask(signals, "what happens when the crew master gets HARBOUR?"), /has HARBOUR/);
});

Deno.test("block: a path in a pasted frame is no message, and one with another number not the whole", async () => {
  const frame =
    "crate 7 was counted twice in hold\n\nharbour.example/harbour/internal/berths/berth.(*shared).Free(0x5)";
  const block = await ask(signals, frame);
  assert.match(block, /src\/stock\.ts:1-3 check: holds the message in line 2/);
  const module = "panic: berth is taken\n\nharbour.example/harbour/internal@v1.15.0/berths/berth.Free(0x5)";
  assert.doesNotMatch(await ask(signals, module), /go\.mod.*holds/);
  assert.doesNotMatch(block, /src\/paths\.ts.*holds/);
  assert.match(
    await ask(signals, "Error: the rope is longer than the 55 metres allowed"),
    /src\/stock\.ts:4 BOUNDED: holds part of the message/,
  );
});

Deno.test("block: the cause in a pasted report comes first, with what returns it and its condition", async () => {
  const block = await ask(
    signals,
    "Error: cannot start the ship\nError: no room left for this crate\n\nwhy?",
  );
  const places = [...block.matchAll(/^\d+\. (.*)/gm)].map((match) => match[1]);
  assert.deepEqual(places.slice(0, 4), [
    "src/dock.ts:1 NO_ROOM: holds the message in line 1",
    "src/dock.ts:2-59 unload: has NO_ROOM in line 56",
    "src/dock.ts:60 start: holds the message in line 60",
    "src/dock.ts:61 startAgain: holds the message in line 61",
  ]);
  assert.match(block, /const isNarrow = dock\.width < widths\.least;/);
  assert.doesNotMatch(block, /(?:dock\.moor\(\);\n.*){20}/);
});

Deno.test("block: a method of a value is looked for in the class that the value is named after", async () => {
  using repo = await indexed(`
//- /src/request.ts
import { HarbourServer } from "./server";
/** The server of a request: it may be stopped. */
export const harbourServer = new HarbourServer(5);
export function serverOf(request: { server: HarbourServer }): HarbourServer {
  return request.server ?? harbourServer;
}
//- /src/pump.ts
export class Pump {
  stop(): void {}
}
//- /src/server.ts
export class HarbourServer {
  constructor(readonly seconds: number) {}
  stop(): number {
    return this.seconds;
  }
}
`);
  for (const prompt of ["how does harbourServer.stop() work?", "harbour_server.stop() 会等什么？"]) {
    assert.match(await ask(repo, prompt), /^1\. src\/server\.ts:3-5 HarbourServer\.stop/m);
  }
});

Deno.test("block: uses of a class elsewhere come before those in its own methods", async () => {
  using repo = await indexed(`
//- /src/Rope.java
public class Rope {
  Rope append(String end) { return new Rope(); }
  Rope knot() { return new Rope(); }
}
//- /src/Winch.java
public class Winch {
  String pull() { return new Rope().append("x").toString(); }
}
`);
  const block = await ask(repo, "is the class Rope still used anywhere or can we drop it?");
  const [elsewhere, own] = ["Winch.pull", "Rope.append"].map((name) => block.indexOf(`${name}: uses Rope`));
  assert.ok(elsewhere! > 0 && own! > elsewhere!, block);
});

Deno.test("block: a route that a question names leads to where it is declared and called", async () => {
  using repo = await indexed(`
//- /server/start.go
package server
func start(apiServer *Echo) {
	apiServer.GET("/healthz", func(c Context) error { return c.String("ok") })
}
//- /server/routes.js
app.post("/crates/:id/lift", (request, response) => response.json(lift(request.params.id)));
export function health() { return "no route: healthz"; }
//- /web/crates.ts
export const lift = (id: string) => fetch(\`/crates/\${id}/lift\`, { method: "POST" });
`);
  const health = await ask(repo, "where is the route /healthz handled?");
  assert.match(health, /^1\. server\/start\.go:2-4 start: declares GET \/healthz in line 3$/m);
  const lift = await ask(repo, "谁在处理 POST /crates/{id}/lift ?");
  assert.match(lift, /declares POST \/crates\/\*\/lift in line 1/);
  assert.match(lift, /lift: calls POST \/crates\/\*\/lift in line 1/);
});

Deno.test("block: callers in projects of tests come behind those of the product", async () => {
  using repo = await indexed(`
//- /src/Harbour.Core.Test/CraneFixture.cs
public class CraneFixture {
  public void lifts() { new Crane().LiftCrate(1); }
}
//- /src/Harbour.Core/Crane.cs
public class Crane {
  public int LiftCrate(int crate) { return crate; }
}
//- /src/Harbour.Core/Pier.cs
public class Pier {
  public int Unload() { return new Crane().LiftCrate(2); }
}
`);
  const block = await ask(repo, "who calls LiftCrate?");
  assert.match(block, /^1\. .*2 callers in 2 files, 1 in tests/m);
  const [product, test] = ["Pier.Unload", "CraneFixture.lifts"].map((name) =>
    block.indexOf(`${name}: calls`)
  );
  assert.ok(product! > 0 && test! > product!, block);
});

Deno.test("block: a plain word of a long question that is some definition's name comes not first", async () => {
  using repo = await indexed(`
//- /src/tide.ts
export function tide(hour: number): number {
  return hour % 12;
}
//- /src/lock.ts
/** Opens the gate of the lock for a ship when the water is high enough. */
export function openGate(ship: Ship, water: number): void {
  if (water > ship.depth) ship.enter();
}
`);
  const block = await ask(
    repo,
    "how does the lock's gate open for a ship once the tide brings enough water?",
  );
  assert.match(block, /^1\. src\/lock\.ts:2-4 openGate/m);
  assert.doesNotMatch(block, /tide: called by|no certain user/);
  assert.match(await ask(repo, "how does tide work?"), /^1\. src\/tide\.ts:1-3 tide/m);
});

Deno.test("block: benchmarks and completions of a shell come behind the product", async () => {
  const block = await ask(signals, "where does the crew's master get its messages?");
  assert.match(block, /^1\. src\/crew\.ts/m);
});

Deno.test("block: the tests of a named function are its callers that are tests, however they are asked for", async () => {
  for (const prompt of ["which tests cover repairAnchor?", "repairAnchor 有哪些测试？"]) {
    const block = await ask(ship, prompt);
    assert.match(block, /^1\. src\/anchor\.ts:\d+-\d+ repairAnchor: 2 callers in 2 files, 1 in tests/m);
    assert.match(block, /^\d+\. tests\/anchor_test\.ts:\d+ .*: calls repairAnchor/m);
    assert.doesNotMatch(block, /prepareVoyage: calls/);
  }
  assert.match(await ask(ship, "who calls repairAnchor?"), /prepareVoyage: calls/);
});

Deno.test("block: a question about nothing but a name that the repository does not have is a weak match", async () => {
  for (
    const prompt of [
      "what does repairAnchorTwice do?",
      "who calls repairAnchorTwice?",
      "repairAnchorTwice 在哪里被调用",
    ]
  ) {
    const block = await ask(ship, prompt);
    assert.match(block, /Weak match/, prompt);
    assert.equal(sizeOf(block).pieces, 0, block);
  }
  assert.doesNotMatch(
    await ask(ship, "where would repairAnchorTwice go, beside the anchor and the rudder of a ship?"),
    /Weak/,
  );
});

const LIMITS = `
//- /src/limits.ts
/** Milliseconds that a client waits for the harbour. */
export const HARBOUR_TIMEOUT = 4000;
export const DEFAULT_L0_RETENTION = "3 days";
export const SHIP_NAMES = ["a", "b"];
export const mooring = 7;
export const _ = waitForHarbour;
//- /src/harbour.ts
import { HARBOUR_TIMEOUT } from "./limits.ts";
export const MAX_KNOT_LENGTH = 8;
/** Waits until the harbour answers the client, then lets the ship in. */
export function waitForHarbour(ship: string): string {
  return setTimer(HARBOUR_TIMEOUT, ship);
}
/** Asks the harbour for a berth and waits for its answer. */
export function askHarbour(ship: string): string {
  return waitForHarbour(ship);
}
`;

const LANTERNS = `
//- /src/lanterns.ts
/** Keeps the shore lit. */
export class Shore {
  keep(lanterns: Map<string, number>): void {
    for (const [name, until] of lanterns) if (until < Date.now()) lanterns.delete(name);
  }
}
//- /tests/lanterns_test.ts
export function lanternOfBoatIsDimmedAtMidnight(): void {
  const lantern = dimmed(boat, "lantern is dimmed at midnight");
  assert(lantern.isDimmed, "the lantern of a boat is dimmed at midnight");
}
`;

Deno.test("block: tests come last where nobody asks for them", async () => {
  using repo = await indexed(LANTERNS);
  const dimmed = await ask(repo, "where does the code dim the lantern of a boat at midnight?");
  assert.match(dimmed, /^1\. src\/lanterns\.ts/m);
  const tested = await ask(repo, "which test dims the lantern of a boat at midnight?");
  assert.match(tested, /^1\. tests\/lanterns_test\.ts/m);
});

Deno.test("block: a class that is named beside other words does not stand before the code they ask for", async () => {
  using repo = await indexed(`
//- /src/path.ts
/** Names a part of an address. */
export class RoutePart {
  name = "";
}
//- /src/builder.ts
import type { RoutePart } from "./path.ts";
/** Refuses dots in the value of a part. */
export function refuseDots(part: RoutePart, value: string): void {
  if (value.includes("..")) throw new Error("dots are refused");
}
`);
  assert.match(
    await ask(repo, "why are dots in the value of a RoutePart refused?"),
    /^1\. src\/builder\.ts/m,
  );
  assert.match(await ask(repo, "what is RoutePart?"), /^1\. src\/path\.ts/m);
});

Deno.test("block: a limit or a default is answered with the constant that holds it", async () => {
  using repo = await indexed(SHIP + LIMITS);
  const first = new Map([
    ["How many milliseconds does a client wait for the harbour at most?", "src/limits.ts:2 HARBOUR_TIMEOUT"],
    ["客户端等 harbour 最长多少毫秒超时？", "src/limits.ts:2 HARBOUR_TIMEOUT"],
    ["what is the default l0 retention?", "src/limits.ts:3 DEFAULT_L0_RETENTION"],
    ["what's HARBOUR_TIMEOUT", "src/limits.ts:2 HARBOUR_TIMEOUT"],
    ["how long is HARBOUR_TIMEOUT by default?", "src/limits.ts:2 HARBOUR_TIMEOUT"],
  ]);
  for (const [prompt, place] of first) {
    const block = await ask(repo, prompt);
    assert.ok(block.includes(`\n1. ${place}`), `${prompt}\n${block}`);
    assert.equal(block.split(place).length, 2, `more than once, ${prompt}\n${block}`);
    assert.doesNotMatch(block, /^\d+\. src\/limits\.ts:6 _/m);
  }
  const moored = await ask(repo, "一次 mooring 成功之后，船会经过哪些代码？");
  assert.doesNotMatch(moored, /^1\. src\/limits\.ts:5 mooring/m, "one of several words");
  const times = await ask(repo, "How many times is the harbour asked for a berth by default?");
  assert.match(times, /^1\. src\/harbour\.ts:\S+ askHarbour/m, "no number of something else");
  assert.match(await ask(repo, "How does askHarbour wait for the answer?"), /^1\. src\/harbour\.ts/m);
});

Deno.test("block: the riskiest code is that of the whole history, in a named file that of the file", async () => {
  using repo = makeRepo("");
  const commit = (year: number): void => {
    repo.git("add", "-A");
    const date = `${year}-01-01T00:00:00Z`;
    repo.gitWith({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, "commit", "-q", "-m", "change");
  };
  for (const year of [2018, 2019, 2020]) {
    const branches = "  if (depth > 3) for (const one of [1, 2]) if (one > depth) return one;\n".repeat(
      year - 2015,
    );
    repo.write("src/locks.ts", `export function openLock(depth: number) {\n${branches}}\n`);
    commit(year);
  }
  for (const word of ["fore", "aft", "lee", "luff"]) {
    repo.write("src/words.ts", `export default { side: "${word}" };\n`);
    commit(2021);
  }
  repo.write("src/flags.ts", "export function raiseFlag(up: boolean) {\n  return up ? 1 : 2;\n}\n");
  commit(2026);
  await runBinary(["index"], { cwd: repo.root });
  const riskiest = await ask(repo, "which code in this project is the riskiest to change?");
  assert.match(riskiest, /^1\. src\/locks\.ts:\d+-\d+ openLock: its file was changed by 3 of 9 commits/m);
  assert.doesNotMatch(riskiest, /words\.ts/);
  const inFile = await ask(repo, "which function in flags.ts is the riskiest to touch?");
  assert.match(inFile, /^1\. src\/flags\.ts:1-3 raiseFlag: cyclomatic complexity 2/m);
  assert.doesNotMatch(inFile, /locks\.ts/);
});

Deno.test("block: the most complex or most changed code of a folder is its own, written by hand", async () => {
  const branches = (count: number): string =>
    "  if (depth > 3) for (;;) if (depth < 9) return 1;\n".repeat(count);
  using repo = makeRepo(`
//- /harbour/locks.ts
export function openLock(depth: number) {
${branches(9)}}
//- /office/desk.ts
export function openDesk(depth: number) {
${branches(3)}}
//- /office/desk.pb.go
package office

func Encode(depth int) int {
${"\tif depth > 3 {\n\t\treturn 1\n\t}\n".repeat(20)}\treturn 0
}
`);
  const commit = (path: string): void => {
    repo.write(path, `${Deno.readTextFileSync(`${repo.root}/${path}`)}// changed\n`);
    repo.git("commit", "-q", "-a", "-m", "change");
  };
  ["harbour/locks.ts", "harbour/locks.ts", "office/desk.pb.go", "office/desk.ts"].forEach(commit);
  await runBinary(["index"], { cwd: repo.root });
  const prompts = [
    "what are the most complex functions in the office folder?",
    "office 目录下改动最频繁的文件有哪些",
  ];
  for (const prompt of prompts) {
    const block = await ask(repo, prompt);
    assert.match(block, /^1\. office\/desk\.ts:1-\d+ openDesk: /m, block);
    assert.doesNotMatch(block, /harbour|pb\.go/, block);
  }
});

const KNOTS = `
//- /src/charts.ts
export function unrolled(chart: string): string {
  return chart.trim();
}
export function openChart(name: string): string {
  if (!name) throw new Error("Chart folder " + name + " is damp!");
  return unrolled(name);
}
export function Delete(name: string): void {
  openChart(name);
}
//- /src/table.ts
import { openChart } from "./charts.ts";
export function layTable(): string {
  return openChart("north");
}
//- /src/inner/charts.ts
export function openChart(): number {
  return 1;
}
export function* inner(): Generator<number> {
  yield openChart();
}
//- /src/notused.ts
export const neverSpread = (): number => 4;
//- /src/flags.ts
export function hoist(flag: string): string {
  return flag;
}
export function signal(): string {
  return hoist("a");
}
//- /tests/flags_test.ts
import { signal } from "../src/flags.ts";
test("a signal is a flag", () => signal());
test("the weather of a sea is fair", () => weather());
`;
const knots = await indexed(KNOTS);

Deno.test("block: whether a file can be deleted is no question about a function named Delete", async () => {
  const block = await ask(knots, "is flags.ts still used? can i delete it");
  assert.match(block, /^1\. tests\/flags_test\.ts:.* signal/m);
  assert.doesNotMatch(block, /Delete: .*caller/);
});

Deno.test("block: a function without tests is said to have none, not that its callers are some", async () => {
  const indirect = await ask(knots, "which tests cover hoist?");
  assert.match(indirect, /^1\. src\/flags\.ts:\d+-\d+ hoist: 1 caller in 1 file, none in tests/m);
  const none = await ask(knots, "unrolled 有测试吗");
  assert.match(none, /^1\. src\/charts\.ts:\d+-\d+ unrolled: 1 caller in 1 file, none in tests/m);
  assert.doesNotMatch(none, /has unrolled in line/);
});

Deno.test("block: what a follow-up asks about a known place is told although nothing else is found", async () => {
  const session = "0f8fad5b-d9cb-469f-a165-70867728950e";
  await hookContext("who calls unrolled", knots.root, { env, session });
  const block = await hookContext("and which tests cover it?", knots.root, { env, session });
  assert.match(block, /Given earlier, also 1 caller in 1 file, none in tests: unrolled/);
});

Deno.test("block: a message put together from texts and values is found by its texts", async () => {
  const block = await ask(knots, "Error: Chart folder /var/lib/charts/north is damp!");
  assert.match(block, /^1\. src\/charts\.ts:\d+-\d+ openChart: holds the message in line 5/m);
});

const PAGES = Array.from({ length: 70 }, (_, at) => `
//- /lang/l${at}/settings.php
<?php
return [
    'maintenance' => 'Maintenance',
    'settings' => 'Settings of the maintenance, and maintenance of the settings',
];
`).join("") + `
//- /routes/web.php
<?php
Route::get('/settings/maintenance', [MaintenanceController::class, 'index']);
`;
const pages = await indexed(PAGES);

Deno.test("block: a route is found among the translations of its words", async () => {
  const plain = await ask(pages, "where is the route GET /settings/maintenance handled?");
  assert.match(plain, /^1\. routes\/web\.php:2: declares GET \/settings\/maintenance in line 2/m);
});

const CALLS = Array.from({ length: 14 }, (_, at) => `
//- /src/a/rather/long/path/of/folders/port${at}.ts
import { moor } from "../../../../../../pier.ts";
export function land${at}(): number {
  const first = moor(${at});
  return first + moor(${at + 1});
}
`).join("") + `
//- /src/pier.ts
export function moor(at: number): number {
  return at * 2;
}
`;
const calls = await indexed(CALLS);

Deno.test("block: a list without room for all places ends with the number of the others", async () => {
  const block = await ask(calls, "who calls moor?");
  const list = /call sites and uses at (.*)$/m.exec(block)![1]!;
  assert.match(list, /^\S+\/port\d+\.ts:3, 4, (?:\S+\/port\d+\.ts:3, |4, )+\d+ more$/);
  const shown = list.split(", ").length - 1;
  assert.equal(shown + Number(/(\d+) more/.exec(list)![1]), 28);
});
