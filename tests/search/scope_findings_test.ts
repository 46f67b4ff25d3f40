import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import { scopeFindings } from "../../src/search/scope_findings.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function explain(fixture: string, prompt: string, said: string): Promise<Finding[]> {
  const texts = parseFixture(fixture);
  const listed = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const result = search(queryViews(prompt), index);
  return scopeFindings(result, filesOf((path) => texts.get(path) ?? ""), said, () => false);
}

function told(findings: readonly Finding[]): string[] {
  return findings.map(({ path, symbol, claim }) => `${path}${symbol ? ` ${symbol}` : ""}: ${claim}`);
}

const RELAY = `
//- /main.c
#include "relay.h"
int main(void) {
  relay_serve(3);
  return 0;
}
//- /cache.c
/* The cache. */
int cache_get(int key) { return key; }
//- /other.c
int other_thing(int key) { return key; }
//- /relay.h
int relay_serve(int fd);
int relay_send(int fd);
int relay_parse(int fd);
//- /relay_core.c
/*
 * Takes requests and hands them on.
 */
#include "relay.h"
int relay_serve(int fd) {
  if (relay_parse(fd) < 0) {
    return -1;
  }
  return relay_send(fd);
}
//- /relay_net.c
/* Copyright (c) somebody. All rights reserved. */
#include "relay.h"
int relay_send(int fd) {
  int left = 10;
  while (left > 0) {
    left--;
    left--;
    left--;
    left--;
    left--;
    left--;
  }
  return fd;
}
//- /relay_parse.c
#include "relay.h"
int relay_parse(int fd) {
  int read = 10;
  while (read > 0) {
    read--;
    read--;
    read--;
    read--;
    read--;
    read--;
  }
  return fd;
}
`;

Deno.test("scope: files that share a name, with a line each, who uses them, and the calls through them", async () => {
  const found = told(await explain(RELAY, "explain the relay", "relay"));
  assert.match(found[0]!, /relay\*: 4 files of code, \d+ lines\. /);
  const core = found.find((line) => line.includes("hands them on"))!;
  assert.match(core, /relay_core\.c: .*Takes requests and hands them on; uses .*; used outside in 1 file$/);
  assert.ok(
    found.some((line) => /relay_net\.c.*defines relay_send/.test(line)),
    "a licence is no description",
  );
  const steps = found.filter((line) => /calls from here on|called by/.test(line));
  assert.match(steps[0]!, /^relay_core\.c relay_serve: the calls from here on/);
  assert.ok(
    steps.some((line) => /^relay_net\.c relay_send: called by relay_serve at relay_core\.c:\d+/.test(line)),
  );
  assert.ok(found.every((line) => !/^(?:cache|other|main)\.c/.test(line)));
});

Deno.test("scope: a crate is what its own documentation says", async () => {
  const found = await explain(
    `
//- /app/src/main.rs
fn main() {
    shop_event::dispatch_all();
}
//- /app/src/cli.rs
pub fn parse() {}
//- /shop-event/Cargo.toml
[package]
name = "shop-event"
//- /shop-event/src/lib.rs
//! Events that happen in a shop.
//!
//! Hooks are told of them.
pub mod queue;
/// Tells all hooks.
pub fn dispatch_all() {
    queue::drain();
}
//- /shop-event/src/queue.rs
//! What waits for being told.
pub fn drain() {
    todo!()
}
`,
    "what is the event crate for?",
    "event",
  );
  assert.equal(found[0]!.path, "shop-event/src/lib.rs");
  assert.match(found[0]!.claim, /^shop-event\/: 2 files of code, \d+ lines$/);
  assert.match(
    found[0]!.code![0]!.text,
    /^\/\/! Events that happen in a shop\.\n[\s\S]*Hooks are told of them\.$/,
  );
  assert.ok(told(found).some((line) => /queue\.rs: What waits for being told/.test(line)));
  assert.ok(told(found).every((line) => !line.startsWith("app/")));
});

Deno.test("scope: a package below two source roots is one; a method counts where its class is named", async () => {
  const found = await explain(
    `
//- /api/src/main/java/shop/ledger/Ledger.java
package shop.ledger;
/** Keeps what was sold. */
public interface Ledger {
  void take(String piece);
}
//- /app/src/main/java/shop/ledger/DefaultLedger.java
package shop.ledger;
public class DefaultLedger implements Ledger {
  public void take(String piece) { }
}
//- /app/src/main/java/shop/till/Till.java
package shop.till;
import shop.ledger.Ledger;
public class Till {
  private Ledger ledger;
  public void sell(String piece) { ledger.take(piece); }
}
//- /app/src/main/java/shop/till/Queue.java
package shop.till;
public class Queue {
  public void next(java.util.concurrent.BlockingQueue<String> all) { all.take("x"); }
}
`,
    "explain the ledger package",
    "ledger",
  );
  const lines = told(found);
  assert.match(
    lines[0]!,
    /api\/src\/main\/java\/shop\/ledger\/.* and .*app\/src\/main\/java\/shop\/ledger\/|app\/.* and api\//,
  );
  assert.ok(
    lines.some((line) => /Ledger\.java Ledger: used \d+ times? in 1 file outside.*Till\.java/.test(line)),
  );
  assert.ok(
    lines.every((line) => !line.includes("Queue.java")),
    "another library's take is not the ledger's",
  );
});

Deno.test("scope: Go's package comment, Python's docstring; what goes by no folder or file has no overview", async () => {
  const go = await explain(
    `
//- /cmd/main.go
package main

import "shop/billing"

func main() { billing.Send() }
//- /cmd/flags.go
package main
//- /billing/send.go
// Package billing sends bills.
package billing

// Send sends a bill.
func Send() {}
//- /billing/tax.go
package billing

func Tax() int { return 1 }
`,
    "explain the billing package",
    "billing",
  );
  assert.equal(go[0]!.code![0]!.text, "// Package billing sends bills.");
  const python = `
//- /shop/__init__.py
//- /shop/app.py
from shop.billing.send import send
send()
//- /shop/cli.py
x = 1
//- /shop/billing/__init__.py
"""Bills and how they are sent."""
//- /shop/billing/send.py
def send():
    return 1
`;
  const found = await explain(python, "explain the billing package", "billing");
  assert.equal(found[0]!.code![0]!.text, '"""Bills and how they are sent."""');
  assert.deepEqual(await explain(python, "explain the warehouse", "warehouse"), []);
});
