import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import { graphOver } from "../../../src/graph/open_graph.ts";
import { Memo } from "../../../src/model/memo.ts";
import type { RepositoryFiles } from "../../../src/model/ports.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { bodyOf } from "../../../src/search/body_of.ts";
import type { ToldPlace } from "../../../src/search/definition_findings.ts";
import { LEXICAL_GROUPS } from "../../../src/search/rank/feature_table.ts";
import type { SecondValues } from "../../../src/search/second_pass.ts";
import { bestOf, secondValues } from "../../../src/search/second_pass.ts";
import type { Definition } from "../../../src/syntax/parsed_file.ts";
import { forbiddenIn } from "./forbidden.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import type { Case } from "./mirror.ts";

/** A definition that answers a question. */
export interface Answer {
  readonly path: string;
  /** Its name, for the reader of the file. */
  readonly symbol: string;
  /** One-based. */
  readonly start: number;
  /** One-based, inclusive. */
  readonly end: number;
}

/** A question that an expert would ask about a repository: one line of JSON. */
export interface Question {
  /** `owner/name`. */
  readonly repo: string;
  /** Full id of the commit that its check-out must be at; default: whatever it is at. */
  readonly commit?: string;
  /** What is asked for, for instance `locate` or `flow`. */
  readonly kind: string;
  /** The question in English and in Chinese; either may be missing. */
  readonly en?: string;
  readonly zh?: string;
  readonly primary: readonly Answer[];
}

/** One of the definitions that are ranked again. */
export interface Candidate extends ToldPlace {
  readonly definition: Pick<Definition, "kind" | "startLine" | "endLine">;
  readonly path: string;
  readonly values: SecondValues;
  /** Which of the answers it is, -1: none. */
  readonly answer: number;
}

/** A question in one language with its candidates in the order of the first ranking. */
export interface Asked {
  readonly repo: string;
  readonly kind: string;
  readonly language: "en" | "zh";
  /** How many definitions answer it. */
  readonly answers: number;
  readonly candidates: readonly Candidate[];
}

const LANGUAGES = ["en", "zh"] as const;
/** How much longer than the answer a candidate may be, which would else hold anything: times, or lines. */
const MOST_TIMES = 3;
const MOST_MORE = 40;

/** Reads a file of questions, one object a line, without those about repositories that nothing is learnt from. */
export function readQuestions(file: string): Question[] {
  const isForbidden = forbiddenIn();
  return readFileSync(file, "utf8").split("\n").filter((line) => line !== "")
    .map((line): Question => JSON.parse(line)).filter(({ repo }) => !isForbidden(repo));
}

/**
 * The candidates of questions about one repository, by the program's own functions. Questions that are not ranked again
 * are left out.
 *
 * @param root a check-out of the repository, without changes
 * @param cacheDir where its index is kept
 */
export async function askedOf(
  questions: readonly Question[],
  root: string,
  cacheDir: string,
): Promise<Asked[]> {
  const head = git(root, "rev-parse", "HEAD");
  const repo = questions[0]?.repo ?? "";
  const other = questions.find(({ commit }) => commit !== undefined && commit !== head);
  if (other) throw new Error(`${root} is at ${head}, a question is about ${other.commit}`);
  const gitDir = git(root, "rev-parse", "--absolute-git-dir");
  const item: Case = { id: repo, repo, lang: "", base_commit: head, gold_files: [], query: "", set: "" };
  const listing = listingOf(item, gitDir, cacheDir);
  const index = caseIndex(await contentsOf(repo, [item], gitDir, cacheDir), listing);
  const asked: Asked[] = [];
  for (const question of questions) {
    for (const language of LANGUAGES) {
      const text = question[language];
      if (text === undefined) continue;
      const candidates = await candidatesOf(text, question.primary, index, filesIn(root));
      if (candidates.length === 0) continue;
      asked.push({ repo, kind: question.kind, language, answers: question.primary.length, candidates });
    }
  }
  return asked;
}

async function candidatesOf(
  text: string,
  answers: readonly Answer[],
  index: LexicalIndex,
  files: RepositoryFiles,
): Promise<Candidate[]> {
  const args = { query: text, terms: readIntent(text).terms };
  // Groups that are named are ranked once: the order is that of the first ranking.
  const found = await askIndex(index, args, { limit: 10, files, groups: LEXICAL_GROUPS });
  if (!found) return [];
  const { functions, table: { context } } = found;
  const best = bestOf(functions, context);
  if (best.length === 0) return [];
  const values = secondValues(best, context, { graph: graphOver(index), files });
  return best.map((declared, i) => {
    const { file, definition } = bodyOf(declared, index);
    const { startLine, endLine } = definition;
    const path = index.files.paths[file]!;
    const answer = answers.findIndex((one) => isAnswer({ path, startLine, endLine }, one));
    return { file, path, definition, startLine, endLine, values: values[i]!, answer };
  });
}

/** Whether a definition and an answer share half of the shorter one, and it is not much longer than the answer. */
export function isAnswer(
  { path, startLine, endLine }: Pick<Candidate, "path" | "startLine" | "endLine">,
  answer: Answer,
): boolean {
  const shared = Math.min(endLine, answer.end) - Math.max(startLine, answer.start) + 1;
  const lines = endLine - startLine + 1;
  const wanted = answer.end - answer.start + 1;
  return path === answer.path && shared > 0 && shared >= Math.min(lines, wanted) / 2 &&
    (lines <= MOST_TIMES * wanted || lines <= wanted + MOST_MORE);
}

/** The files of a check-out for one question. Only their texts are asked for. */
function filesIn(root: string): RepositoryFiles {
  return {
    list: () => [],
    version: () => undefined,
    memo: new Memo(undefined),
    read: (path) => {
      try {
        return { ok: true, text: readFileSync(`${root}/${path}`, "utf8") };
      } catch {
        return { ok: false, reason: "missing" };
      }
    },
  };
}

function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", root, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed in ${root}: ${stderr}`);
  return stdout.trim();
}
