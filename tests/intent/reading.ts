import { wantedKind } from "../../src/intent/another.ts";
import { asksForFlow, endsOf } from "../../src/intent/flow.ts";
import { readFrame } from "../../src/intent/frames.ts";
import { mayMean, readIntent } from "../../src/intent/intent.ts";
import { scanTriggers } from "../../src/intent/lexicon.ts";
import { linkNames } from "../../src/intent/link_names.ts";
import { readMentions } from "../../src/intent/mentions.ts";
import { asksForOverview } from "../../src/intent/overview.ts";
import { CHUNK, readPath } from "../../src/intent/paths.ts";
import { clip, segment } from "../../src/intent/segments.ts";
import { isUntyped, typedPart } from "../../src/intent/synthetic_prompts.ts";
import { readTerms } from "../../src/intent/terms.ts";
import { asksAboutTopic } from "../../src/intent/topic.ts";

/** All that is read out of one text. */
export function read(text: string): unknown {
  const intent = readIntent(text);
  return [
    intent,
    mayMean(intent),
    asksAboutTopic(text, intent),
    segment(text),
    readMentions(text),
    readTerms(text),
    scanTriggers(text),
    [wantedKind(text), asksForFlow(text), endsOf(text), asksForOverview(text), linkNames(text)],
    [isUntyped(text), typedPart(text), clip(text)],
    text.split("\n").map(readFrame),
    (text.match(CHUNK) ?? []).map(readPath),
  ];
}
