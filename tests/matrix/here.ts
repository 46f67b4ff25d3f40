import { fileText } from "../../src/model/decode.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import { ciCallChain } from "../../src/tools/ci_call_chain.ts";
import { ciImpact } from "../../src/tools/ci_impact.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";
import type { Answer, Asked } from "./client.ts";

/** One parser for all: each loads its grammars into the same core. */
const parser = await testParser();

/** The tools over a repository in memory, with the grammars of the compiled program: no process, no file. */
export function askHere(fixture: string): Asked {
  const texts = new Map(
    [...parseFixture(fixture)].map(([path, text]) => [path, fileText(path, new TextEncoder().encode(text))]),
  );
  const files = [...texts].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(files, parser);
  const context = {
    index: { open: () => Promise.resolve({ index, pending: [] }) },
    history: { open: () => Promise.resolve(undefined) },
    base: { read: () => Promise.resolve(new Map()) },
    files: filesOf((path) => texts.get(path)),
    clock: () => 0,
    deadline: 1000,
  } as unknown as ToolContext;
  return {
    call: async (tool, args) => {
      const ask = tool === "ci_impact" ? ciImpact : ciCallChain;
      const { summary, gaps, data, items } = await ask(args, context);
      return {
        text: [summary, ...gaps].join("\n"),
        data: data as Answer["data"],
        symbols: items.map(({ symbol }) => symbol),
      };
    },
  };
}
