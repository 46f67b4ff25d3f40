import { messageWords } from "../text/message_words.ts";

/** Longer texts are no messages. UTF-16 units. */
export const LONGEST_MESSAGE = 300;
/** Part of a prompt that is searched. UTF-16 units. */
const LONGEST_PROMPT = 4000;
const MOST_MESSAGES = 6;
/** Words of a message, and letters of such a word, at least. */
const FEWEST_WORDS = 2;
const WORD = 4;
/** Text behind a label such as `error:`. */
const LABELLED =
  /(?:\b(?:errors?|exception|panic|warning|fatal|message|says?|logs?|prints?|reads)|报错?|错误(?:信息)?|提示|显示|输出|返回|日志|异常|警告)\s*[:：]\s*([^\n]{12,300})/gi;
/** Text in one piece, such as `--line-range`, is a name. */
const SEVERAL_WORDS = /\S\s\S|[\u3040-\u9fff]/;

/**
 * The messages that a prompt reports, the most specific first: its quotations and text after "error:". Of a nested message
 * ("cannot save: disk quota exceeded") the parts too, the innermost first, since that one names the cause.
 *
 * @param quoted the prompt's quotations, and the messages of its traces
 */
export function messageTexts(prompt: string, quoted: readonly string[]): string[] {
  const labelled = [...prompt.slice(0, LONGEST_PROMPT).matchAll(LABELLED)].map(([, text]) => unquoted(text!));
  const found = [...quoted, ...labelled].filter(({ length }) => length <= LONGEST_MESSAGE);
  return [...new Set(found.flatMap(nested).filter(isMessage))].slice(0, MOST_MESSAGES);
}

function isMessage(text: string): boolean {
  return SEVERAL_WORDS.test(text) &&
    messageWords(text).filter(({ length }) => length >= WORD).length >= FEWEST_WORDS;
}

/** Returns the content of the quotes that a text begins with, else all of it. */
function unquoted(text: string): string {
  const end = "\"'`".includes(text[0]!) ? text.indexOf(text[0]!, 1) : -1;
  return end < 0 ? text : text.slice(1, end);
}

/** All of it, then the parts that colons join, the innermost first. */
function nested(text: string): string[] {
  const parts = text.split(": ").filter((part) => part.trim() !== "");
  return parts.length < 2 ? [text] : [text, ...parts.toReversed()];
}
