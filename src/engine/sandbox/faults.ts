import type { Tool } from "../../ports/tool.ts";
import { Failure } from "../../model/errors.ts";
import type { Finding, Findings } from "../../model/calls.ts";
import type { ToolName } from "../../model/tools.ts";

/**
 * Faults on purpose, for tests: `CI_AUTO_TOOLS_FAULT=ci_search:hang` breaks one tool, `*:hang` all of them. Only the
 * environment can ask for one.
 */

/** Faults of a broken tool. */
export const TOOL_FAULTS = [
  "fail",
  "hang",
  "stall",
  "slow",
  "flood",
  "rubbish",
  "die",
  "throw later",
] as const;

/** A name in {@link TOOL_FAULTS}. */
export type ToolFault = (typeof TOOL_FAULTS)[number];

/** The tool itself, or the broken one that the switch asks for. */
export function withFault(name: ToolName, tool: Tool, asked: string): Tool {
  const [target, fault] = asked.split(":");
  if (target !== name && target !== "*") return tool;
  return BROKEN[fault as ToolFault]?.(name, tool) ?? tool;
}

const BROKEN: Readonly<Record<ToolFault, (name: ToolName, tool: Tool) => Tool>> = {
  fail: () => () => {
    throw new Failure("unknown", "broken on purpose");
  },
  hang: () => () => {
    for (;;);
  },
  stall: () => () => new Promise(() => {}),
  slow: (_, tool) => async (args, context) => {
    await new Promise((done) => setTimeout(done, context.deadline - context.clock() - 20));
    return await tool(args, context);
  },
  flood: (name) => (_, context) => {
    for (let i = 0; i < 2000; i++) context.partial(flood(name, 100));
    return flood(name, 100_000);
  },
  rubbish: (name) => () => RUBBISH[name.length % RUBBISH.length] as unknown as Findings,
  die: () => () => {
    self.close();
    return new Promise(() => {});
  },
  "throw later": () => () => {
    setTimeout(() => {
      throw new Error("broken on purpose, outside of the call");
    });
    return new Promise(() => {});
  },
};

function flood(tool: ToolName, count: number): Findings {
  const item: Finding = {
    path: `src/${"deep/".repeat(200)}flood.ts`,
    startLine: 1,
    endLine: 1e9,
    claim: "flood ".repeat(1000),
    score: 1,
    reasons: [],
    code: [{ startLine: 1, text: "flood\n".repeat(1000) }],
  };
  const items = Array.from({ length: count }, (_, i) => ({ ...item, startLine: i + 1 }));
  const gaps = Array.from({ length: count }, (_, i) => `gap ${i}`);
  return { tool, items, strength: "strong", gaps, summary: "x".repeat(1_000_000), data: items };
}

const RUBBISH: readonly unknown[] = [
  undefined,
  "rubbish",
  { items: "none", strength: 7, gaps: null, summary: {} },
  { items: [null, { path: 5 }, { path: "\0../../etc/passwd", startLine: NaN, endLine: -1, claim: [] }] },
];
