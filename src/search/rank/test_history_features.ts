import type { History } from "../../history/history.ts";
import type { FeatureGroup } from "./features.ts";
import { bestFiles } from "./neighbour_features.ts";

/** Tests that speak for what changes with them. */
const TESTS = 20;
/** Commits with more files say nothing about coupling. */
const MOST_FILES = 20;

/**
 * What changes together with the tests that resemble the question. Tests spell out behaviour in the words of users;
 * git knows which code their authors changed along with them.
 */
export function testHistoryGroup(history: History): FeatureGroup {
  return {
    id: "test_history",
    specs: [
      { id: "with_tests", doc: "changed together with the tests like the question", scaling: "peak" },
      { id: "with_tests_share", doc: "the same by how often each of these tests changed", scaling: "peak" },
    ],
    compute(context) {
      const { index, paths } = context;
      const sum = new Float32Array(index.files.count);
      const share = new Float32Array(index.files.count);
      const columns = new Map([["with_tests", sum], ["with_tests_share", share]]);
      if (history.commits.count === 0) return columns;
      for (const [test, weight] of bestFiles(context, (file) => paths.test[file] === 1, TESTS)) {
        const path = history.numberOf(index.files.paths[test]!);
        if (path === undefined) continue;
        const changes = Math.max(1, history.commitsOf(path).length);
        for (const [other, value] of history.coChange([[path, weight]], { maxFiles: MOST_FILES })) {
          const file = index.files.numberOf(history.paths[other]!);
          if (file === undefined) continue;
          const part = value / Math.sqrt(Math.max(1, history.commitsOf(other).length));
          sum[file]! += part;
          share[file]! += part / changes;
        }
      }
      return columns;
    },
  };
}
