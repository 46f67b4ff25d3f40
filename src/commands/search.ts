import { LIMITS } from "../model/limits.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import type { Findings } from "../model/findings.ts";
import type { Request } from "../model/request.ts";
import { readIntent } from "../orchestrator/intent/intent.ts";
import { readSmallFile } from "../platform/host_files.ts";
import { seal, sealLine } from "../safety/seal.ts";
import type { CommandIo } from "./io.ts";
import { loadSettings } from "./load_settings.ts";
import { openWorld } from "./open_world.ts";

/** What was typed after `auto-tools search`. */
export interface SearchCommand {
  /** The question; absent: it is read from stdin. */
  readonly query?: string;
  readonly queryFile?: string;
  readonly json: boolean;
  readonly limit: number;
  /** Glob. */
  readonly path?: string;
  /** Id of a language. */
  readonly language?: string;
  readonly role?: string;
}

const DEFAULT_LIMIT = 10;
const HIGHEST_LIMIT = 100;
const LARGEST_QUERY = 1024 * 1024;
const ROLES = ["code", "test", "doc", "data"];
const CAP = { limit: 10_000, unit: "UTF-16 units" } as const;

/** `auto-tools search [QUERY] [--query-file F] [--json] [--limit N] [--path GLOB] [--lang L] [--kind K]`. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const command = parseSearch(args);
  const query = await readQuery(command, io);
  const findings = await find(query, command, io);
  io.out(command.json ? jsonOf(findings) : textOf(findings));
  return 0;
}

/** Reads the arguments; throws a Failure that names the wrong one. */
export function parseSearch(args: readonly string[]): SearchCommand {
  const words: string[] = [];
  const values = new Map<string, string>();
  let json = false;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--json") json = true;
    else if (argument === "--") {
      words.push(...args.slice(i + 1));
      break;
    } else if (argument.startsWith("--")) {
      const at = argument.indexOf("=");
      const name = at < 0 ? argument : argument.slice(0, at);
      if (!["--query-file", "--limit", "--path", "--lang", "--kind"].includes(name)) {
        throw new Failure("invalidArgs", `unknown option: ${argument}`);
      }
      const value = at < 0 ? args[++i] : argument.slice(at + 1);
      if (value === undefined || value === "") throw new Failure("invalidArgs", `missing value: ${name}`);
      values.set(name, value);
    } else words.push(argument);
  }
  return commandOf(words, values, json);
}

function commandOf(
  words: readonly string[],
  values: ReadonlyMap<string, string>,
  json: boolean,
): SearchCommand {
  const limit = Number(values.get("--limit") ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > HIGHEST_LIMIT) {
    throw new Failure(
      "invalidArgs",
      `limit is a number from 1 to ${HIGHEST_LIMIT}: ${values.get("--limit")}`,
    );
  }
  const role = values.get("--kind");
  if (role !== undefined && !ROLES.includes(role)) {
    throw new Failure("invalidArgs", `kind is one of ${ROLES.join(", ")}: ${role}`);
  }
  const optional = {
    ...(words.length > 0 && { query: words.join(" ") }),
    ...(values.has("--query-file") && { queryFile: values.get("--query-file")! }),
    ...(values.has("--path") && { path: values.get("--path")! }),
    ...(values.has("--lang") && { language: values.get("--lang")! }),
    ...(role !== undefined && { role }),
  };
  return { json, limit, ...optional };
}

async function readQuery({ query, queryFile }: SearchCommand, io: CommandIo): Promise<string> {
  if (queryFile !== undefined) {
    const path = queryFile.startsWith("/") ? queryFile : `${io.cwd}/${queryFile}`;
    const text = readSmallFile(path, LARGEST_QUERY);
    if (text === undefined) throw new Failure("invalidArgs", `cannot read the query file: ${queryFile}`);
    return text;
  }
  const text = query ?? await io.stdin();
  if (text.trim() === "") {
    throw new Failure("invalidArgs", "missing query: give it as an argument, a file or on stdin");
  }
  return text;
}

async function find(query: string, command: SearchCommand, io: CommandIo): Promise<Findings> {
  const request: Request = { client: "terminal", event: "cli", prompt: query, cwd: io.cwd };
  const world = await openWorld(request, await loadSettings(io.cwd), { cap: CAP });
  if (world.settings === undefined) throw new Failure("repoRoot", world.limits.at(-1) ?? LIMITS.noGitRoot);
  const host = world.host();
  const timeoutMs = world.settings["tools.ci_search.timeout_ms"].value;
  const { limit, path, language, role } = command;
  const args = { query, terms: readIntent(query).terms, limit, mode: "keyword", path, language, role };
  try {
    const call = { tool: "ci_search", tier: 1, reason: "asked for", args, timeoutMs } as const;
    return await host.run(call, { timeLeftMs: timeoutMs, onPartial: () => {} });
  } finally {
    host.abort();
  }
}

/** Everything that comes from the repository is sealed: agents read this output too. */
function jsonOf(findings: Findings): string {
  const { functions = [] } = (findings.data ?? {}) as { functions?: readonly string[] };
  const results = findings.items.map((item) => ({
    path: sealLine(item.path).text,
    range: { start: item.startLine, end: item.endLine },
    ...(item.symbol !== undefined && { symbol: sealLine(item.symbol).text }),
    score: item.score,
    reasons: item.reasons,
    ...(item.snippet &&
      { snippet: { startLine: item.snippet.startLine, text: seal(item.snippet.text).text } }),
  }));
  const document = {
    files: [...new Set(results.map((result) => result.path))],
    functions: functions.map((name) => sealLine(name).text),
    results,
    strength: findings.strength,
    gaps: findings.gaps,
    summary: findings.summary,
  };
  return `${JSON.stringify(document)}\n`;
}

function textOf(findings: Findings): string {
  if (findings.items.length === 0) return `nothing found: ${findings.summary}\n`;
  const lines = findings.items.map((item) => {
    const symbol = item.symbol === undefined ? "" : `  ${sealLine(item.symbol).text}`;
    return `${sealLine(item.path).text}:${item.startLine}-${item.endLine}${symbol}\n    ${
      sealLine(item.claim).text
    }`;
  });
  return `${lines.join("\n")}\n${[findings.summary, ...findings.gaps].join("; ")}\n`;
}
