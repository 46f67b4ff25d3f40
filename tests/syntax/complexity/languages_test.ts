import assert from "node:assert/strict";
import { COMPLEXITY, complexityConfig } from "../../../src/syntax/complexity/rules.ts";
import { Measurer } from "../../../src/syntax/complexity/measure.ts";
import { languageConfig, languageOf } from "../../../src/syntax/languages.ts";
import { files, testParser } from "../support.ts";

const parser = await testParser();
const measurer = new Measurer(parser);

/** Each function as `name cyclomatic cognitive nesting parameters`. */
function figures(fixture: string): string[] {
  return files(fixture).flatMap(({ path, text }) => {
    const { functions, gaps } = measurer.measure(text, languageOf(path, text));
    assert.deepEqual(gaps, [], path);
    return functions.map((one) =>
      `${one.name} ${one.cyclomatic} ${one.cognitive} ${one.nesting} ${one.parameters}`
    );
  });
}

/**
 * The same in every language: a loop (1) with an if (2) of two like operators (1), an else if (1), an else (1) with a
 * switch (3) of two cases and a default, and around it a handler (1) where there are exceptions.
 */
const SHAPES: readonly (readonly [language: string, expected: string, fixture: string])[] = [
  [
    "python",
    "shape 9 10 3 2",
    `
//- /a.py
def shape(items, limit):
    try:
        for item in items:
            if item and limit and item < limit:
                x = 1
            elif item > 2:
                x = 2
            else:
                match item:
                    case 1:
                        x = 3
                    case 2:
                        x = 4
                    case _:
                        x = 5
    except ValueError:
        pass
`,
  ],
  [
    "javascript",
    "shape 9 10 3 2",
    `
//- /a.js
function shape(items, limit) {
  try {
    for (const item of items) {
      if (item && limit && item < limit) {
        x = 1;
      } else if (item > 2) {
        x = 2;
      } else {
        switch (item) {
          case 1: x = 3; break;
          case 2: x = 4; break;
          default: x = 5;
        }
      }
    }
  } catch (error) {
    x = 6;
  }
}
`,
  ],
  [
    "typescript",
    "Box.shape 10 12 3 2",
    `
//- /a.ts
class Box {
  public shape(items: number[], limit: number): void {
    try {
      for (const item of items) {
        if (item && limit && item < limit) x = 1;
        else if (item > 2) x = 2;
        else {
          switch (item) {
            case 1: x = 3; break;
            case 2: x = 4; break;
            default: x = 5;
          }
        }
      }
    } catch {
      x = limit ? 6 : 7;
    }
  }
}
`,
  ],
  [
    "go",
    "shape 8 10 3 2",
    `
//- /a.go
package a

func shape(items []int, limit int) {
	for _, item := range items {
		if item > 0 && limit > 0 && item < limit {
			x = 1
		} else if item > 2 {
			x = 2
		} else {
			switch item {
			case 1:
				x = 3
			case 2:
				x = 4
			default:
				x = 5
			}
		}
	}
	goto end
end:
}
`,
  ],
  [
    "java",
    "Box.shape 9 10 3 2",
    `
//- /Box.java
class Box {
  abstract void none();
  void shape(int[] items, int limit) {
    try {
      for (int item : items) {
        if (item > 0 && limit > 0 && item < limit) {
          x = 1;
        } else if (item > 2) {
          x = 2;
        } else {
          switch (item) {
            case 1: x = 3; break;
            case 2: x = 4; break;
            default: x = 5;
          }
        }
      }
    } catch (Exception e) {
      x = 6;
    }
  }
}
`,
  ],
  [
    "rust",
    "shape 8 9 3 2",
    `
//- /a.rs
fn shape(items: &[i32], limit: i32) {
    for item in items {
        if *item > 0 && limit > 0 && *item < limit {
            x = 1;
        } else if *item > 2 {
            x = 2;
        } else {
            match item {
                1 => x = 3,
                2 => x = 4,
                _ => x = 5,
            }
        }
    }
}
`,
  ],
  [
    "c",
    "shape 8 9 3 2",
    `
//- /a.c
int none(void);
void shape(int *items, int limit) {
  for (int i = 0; i < limit; i++) {
    if (items[i] && limit && items[i] < limit) {
      x = 1;
    } else if (items[i] > 2) {
      x = 2;
    } else {
      switch (items[i]) {
        case 1: x = 3; break;
        case 2: x = 4; break;
        default: x = 5;
      }
    }
  }
}
`,
  ],
  [
    "cpp",
    "Box.shape 10 12 3 2",
    `
//- /a.cpp
void Box::shape(std::vector<int> items, int limit) {
  try {
    for (auto item : items) {
      if (item && limit && item < limit) {
        x = 1;
      } else if (item > 2) {
        x = 2;
      } else {
        switch (item) {
          case 1: x = 3; break;
          case 2: x = 4; break;
          default: x = 5;
        }
      }
    }
  } catch (const std::exception& e) {
    x = [](int y) { return y; }(6);
    if (x) {}
  }
}
`,
  ],
  [
    "csharp",
    "Box.Shape 9 10 3 2",
    `
//- /Box.cs
class Box {
  void Shape(int[] items, int limit) {
    try {
      foreach (var item in items) {
        if (item > 0 && limit > 0 && item < limit) {
          x = 1;
        } else if (item > 2) {
          x = 2;
        } else {
          switch (item) {
            case 1: x = 3; break;
            case 2: x = 4; break;
            default: x = 5; break;
          }
        }
      }
    } catch (Exception) {
      x = 6;
    }
  }
}
`,
  ],
  [
    "ruby",
    "Box.shape 9 10 3 2",
    `
//- /box.rb
class Box
  def shape(items, limit)
    for item in items
      if item && limit && item < limit
        x = 1
      elsif item > 2
        x = 2
      else
        case item
        when 1 then x = 3
        when 2 then x = 4
        else x = 5
        end
      end
    end
  rescue ArgumentError
    x = 6
  end
end
`,
  ],
  [
    "php",
    "Box.shape 9 10 3 2",
    `
//- /Box.php
<?php
class Box {
  function shape(array $items, int $limit): void {
    try {
      foreach ($items as $item) {
        if ($item && $limit && $item < $limit) {
          $x = 1;
        } elseif ($item > 2) {
          $x = 2;
        } else {
          switch ($item) {
            case 1: $x = 3; break;
            case 2: $x = 4; break;
            default: $x = 5;
          }
        }
      }
    } catch (Exception $e) {
      $x = 6;
    }
  }
}
`,
  ],
];

for (const [language, expected, fixture] of SHAPES) {
  Deno.test(`complexity: ${language}: branches, nesting and parameters`, () => {
    assert.deepEqual(figures(fixture), [expected]);
  });
}

Deno.test("complexity: a condition costs one for each run of like operators, brackets or not", () => {
  assert.deepEqual(
    figures(`
//- /a.js
const one = (a, b, c) => a && b && c;
const two = (a, b, c) => a && (b || c);
const three = (a, b, c) => a && !(b && c);
const four = (a, b, c, d) => a && b || c && d;
const none = (a, b) => a ?? b;
`),
    ["one 3 1 0 3", "two 3 2 0 3", "three 3 2 0 3", "four 4 3 0 4", "none 2 0 0 2"],
  );
});

Deno.test("complexity: functions inside count one level deeper for the outer one, unless it only declares them", () => {
  assert.deepEqual(
    figures(`
//- /a.py
def outer(a):
    def inner(b):
        if b:
            return 1
    if a:
        return inner
//- /b.py
def decorator(a):
    def inner(b):
        if b:
            return 1
    return inner
//- /c.go
package c

func outer(a int) {
	defer func() {
		if a > 1 {
			return
		}
	}()
}
`),
    ["outer 2 3 2 1", "outer.inner 2 1 1 1", "decorator 1 0 0 1", "decorator.inner 2 1 1 1", "outer 2 2 2 1"],
  );
});

Deno.test("complexity: recursion, labels and goto cost one, plain break and early return nothing", () => {
  assert.deepEqual(
    figures(`
//- /a.js
function factorial(n) { return n * factorial(n - 1); }
function jumps() { outer: while (x) { while (y) { if (z) continue outer; break; } } return; }
//- /a.c
void leave(int a) {
#if defined(A) && defined(B)
  if (a) goto out;
#endif
  out: return;
}
`),
    ["factorial 1 1 0 1", "jumps 4 7 3 0", "leave 2 2 1 1"],
  );
});

Deno.test("complexity: else with an if in a block is nested, else if is not", () => {
  assert.deepEqual(
    figures(`
//- /a.js
function flat(a) { if (a) {} else if (b) {} }
function nested(a) { if (a) {} else { if (b) {} } }
//- /a.rb
def deep(a)
  if a
    1
  else
    if b
      2
    end
  end
end
`),
    ["flat 3 2 1 1", "nested 3 4 2 1", "deep 3 4 2 1"],
  );
});

Deno.test("complexity: deep nesting and long conditions end without trouble", () => {
  const deep = "if (a) {".repeat(400) + "}".repeat(400);
  const long = Array.from({ length: 20_000 }, (_, n) => `a${n}`).join(" &&\n");
  const { functions } = measurer.measure(
    `function f() { ${deep} }\nfunction g() { return ${long}; }`,
    "javascript",
  );
  assert.deepEqual(functions.map((one) => one.cyclomatic), [401, 20_000]);
  assert.deepEqual(functions.map((one) => one.cognitive), [400 * 401 / 2, 1]);
});

Deno.test("complexity: what cannot be measured is a gap", () => {
  assert.deepEqual(measurer.measure("x: 1", "yaml").gaps, ["complexity is not measured for yaml"]);
  assert.deepEqual(measurer.measure("x", undefined).gaps, [
    "complexity is not measured for this kind of file",
  ]);
});

Deno.test("complexity: the data names languages, node types, fields and operators that exist", () => {
  for (const [language, config] of Object.entries(COMPLEXITY)) {
    assert(languageConfig(language), language);
    const source = parser.source("", language);
    assert(typeof source !== "string", `${language}: ${source}`);
    const { tables } = source;
    const full = complexityConfig(language)!;
    const lists = [
      ...[
        full.functions,
        full.closures,
        full.ifs,
        full.elseIfs,
        full.elses,
        full.loops,
        full.switches,
        full.catches,
      ],
      ...[full.ternaries, full.compileTime],
      ...[full.cases, full.booleans, full.assignments, full.decisions, full.jumps].map((map) =>
        map && Object.keys(map)
      ),
    ];
    const names = lists.flatMap((list) => list ?? []);
    for (const name of names) assert(tables.typeIds(name).length > 0, `${language}: no node type ${name}`);
    assert.equal(new Set(names).size, names.length, `${language}: a node type is two things`);
    for (const field of Object.values(full.decisions ?? {})) {
      assert(field === "" || tables.fieldId(field) > 0, `${language}: no field ${field}`);
    }
    for (const child of Object.values(full.jumps ?? {})) {
      assert(child === "" || tables.typeIds(child).length > 0, `${language}: no node type ${child}`);
    }
    assert(
      config.inherits === undefined || COMPLEXITY[config.inherits],
      `${language}: inherits ${config.inherits}`,
    );
  }
});
