import type { History } from "../../history/history.ts";
import { LEXICAL_GROUPS } from "./feature_table.ts";
import type { FeatureGroup } from "./features.ts";
import { historyGroup } from "./history_features.ts";

/** All groups: also those that need git's history. */
export function locateGroups(history: History): readonly FeatureGroup[] {
  return [...LEXICAL_GROUPS, historyGroup(history)];
}
