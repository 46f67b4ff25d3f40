import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { filesOf } from "../../support/files.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

const REPO = parseFixture(`
//- /src/harbour.rs
/// Decides whether a ship may enter the harbour.
pub fn admit_ship(ship: &Ship) -> bool {
    let berth = free_berth(ship.length);
    berth.is_some() && ship.papers
}

fn free_berth(length: u32) -> Option<Berth> {
    BERTHS.iter().find(|berth| berth.length >= length && berth.is_free())
}

mod tests {
    fn ship_may_enter_the_harbour_when_a_berth_is_free() {
        assert!(admit_ship(&ship(5)));
        assert!(free_berth(5).is_some());
    }
}
//- /src/keepAlive.ts
/** Holds the connection. */
export function createKeepAlive(socket: Socket): KeepAlive {
  const timer = setInterval(() => socket.ping(), 30);
  return { stop: () => clearInterval(timer) };
}
//- /src/flags.c
static const struct flag flags[] = {
  { "quarantine", raise_quarantine },
  { "pilot", raise_pilot },
  { "distress", raise_distress },
  { "anchor", raise_anchor },
  { "dredger", raise_dredger },
  { "diver", raise_diver },
  { "fishing", raise_fishing },
  { "tow", raise_tow },
};

static void raise_pilot(struct mast *mast) {
  hoist(mast, "H");
}
//- /src/window.ts
/** Keeps a window alive. */
export function keepWindow(pane: Pane): void {
  pane.alive = true;
  pane.keep();
}
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());

async function best(query: string): Promise<(string | undefined)[]> {
  const files = filesOf((path) => REPO.get(path) ?? "");
  const result = await askIndex(index, { query }, { limit: 10, files });
  return result?.functions.map(({ definition }) => definition.name) ?? [];
}

Deno.test("definitions: tests beside the code come after it, and first when they are asked for", async () => {
  const [first] = await best("where is it decided whether a ship may enter the harbour");
  assert.equal(first, "admit_ship");
  const [test] = await best("which tests check that a ship may enter the harbour");
  assert.equal(test, "ship_may_enter_the_harbour_when_a_berth_is_free");
});

Deno.test("definitions: a table is one of them", async () => {
  const [first] = await best("where are the flags such as quarantine, distress or diver listed");
  assert.equal(first, "flags");
});

Deno.test("definitions: words joined by a hyphen find the name that joins them", async () => {
  assert.equal((await best("where is keep-alive started"))[0], "createKeepAlive");
});
