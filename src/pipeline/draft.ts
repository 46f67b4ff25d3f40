import type { ToolCall } from "../model/plan.ts";

/** A call before its timeout is known. */
export type Draft = Omit<ToolCall, "timeoutMs">;
