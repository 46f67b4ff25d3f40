import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { Finding } from "../../src/model/calls.ts";
import { messageFindings } from "../../src/answers/messages/message_findings.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /docs/errors.md
# Errors

"harbour berth is taken by ship" means that the berth is not free.
//- /src/berth.ts
export function take(berth: Berth, ship: Ship): void {
  if (berth.ship) {
    throw new Error(\`harbour berth \${berth.id} is taken by ship \${berth.ship}\`);
  }
  berth.ship = ship;
}
export function leave(berth: Berth): void {
  if (!berth.ship) throw new Error("no such ship at this berth of the harbour");
}
export const REFUSED = "the pilot refused to come aboard";
//- /src/port.c
void open_port(const char *name) {
  die("cannot open port file %s: "
      "permission denied", name);
}
//- /src/locks.go
package locks

import "errors"

var ErrTide = errors.New("locks: gate refuses to open against the tide")

func IsAgainst(level int) bool {
	return level > 3
}

func Open(gate *Gate, level int) error {
	log.Info("opening the gate")
	if IsAgainst(level) && !gate.Forced {
		return fmt.Errorf("%w %q", ErrTide, gate.Name)
	}
	return nil
}

func Enter(gate *Gate) {
	err := Open(gate, 4)
	if errors.Is(err, ErrTide) {
		wait()
	}
	slog.Warn("Unable to enter basin", slog.Any("error", err))
}
//- /web/i18n/en.json
{
  "errors": {
    "berthTaken": "This berth is occupied by {ship} until tomorrow",
    "stormy": "Pilots stay home"
  },
  "problem.harbour.StormException": "All ships have to stay inside today"
}
//- /web/i18n/zh-CN.json
{
  "errors": {
    "berthTaken": "泊位已被其他船只占用"
  }
}
//- /web/form.ts
export function submit(form: Form) {
  if (isTaken(form.berth)) {
    toast(t("errors.berthTaken", { ship: form.ship }), hint(t("errors.stormy")));
  }
}
function isTaken(berth: string): boolean {
  return berths.has(berth);
}
//- /src/StormException.java
package harbour;
public class StormException extends RuntimeException {}
//- /src/east/buoy.ts
/** Relights the bell buoys of the ferry channel. */
export function lightEast(buoy: Buoy): void {
  if (!buoy.lamp) throw new Error("the lamp of this buoy is dark");
}
//- /src/west/buoy.ts
/** Relights the whistle buoys of the fishing fleet. */
export function lightWest(buoy: Buoy): void {
  if (!buoy.lamp) throw new Error("the lamp of this buoy is dark");
}
export function dimWest(buoy: Buoy): void {
  if (!buoy.lamp) throw new Error("the lamp of this buoy is dark");
}
//- /src/anchor.py
TEXTS = {
    "anchor_down": "The anchor is still on the ground",
    "anchor_lost": "There is no anchor",
}
def lift(ship):
    return TEXTS["anchor_down"] if ship.is_anchored else None
//- /src/signal.rs
pub enum SignalError {
    #[error(
        "the foghorn does not answer"
    )]
    Silent,
}

pub fn sound(horn: &Horn) -> Option<SignalError> {
    horn.blow().err().map(|_| SignalError::Silent)
}

pub fn warn(error: SignalError) {
    match error {
        SignalError::Silent => {
            ring();
        }
    }
}
//- /src/keel.c
/* Fails with "the keel touches the sandbank".
 * "the keel touches the sandbank" asks for a pilot.
 */
// see "the keel touches the sandbank"
void sound_depth(struct keel *keel, const char **why) {
  if (is_shallow(keel))
    *why = "the keel touches the sandbank";
}
//- /src/rope.kt
fun splice(rope: Rope) {
    if (isWet(rope)) {
        error(
            """
            the rope is too wet to splice
            """
        )
    }
}
//- /src/winch.rs
pub fn haul(winch: &Winch) {
    if is_stuck(winch) {
        panic!("winch is stuck on its drum");
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn tells_that_the_winch_is_stuck() {
        expect_panic("winch is stuck on its drum");
    }
}
//- /src/ferry.go
package ferry

func Board(f *Ferry, at int) (string, error) {
	return "", fmt.Errorf("cannot board the ferry now, wait until pier %d is free (pier %d is in use)", at, f.pier)
}

func Leave(f *Ferry, at int) error {
	return fmt.Errorf("cannot leave the ferry now, wait until pier %d is free (pier %d is in use)", at, f.pier)
}
//- /tests/berth_test.ts
export function taken() {
  assert.throws(() => take(b, s), "harbour berth 3 is taken by ship Anna");
}
`);

async function ask(prompt: string, quoted: string[] = []): Promise<Finding[]> {
  const listed = [...REPO].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const files = filesOf((path) => REPO.get(path) ?? "");
  return messageFindings({ prompt, quoted }, index, files);
}

const received = (found: readonly Finding[]): string[] =>
  found.map(({ symbol, claim }) => `${symbol}: ${claim}`);

Deno.test("messages: the definition that holds a quoted message, with what was put into it, before tests and documents", async () => {
  const message = "harbour berth 17 is taken by ship Maria";
  assert.deepEqual(received(await ask(`why "${message}"?`, [message])), [
    "take: holds the message in line 3",
  ]);
  assert.deepEqual(received(await ask("什么时候报", ["cannot open port file '/dev/x': permission denied"])), [
    "open_port: holds the message in line 2",
  ]);
  const [constant] = await ask("", ["the pilot refused to come aboard"]);
  assert.deepEqual([constant?.symbol, constant?.startLine], ["REFUSED", 10]);
});

Deno.test("messages: a test beside the code holds none", async () => {
  for (
    const [message, place] of [
      ["the rope is too wet to splice", "splice: holds the message in line 5"],
      ["winch is stuck on its drum", "haul: holds the message in line 3"],
    ] as const
  ) {
    const held = received(await ask(`why "${message}"?`, [message])).filter((one) => one.includes("holds"));
    assert.deepEqual(held, [place]);
  }
});

Deno.test("messages: one without quotes, in a sentence or alone, whole or a part of it", async () => {
  const whole = "I get\nerror: no such ship at this berth of the harbour\nwhy?";
  assert.deepEqual(received(await ask(whole)), ["leave: holds the message in line 8"]);
  assert.deepEqual(received(await ask("no such ship at this berth")), [
    "leave: holds part of the message in line 8",
  ]);
});

Deno.test("messages: of two that differ in one word the one that was given, behind an empty literal", async () => {
  const message = "cannot board the ferry now, wait until pier 4 is free (pier 2 is in use)";
  assert.deepEqual(received(await ask(`ERROR boarding failed: ${message}`)), [
    "Board: holds the message in line 4",
  ]);
});

Deno.test("messages: a comment that repeats one holds none", async () => {
  assert.deepEqual(received(await ask("the keel touches the sandbank, what now?")), [
    "sound_depth: holds the message in line 7",
  ]);
});

Deno.test("messages: quoted words that are no message, and messages of others, find nothing", async () => {
  for (
    const quoted of ["berth", "to be at", "--cannot-open-port-file", "the lighthouse keeper is asleep again"]
  ) {
    assert.deepEqual(await ask(`what is "${quoted}"?`, [quoted]), [], quoted);
  }
});

Deno.test("messages: of a nested one the innermost part that the code holds, and what uses its name", async () => {
  const nested = "cannot enter: locks: gate refuses to open against the tide";
  assert.deepEqual(received(await ask(`why "${nested}"?`, [nested])), [
    "ErrTide: holds the message in line 5",
    "Open: has ErrTide in line 14",
    "Enter: has ErrTide in line 21",
  ]);
});

Deno.test("messages: of a table the function that has the key", async () => {
  assert.deepEqual(received(await ask("the anchor is still on the ground, why?")), [
    "TEXTS: holds the message in line 2",
    "lift: has anchor_down in line 6",
  ]);
});

Deno.test("messages: of two lines that report one, that with fewer places comes first", async () => {
  const lines = ["Error: the lamp of this buoy is dark", "Error: the pilot refused to come aboard"];
  assert.deepEqual(received(await ask(lines.join("\n"), lines)), [
    "REFUSED: holds the message in line 10",
    "lightEast: holds the message in line 3",
    "lightWest: holds the message in line 3",
    "dimWest: holds the message in line 6",
  ]);
});

Deno.test("messages: all of a few places that hold the same one", async () => {
  const message = "the lamp of this buoy is dark";
  assert.deepEqual(received(await ask(`what reports "${message}"?`, [message])), [
    "lightEast: holds the message in line 3",
    "lightWest: holds the message in line 3",
    "dimWest: holds the message in line 6",
  ]);
});
