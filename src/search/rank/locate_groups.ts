import type { History } from "../../history/history.ts";
import { CALL_GROUP } from "./call_features.ts";
import { LEXICAL_GROUPS } from "./feature_table.ts";
import type { FeatureGroup } from "./features.ts";
import { historyGroup } from "./history_features.ts";
import { NEIGHBOUR_GROUP } from "./neighbour_features.ts";

/** All groups: also those that follow names from file to file, and those that need git's history. */
export function locateGroups(history: History): readonly FeatureGroup[] {
  return [...LEXICAL_GROUPS, NEIGHBOUR_GROUP, CALL_GROUP, historyGroup(history)];
}
