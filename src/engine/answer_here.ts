import { thinHint } from "../intent/hint.ts";
import type { Delivery } from "../model/answer.ts";
import { deliveryOf } from "../pipeline/delivery.ts";
import { sessionMemory } from "../pipeline/session_notes.ts";
import { openState } from "../platform/state_files.ts";
import { answerRequest } from "./answer.ts";
import type { PromptQuestion, PromptReply } from "../model/prompt.ts";
import type { Prewarm } from "./prewarm.ts";
import { notesOf } from "../timeline/journal.ts";
import { informedIntent } from "./informed_intent.ts";
import { openRecord } from "./open_record.ts";

/** Answers a prompt in this process. */
export async function answerHere(
  { request, plain, resolved, cap, isTurn, asksModels }: PromptQuestion,
  { started, waitedMs }: { readonly started: Prewarm; readonly waitedMs: number },
): Promise<PromptReply | undefined> {
  const { settings } = resolved;
  const intent = await informedIntent({ request, plain, isTurn }, settings);
  const { kind } = intent;
  const hint = thinHint(intent);
  const isMeant = kind !== "none" || settings.enabled.value === "on";
  if (!isMeant || hint !== undefined) return { idle: { kind, hint } };
  let note: (delivery: Delivery) => void = () => {};
  let notes = "";
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    started,
    waitedMs,
    asksModels,
    prepare: (root) => {
      if (!isTurn) return;
      const state = openState(root);
      notes = notesOf(state, request);
      note = openRecord(state, request, settings);
    },
    endsInTime: true,
    given: () => sessionMemory(notes),
  });
  if (!answer.request) return undefined;
  const delivery = deliveryOf(answer);
  note(delivery);
  return { delivery, isFirst: request.sessionId !== undefined && notes === "" };
}
