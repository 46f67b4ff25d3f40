import assert from "node:assert/strict";
import { Measurer } from "../../../src/syntax/complexity/measure.ts";
import { testParser } from "../support.ts";
import figures from "./reference/figures.json" with { type: "json" };
import { FUNCTIONS, generate } from "./reference/generated.ts";

/**
 * The figures were recorded by `reference/record.ts` from ESLint and eslint-plugin-sonarjs (JavaScript, TypeScript), gocyclo
 * and gocognit (Go) and pmccabe (C, cyclomatic only).
 */

const measurer = new Measurer(await testParser());
const LANGUAGES = { js: "javascript", ts: "typescript", go: "go", c: "c" } as const;

for (const kind of ["js", "ts", "go", "c"] as const) {
  Deno.test(`complexity: ${FUNCTIONS} generated functions in ${LANGUAGES[kind]} measure as the reference tools say`, () => {
    const { functions, gaps } = measurer.measure(generate(kind), LANGUAGES[kind]);
    assert.deepEqual(gaps, []);
    const recorded: readonly (readonly number[])[] = figures[kind];
    assert.equal(recorded.length, FUNCTIONS);
    const ours = functions.map((one) => [one.cyclomatic, one.cognitive].slice(0, recorded[0]!.length));
    assert.deepEqual(ours, recorded);
  });
}
