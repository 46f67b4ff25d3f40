import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { parametersOf } from "../../src/graph/overloads.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import type { Definition } from "../../src/syntax/parsed_file.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

/** The callers of every definition of a name, by the line it begins in. */
async function callersByLine(fixture: string, path: string, name: string): Promise<Record<number, string[]>> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const { symbols } = findSymbols(graph.index, `${path}:${name}`);
  assert.ok(symbols.length > 1, name);
  return Object.fromEntries(
    symbols.map((symbol) => [
      graph.definition(symbol)!.startLine,
      graph.callers(symbol).map((edge) => symbolName(graph.index, edge.from).replace(/^.*[.:]/, "")).sort(),
    ]),
  );
}

Deno.test("overloads of Java: number and types of the arguments decide", async () => {
  const found = await callersByLine(
    `
//- /Json.java
package a;
import java.io.Reader;
class Token {}
class Name extends Token {}
class Json {
  <T> T read(String text, Class<T> type) { return null; }
  <T> T read(Reader from, Class<T> type) { return null; }
  <T> T read(Token token) { return null; }
  void read(int number, String... rest) {}
  void read(boolean flag) {}
  String text() { return ""; }
}
//- /Use.java
package a;
import java.io.Reader;
import java.io.StringReader;
class Use {
  Json json;
  void literal() { json.read("{}", Token.class); }
  void joined(String a) { json.read(a + "b", Token.class); }
  void result() { json.read(json.text(), Token.class); }
  void reader(Reader from) { json.read(from, Token.class); }
  void made() { json.read((Reader) null, Token.class); }
  void token(Token one) { json.read(one); }
  void below() { json.read(new Name()); }
  void many() { json.read(1, "a", "b"); }
  void none() { json.read(2); }
  void flag(int a) { json.read(a == 2); }
  void unknown() { json.read(other()); }
}
`,
    "Json.java",
    "Json.read",
  );
  assert.deepEqual(found, {
    6: ["joined", "literal", "result"],
    7: ["made", "reader"],
    8: ["below", "token", "unknown"],
    9: ["many", "none"],
    10: ["flag", "unknown"],
  });
});

Deno.test("overloads of Java: what a library's methods give, and what those of the repository say", async () => {
  const found = await callersByLine(
    `
//- /Out.java
package a;
import java.net.URL;
import java.security.Principal;
class Part { long getName() { return 1; } }
class Out {
  void value(String text) {}
  void value(boolean flag) {}
  void value(long number) {}
  void name(Principal who) { value(who.getName()); }
  void joined(Object any) { value(String.valueOf(any)); }
  void choice(URL url) { value(url == null ? null : url.toExternalForm()); }
  void own(Part part) { value(part.getName()); }
}
`,
    "Out.java",
    "Out.value",
  );
  assert.deepEqual(found, { 6: ["choice", "joined", "name"], 7: [], 8: ["own"] });
});

Deno.test("overloads of C++: by their arguments, with default values", async () => {
  const found = await callersByLine(
    `
//- /dup.h
class file {
 public:
  void dup(int fd);
  void dup(int fd, error& ec) noexcept;
  void dup(const char* name, int flags = 0, bool whole = true);
};
//- /use.cc
#include "dup.h"
void one(file f) { f.dup(1); }
void two(file f, error ec) { f.dup(1, ec); }
void three(file f) { f.dup("a", 2, false); }
`,
    "dup.h",
    "file.dup",
  );
  assert.deepEqual(found, { 3: ["one"], 4: ["two"], 5: ["three"] });
});

Deno.test("overloads: a method overrides only what has its head", async () => {
  const found = await callersByLine(
    `
//- /Base.java
package a;
class Base {
  void put(String key) {}
  void put(int key) {}
  private void put(char key) {}
  void both() { put("a"); }
  void number() { put(7); }
}
//- /Sub.java
package a;
class Sub extends Base {
  void put(String key) {}
  void put(int key) {}
}
`,
    "Sub.java",
    "Sub.put",
  );
  assert.deepEqual(found, { 3: ["both"], 4: ["number"] });
});

Deno.test("parameters as heads of several languages write them", () => {
  const rows: readonly (readonly [language: string, signature: string, shown: string | undefined])[] = [
    ["cpp", "void f(int);", "int"],
    ["cpp", "void f(void)", ""],
    ["c", "int f(const char *s, struct node *n)", "string node"],
    ["java", "void f(final java.util.List<String>... x)", "List..."],
    ["java", "<T> void f(@Nullable Map<String, List<T>> x, int[] y)", "Map int[]"],
    ["csharp", "void f(params string[] x, ref int y, bool z = x == 1)", "string... int bool?"],
    ["kotlin", "fun f(vararg xs: a.List<String>, n: Int = 2)", "List... Int?"],
    ["scala", "def f(xs: Int*, g: Int => Int)", "Int... Int"],
    ["cpp", "void ff(int) f(long x", undefined],
    ["cpp", "int g;", undefined],
  ];
  const found = rows.map(([language, signature]) => [
    language,
    signature,
    parametersOf({ name: "f", signature } as Definition, language)
      ?.map(({ type, isOptional, isMany }) => `${type}${isMany ? "..." : ""}${isOptional ? "?" : ""}`).join(
        " ",
      ),
  ]);
  assert.deepEqual(found, rows.map((row) => [...row]));
});
