import type { QueryTerms, Question } from "../model/question.ts";
import { clip, segment, type Segments } from "./segments.ts";
import { framesIn } from "./frames.ts";
import { subjectsOf } from "./subjects.ts";
import { termsOf } from "./terms.ts";
import { loneName } from "./lone_name.ts";
import { readMentions } from "./mentions.ts";

/** Longer texts are reports: they mention tests, documents and paths without asking for them. UTF-16 units. */
export const SHORT_PROMPT = 400;

/** Reads a text that is known to be a question about code; one word alone may be a name, too. */
export function readQuestion(text: string): Question {
  const clipped = clip(text);
  const parts = segment(clipped);
  const terms = termsOf(parts, readMentions(parts.prose));
  const name = terms.identifiers.length === 0 ? loneName({ terms }, clipped) : undefined;
  return questionOf(clipped, parts, name === undefined ? terms : { ...terms, identifiers: [name] });
}

/** Same as {@link readQuestion} for a text already taken apart. */
export function questionOf(text: string, parts: Segments, terms: QueryTerms): Question {
  const traces = parts.trace.reduce((sum, line) => sum + line.length + 1, 0);
  return {
    terms,
    frames: framesIn(text),
    isReport: text.length - traces > SHORT_PROMPT,
    subjects: subjectsOf(parts.prose),
  };
}
