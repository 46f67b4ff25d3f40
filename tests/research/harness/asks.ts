import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { readQuestion } from "../../../src/intent/question.ts";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { Memo } from "../../../src/model/memo.ts";
import type { RepositoryFiles } from "../../../src/model/calls.ts";
import { queryFor } from "../../../src/search/ask_index.ts";
import type { SearchQuery } from "../../../src/search/query/search_query.ts";
import { queryOf } from "../../support/query.ts";
import { LEXICAL_GROUPS } from "../../../src/search/rank/feature_table.ts";
import type { FeatureGroup } from "../../../src/search/rank/features.ts";
import { locateGroups } from "../../../src/search/rank/history_features.ts";
import type { Definition } from "../../../src/syntax/parsed_file.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import type { Case } from "./mirror.ts";
import { mirrorOf, readCases } from "./mirror.ts";
import { historyAt, readLog } from "./mirror_history.ts";

/** A question with the index it is asked of, and what answers it. */
export interface Ask {
  readonly repo: string;
  /** A report of a fault: its repository's history is at hand. */
  readonly isReport: boolean;
  /** A question about another repository. */
  readonly isForeign?: boolean;
  readonly query: SearchQuery;
  readonly index: LexicalIndex;
  readonly groups: readonly FeatureGroup[];
  readonly isRightFile: (file: number) => boolean;
  readonly isRightDefinition: (file: number, definition: Definition) => boolean;
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

interface Question {
  readonly repo: string;
  readonly commit: string;
  readonly en?: string;
  readonly zh?: string;
  readonly primary: readonly Place[];
}

const SETS = ["lite-dev", "verified-dev", "multilingual-dev"];
/** Share of a definition's lines, or of the answer's, that the other has to cover to be the same. */
const SAME = 0.5;

/**
 * The questions of parts of the bank, in both languages; repositories without a mirror are left out.
 *
 * @param foreign questions of other repositories that each is asked besides, which nothing in it answers; default: none
 */
export async function* bankAsks(
  parts: readonly string[],
  places: { readonly mirrors: string; readonly cacheDir: string },
  foreign = 0,
): AsyncGenerator<Ask> {
  const questions = parts.flatMap((part) =>
    readFileSync(new URL(`../../questions/${part}.jsonl`, import.meta.url), "utf8").trim().split("\n")
      .map((line): Question => JSON.parse(line))
  );
  for (const [repo, mine] of Map.groupBy(questions, (one) => one.repo)) {
    const opened = await open(repo, mine[0]!.commit, places);
    if (!opened) continue;
    const { index } = opened;
    const others = questions.filter((one) => one.repo !== repo);
    const apart = Math.floor(others.length / Math.max(1, foreign));
    const unanswered = Array.from({ length: foreign }, (_, at) => ({ ...others[at * apart]!, primary: [] }));
    for (const { en, zh, primary } of [...mine, ...unanswered]) {
      for (const text of [en, zh]) {
        if (text === undefined) continue;
        const query = await queryFor(text, { index, question: readQuestion(text) });
        const right = (path: string): readonly Place[] => primary.filter((one) => one.path === path);
        yield {
          repo,
          isReport: false,
          isForeign: primary.length === 0,
          query,
          index,
          groups: LEXICAL_GROUPS,
          isRightFile: (file) => right(index.files.paths[file]!).length > 0,
          isRightDefinition: (file, definition) =>
            right(index.files.paths[file]!).some((place) => isSame(place, definition)),
        };
      }
    }
  }
}

/** Reports of faults with the files and definitions that their fixes changed. */
export async function* reportAsks(
  places: { readonly evalDir: string; readonly mirrors: string; readonly cacheDir: string },
): AsyncGenerator<Ask> {
  for (const [repo, mine] of Map.groupBy(readCases(places.evalDir, SETS), (one) => one.repo)) {
    const gitDir = mirrorOf(repo, places);
    if (gitDir === undefined) continue;
    const contents = await contentsOf(repo, mine, gitDir, places.cacheDir);
    const log = readLog(gitDir, mine.map((one) => one.base_commit));
    for (const one of mine) {
      const index = caseIndex(contents, listingOf(one, gitDir, places.cacheDir));
      const files = new Set(one.gold_files);
      const definitions = new Set(one.gold_functions);
      yield {
        repo,
        isReport: true,
        query: queryOf(one.query),
        index,
        groups: locateGroups(historyAt(gitDir, one.base_commit, log)),
        isRightFile: (file) => files.has(index.files.paths[file]!),
        isRightDefinition: (file, { qualifiedName }) =>
          definitions.has(`${index.files.paths[file]}:${qualifiedName}`),
      };
    }
  }
}

async function open(
  repo: string,
  commit: string,
  places: { readonly mirrors: string; readonly cacheDir: string },
): Promise<{ readonly index: LexicalIndex; readonly files: RepositoryFiles } | undefined> {
  const gitDir = mirrorOf(repo, places);
  if (gitDir === undefined) return undefined;
  const item: Case = { id: repo, repo, lang: "", base_commit: commit, gold_files: [], query: "", set: "" };
  const contents = await contentsOf(repo, [item], gitDir, { ...places }.cacheDir);
  const read: RepositoryFiles["read"] = (path) => {
    const shown = spawnSync("git", ["--git-dir", gitDir, "show", `${commit}:${path}`], {
      maxBuffer: 1 << 26,
    });
    return shown.status === 0
      ? { ok: true, text: new TextDecoder().decode(shown.stdout) }
      : { ok: false, reason: "missing" };
  };
  const files: RepositoryFiles = {
    list: () => [],
    version: () => undefined,
    memo: new Memo(undefined),
    read,
  };
  return { index: caseIndex(contents, listingOf(item, gitDir, places.cacheDir)), files };
}

function isSame({ start, end }: Place, { startLine, endLine }: Definition): boolean {
  const shared = Math.min(end, endLine) - Math.max(start, startLine) + 1;
  return shared >= SAME * (end - start + 1) && shared >= SAME * (endLine - startLine + 1);
}
