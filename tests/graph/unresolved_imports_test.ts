import assert from "node:assert/strict";
import { unresolvedImports } from "../../src/graph/unresolved_imports.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

async function unresolved(fixture: string, most = 20): Promise<ReturnType<typeof unresolvedImports>> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  return unresolvedImports(buildMemoryIndex(files, await testParser()), most);
}

Deno.test("unresolved imports: relative ones and names of manifests, never libraries", async () => {
  const found = await unresolved(`
//- /package.json
{ "name": "shop", "imports": { "#own/*": "./src/own/*.ts" } }
//- /tsconfig.json
{ "compilerOptions": { "paths": { "@lib/*": ["src/lib/*"], "react": ["node_modules/react"] } } }
//- /src/own/there.ts
export const there = 1
//- /src/lib/there.ts
export const there = 2
//- /src/logo.svg
<svg/>
//- /src/broken_test.ts
import { a } from './nowhere'
//- /src/use.ts
import React from 'react'
import { readFile } from 'node:fs'
import { there } from '#own/there'
import { lost } from '#own/lost'
import { there as other } from '@lib/there'
import { lost as gone } from '@lib/gone'
import logo from './logo.svg?raw'
import { moved } from '../moved.js'
import virtual from '#app'
import { part } from 'shop/part'
`);
  assert.deepEqual(found, {
    count: 5,
    first: [
      "src/use.ts:4 #own/lost",
      "src/use.ts:6 @lib/gone",
      "src/use.ts:8 ../moved.js",
      "src/use.ts:10 shop/part",
      "src/broken_test.ts:1 ./nowhere",
    ],
  });
});

Deno.test("unresolved imports: Python, Go and Rust, at most so many listed", async () => {
  const fixture = `
//- /pyproject.toml
[project]
name = "Ship-Yard"
//- /ship_yard/parts/bolt.py
def bolt(): pass
//- /ship_yard/hull.py
import os
from . import parts
from .parts import bolt
from .keel import Keel
from ship_yard.mast import Mast
//- /go.mod
module example.org/yard/v2
//- /dock/dock.go
package dock
//- /main.go
package main
import (
	"fmt"
	"example.org/yard/v2/dock"
	"example.org/yard/v2/crane"
	"example.org/other/crane"
)
//- /tests/common.rs
pub fn help() {}
//- /tests/first.rs
mod common;
mod lost;
use super::thing;
use crate::inner::deep;
`;
  const first = [
    "main.go:5 example.org/yard/v2/crane",
    "ship_yard/hull.py:4 .keel",
    "ship_yard/hull.py:5 ship_yard.mast",
    "tests/first.rs:2 self::lost",
  ];
  assert.deepEqual(await unresolved(fixture), { count: 4, first });
  assert.deepEqual(await unresolved(fixture, 2), { count: 4, first: first.slice(0, 2) });
});
