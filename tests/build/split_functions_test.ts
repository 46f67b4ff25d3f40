import { deepEqual, ok } from "node:assert/strict";
import binaryen from "binaryen";
import { sizeOf, splitLargeFunctions } from "../../config/build/split_functions.ts";
import { changed } from "../../config/build/grammar.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { coreBytes, publishedGrammar } from "../syntax/support.ts";

/** Expressions of the largest function of a module. */
function largestFunction(module: Uint8Array): number {
  const code = binaryen.readBinary(module);
  const bodies = Array.from({ length: code.getNumFunctions() }, (_, at) => {
    return binaryen.getFunctionInfo(code.getFunctionByIndex(at)).body;
  });
  const largest = Math.max(...bodies.map((body) => body === 0 ? 0 : sizeOf(body)));
  code.dispose();
  return largest;
}

function parserOf(change: (module: Uint8Array) => Uint8Array): Promise<FileParser> {
  const grammar = (id: string): Uint8Array | undefined => {
    const bytes = publishedGrammar(id);
    return bytes && change(bytes);
  };
  return createParser({ core: coreBytes(), grammar }, { timeoutMs: 60_000 });
}

const TEXTS: Readonly<Record<string, string>> = {
  bash: `#!/bin/bash
set -euo pipefail
declare -A known=([a]=1 ["b c"]=2)
function usage() { cat <<-EOF
\tusage: \${0##*/} [-x] \${1:-FILE} $(date +%s) \\$HOME
\tEOF
}
run_all() {
  local -i total=0 i; local list=("$@")
  for ((i = 0; i < \${#list[@]}; i++)); do (( total += known[$i] ** 2 )) || true; done
  while IFS=, read -r name _; do [[ $name =~ ^[a-z]+$ && -f "$name" ]] && continue; done < <(sort -u "$1")
  case "$2" in -x|--extra) shift ;; *.tar.?z) tar xf "$2" 2>&1 | tee log & ;; *) usage >&2; return 1 ;; esac
  until test $total -gt 10; do total=$((total<<1)); done; echo $'tab\\t' "\${list[*]^^}" \${name//a/b} \`uname\`
}
run_all "$@" <<< "text" # comment
`,
  cpp: `#include <vector>
namespace a::b { template <typename T, int N = 0x1F> class Box final : public Base<T> {
  T value{}; static constexpr auto text = R"x(raw)x"; char16_t c = u'\\n'; double d = 1.5e-3, h = 0x1.8p3;
 public: explicit Box(T v) noexcept : value(v) {} ~Box() = default; bool operator<=>(const Box&) const = default;
  auto map(auto&& f) const -> decltype(f(value)) { return f(value); } };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int run(std::vector<int>& all) { for (auto& one : all) { one <<= 1'000; if (one != 0 && !all.empty()) throw one; }
  auto f = [&, x = 1](int y) mutable { return x ^ ~y; }; switch (f(1)) { case 'a': goto end; default: break; }
  do { co_await next(); } while (all.size() --> 0); end: return static_cast<int>(sizeof(int)) % 3 ?: 0; } }
`,
};

Deno.test("a split grammar has no large function and reads texts, cut anywhere, as the whole one does", async () => {
  const whole = await parserOf((module) => module);
  const split = await parserOf((module) => {
    const bytes = changed(module, splitLargeFunctions);
    ok(largestFunction(module) > 35_000);
    ok(largestFunction(bytes) < 15_000, `${largestFunction(bytes)} expressions`);
    return bytes;
  });
  for (const [language, text] of Object.entries(TEXTS)) {
    ok(whole.parse(text, language).definitions.length > 1);
    for (let end = text.length; end > 0; end -= RUNS_ALL ? 31 : 155) {
      const cut = text.slice(0, end);
      deepEqual(split.parse(cut, language), whole.parse(cut, language), `${language}, ${end} characters`);
    }
  }
});

Deno.test("a module without large functions stays as it is", () => {
  const lua = publishedGrammar("lua")!;
  deepEqual(changed(lua, splitLargeFunctions), changed(lua));
});
