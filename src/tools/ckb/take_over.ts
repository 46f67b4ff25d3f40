import { counted } from "../../model/counted.ts";
import type { CkbAnswer, CkbQuestion } from "../../model/ckb.ts";
import type { Findings } from "../../model/findings.ts";
import type { ToolCall } from "../../model/plan.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import type { ChainData } from "../ci_call_chain.ts";
import type { Hotspots } from "../../history/hotspots/rows.ts";
import { callsFrom } from "./calls.ts";
import { hotspotsFrom } from "./hotspots.ts";
import { type AskedServer, lastPart, PlaceCheck } from "./places.ts";
import { referencesFrom } from "./references.ts";
import { relatedFrom, relatedQuestions } from "./related.ts";

/** Asks the server; the answer, or why there is none. `timeLeft` in milliseconds. */
export type AskCkb = (question: CkbQuestion, timeLeft: number) => Promise<CkbAnswer | string>;

/** Where a call was answered. */
export interface TakeOver {
  readonly ask: AskCkb;
  readonly files: RepositoryFiles;
  /** Absolute path of the repository. */
  readonly root: string;
  /** Milliseconds. */
  readonly timeLeft: number;
}

/**
 * What the built-in engine found, replaced by what the server says as far as that stands in the repository. Without a
 * usable answer the built-in findings stay, with the reason.
 */
export async function takeOver(call: ToolCall, builtIn: Findings, options: TakeOver): Promise<Findings> {
  const questions = questionsFor(call, builtIn, options.files);
  if (questions.length === 0) return builtIn;
  const answers = await Promise.all(questions.map((question) => options.ask(question, options.timeLeft)));
  const given = answers.map((answer) => typeof answer === "string" ? undefined : answer);
  const why = answers.find((answer) => typeof answer === "string");
  if (why !== undefined && given.every((answer) => !answer)) return { ...builtIn, ckbUnavailable: why };
  const check = new PlaceCheck(options.files, options.root);
  const findings = findingsFrom(given, { call, builtIn, check });
  if (!findings) return { ...builtIn, ckbUnavailable: NOTHING_HERE };
  const gaps = check.refused > 0
    ? [`not in this repository: ${counted(check.refused, "place")} named by ckb`]
    : [];
  return { ...findings, gaps: [...findings.gaps, ...gaps] };
}

const NOTHING_HERE = "its answer names nothing that is in this repository";

function findingsFrom(
  answers: readonly (CkbAnswer | undefined)[],
  asked: AskedServer,
): Findings | undefined {
  const { call } = asked;
  if (call.tool === "ci_graph_rag") {
    const calls = answers.map((answer) => answer?.is === "calls" ? answer : undefined);
    return relatedFrom(calls, asked);
  }
  const [answer] = answers;
  switch (answer?.is) {
    case "calls":
      return callsFrom(answer, asked);
    case "references":
      return referencesFrom(answer, lastPart(targetOf(call)), asked);
    case "hotspots":
      return hotspotsFrom(answer, asked);
    case undefined:
      return undefined;
  }
}

function questionsFor(call: ToolCall, builtIn: Findings, files: RepositoryFiles): CkbQuestion[] {
  const { args, tool } = call;
  if (tool === "ci_graph_rag") return relatedQuestions(builtIn);
  if (tool === "ci_hotspot") {
    const since = (builtIn.data as Hotspots | undefined)?.since;
    return [{ ask: "hotspots", top: Number(args["top"] ?? 20), ...(since !== undefined && { since }) }];
  }
  const target = targetOf(call);
  // A whole file is no symbol.
  if (files.list().some((file) => file.path === target.replace(/^\.\//, ""))) return [];
  const chain = builtIn.data as { readonly callers?: ChainData; readonly callees?: ChainData } | undefined;
  const place = chain?.callers ?? chain?.callees;
  const name = lastPart(place?.symbol ?? target);
  if (name === "") return [];
  if (tool === "ci_impact") return [{ ask: "references", symbol: { name } }];
  return [{
    ask: "calls",
    symbol: { name, ...(place && { path: place.path, line: place.start_line }) },
    direction: directionOf(args["direction"]),
    depth: Number(args["depth"] ?? 2),
    usage: args["trace_usage"] === true,
  }];
}

function targetOf({ args }: ToolCall): string {
  return String(args["symbol"] ?? args["file"] ?? "");
}

function directionOf(value: unknown): "callers" | "callees" | "both" {
  return value === "callers" || value === "callees" ? value : "both";
}
