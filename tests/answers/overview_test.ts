import assert from "node:assert/strict";
import type { RepositoryFiles } from "../../src/model/calls.ts";
import { roleOf } from "../../src/index/roles.ts";
import { filesOf } from "../support/files.ts";
import { overviewOf } from "../../src/answers/overview/overview.ts";

function files(texts: Readonly<Record<string, string>>): RepositoryFiles {
  const known = new Map(Object.entries(texts));
  const list = [...known.keys()].sort().map((path) => ({ path, role: roleOf(path) }));
  return { ...filesOf((path) => known.get(path)), list: () => list };
}

Deno.test("overview: the README's first prose, scripts, then entry points near the root; no test, no example", () => {
  const found = overviewOf(files({
    "Makefile": ".PHONY: all\nVERSION := 1\nall: build\n\tgo build\ntest:\n\tgo test\n",
    "README.md":
      "# Shop\n\n[![build](https://ci.example/badge.svg)](https://ci.example)\n\nVersion 2 of the shop has been released today.\n\n[Shop](https://shop.example) is a server that sells things.\nIt is fast.\n\nMore.\n",
    "cmd/shop/main.go": "package main\n\nfunc main() {\n\trun()\n}\n",
    "examples/README.md": "Examples of everything that there is to see.\n",
    "examples/basic/main.go": "package main\n\nfunc main() {}\n",
    "package.json":
      '{\n  "name": "shop",\n  "scripts": {\n    "start": "node server.js"\n  },\n  "x": 1\n}\n',
    "server.js": "const app = require('./app')\napp.listen(1)\n",
    "store/cart.go": "package store\n",
    "store/order.go": "package store\n",
  }));
  assert.equal(found.strength, "strong");
  const places = found.items.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  assert.deepEqual(places, [
    "README.md:7-8",
    "Makefile:4-6",
    "Makefile:3-3",
    "package.json:3-5",
    "cmd/shop/main.go:3-5",
    "server.js:1-2",
  ]);
  assert.equal(found.items[0]?.claim, "files by folder: examples/ 2, store/ 2, cmd/ 1");
  assert.equal(
    found.items[0]?.code?.[0]?.text,
    "[Shop](https://shop.example) is a server that sells things.\nIt is fast.",
  );
});

Deno.test("overview: the paragraph that says what it is, not the one about the README", () => {
  const found = overviewOf(files({
    "README.md":
      "This README is just a quick start document.\n\nWhat is Shop?\n---\n\nShop is often referred to as a *till* server.\n\nMore.\n",
  }));
  assert.equal(found.items[0]?.code?.[0]?.text, "Shop is often referred to as a *till* server.");
});

Deno.test("overview: submodules that are not checked out are named, since nothing of them is searched", () => {
  const readme = { "README.md": "# Shop\n\nShop is a server that sells things.\n" };
  const module = (path: string): string =>
    `[submodule "${path}"]\n\tpath = ${path}\n\turl = ../${path}.git\n`;
  const found = overviewOf(
    files({ ...readme, ".gitmodules": module("vendor/till") + module("third_party/scale") }),
  );
  assert.deepEqual(
    found.items.filter(({ path }) => path === ".gitmodules").map((
      { claim, startLine },
    ) => [claim, startLine]),
    [["submodules, not checked out: vendor/till, third_party/scale", 1]],
  );
  const many = overviewOf(files({
    ...readme,
    ".gitmodules": Array.from({ length: 10 }, (_, n) => module(`deps/n${n}`)).join(""),
  }));
  assert.match(many.items.at(-1)!.claim!, /deps\/n7 and 2 more$/);
  assert.ok(overviewOf(files(readme)).items.every(({ path }) => path !== ".gitmodules"));
});

Deno.test("overview: programs without an ending start there too, scripts for those who work on it do not", () => {
  const found = overviewOf(files({
    "README.md": "# Shop\n\nShop is a server that sells things.\n",
    "bin/setup": "#!/bin/sh\nbundle install\n",
    "bin/shop": "#!/usr/bin/env ruby\nrequire 'shop/cli'\n",
    "lib/shop/cli.rb": "class CLI\n  def run\n  end\nend\n",
  }));
  const starts = found.items.filter(({ claim }) => claim === "entry point").map(({ path }) => path);
  assert.deepEqual(starts, ["bin/shop"]);
});

Deno.test("overview: a repository that says nothing of itself has none", () => {
  assert.equal(overviewOf(files({ "notes.txt": "x" })).strength, "none");
});

Deno.test("overview: the folders inside the one that holds the code", () => {
  const found = overviewOf(files({
    "README.md": "# Shop\n\nShop is a server that sells things.\n",
    "src/shop/cart/a.go": "",
    "src/shop/cart/b.go": "",
    "src/shop/web/c.go": "",
  }));
  assert.equal(found.items[0]?.claim, "files by folder: src/ 3; code files in src/shop/: cart/ 2, web/ 1");
});

function commandsOf(texts: Readonly<Record<string, string>>): string[] {
  return overviewOf(files(texts)).items.filter(({ claim }) => claim.startsWith("commands"))
    .map(({ path, claim, code }) => `${path} ${claim}: ${code?.map(({ text }) => text).join(" / ")}`);
}

Deno.test("overview: the commands that build and test, of the document nearest to the work", () => {
  const ci = { ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: cargo test --all\n" };
  const readme =
    "# Shop\n\nInstall it with `pip install shop`; make sure that you test it.\n\n```sh\nnpm publish\ncargo build\n# all of them\ncargo test\n```\n";
  assert.deepEqual(commandsOf({ ...ci, "README.md": readme }), [
    "README.md commands for tests and building: cargo build\n# all of them\ncargo test",
  ]);
  assert.deepEqual(commandsOf({ ...ci, "README.md": "# Shop\n\nRun the tests with cargo test please.\n" }), [
    ".github/workflows/ci.yml commands for tests:       - run: cargo test --all",
  ]);
});
