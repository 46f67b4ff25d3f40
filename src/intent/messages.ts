import { messageWords } from "../text/message_words.ts";

/** Longer texts are no messages. UTF-16 units. */
const LONGEST = 300;
/** Part of a prompt that is searched. UTF-16 units. */
const LONGEST_PROMPT = 4000;
const MOST_MESSAGES = 6;
/** Words of a message, and letters of such a word, at least. */
const FEWEST_WORDS = 2;
const WORD = 4;
/** Text behind a label such as `error:`. */
const LABELLED =
  /(?:\b(?:errors?|exception|panic|warning|fatal|message|says?|logs?|prints?|reads)|报错?|错误(?:信息)?|提示|显示|输出|返回|日志|异常|警告)\s*[:：]\s*([^\n]{12,300})/gi;
/** A message that a sentence goes on with: `it fails with connection pool exhausted when ...`. */
const REPORTED =
  /\b(?:fail(?:s|ed|ing)?|die[sd]?|end(?:s|ed)?|abort(?:s|ed)?|crash(?:es|ed)?|reject(?:s|ed)?|refused?|answer(?:s|ed)?|exit(?:s|ed)?|complains?|greeted) with:? ([^\n,;]{12,200})/gi;
const SENTENCE_GOES_ON =
  /(?:[.!?](?=\s|$)|\s(?:after|as soon as|because|but|even|every|if|on|since|unless|when|whenever|while|although)\s).*$/i;
/** A field of a log line whose value is text: `err="dial tcp: refused \"x\""`; and that of the attempted action. */
const CAUSE = /\b(?:err(?:or)?|cause|reason|detail)=("(?:[^"\\\n]|\\.){8,400}")/gi;
const FIELD = /\b(?:msg|message)=("(?:[^"\\\n]|\\.){8,400}")/gi;
/** Head of a log line: time, level, logger. */
const LOG_HEAD =
  /^(?:\s*(?:\[[^\]\n]{1,60}\]|\d[\d:.,TZ+-]{4,}|(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|PANIC)\b:?|[\w.-]+(?:Error|Exception|Warning)\b:?|-))+\s*/i;
/** Text in one piece, such as `--line-range`, is a name. */
const SEVERAL_WORDS = /\S\s\S|[\u3040-\u9fff]/;

/**
 * The messages that a prompt reports, the most specific first: its quotations, text after "error:" or in a field of a
 * log line, and a line alone between paragraphs. Of a nested message ("cannot save: disk quota exceeded") the parts
 * too, the innermost first, since that one names the cause.
 *
 * @param quoted the prompt's quotations
 */
export function messageTexts(prompt: string, quoted: readonly string[]): string[] {
  const text = prompt.slice(0, LONGEST_PROMPT);
  const caught = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one]) => one!);
  const found = [
    ...caught(CAUSE).map(unescaped),
    ...caught(FIELD).map(unescaped),
    ...quoted,
    ...caught(LABELLED).map(unquoted),
    ...caught(REPORTED).map((one) => unquoted(one).replace(SENTENCE_GOES_ON, "")),
    ...loneLines(text),
  ];
  return [...new Set(found.filter((one) => one.length <= LONGEST).flatMap(nested).filter(isMessage))]
    .slice(0, MOST_MESSAGES);
}

function isMessage(text: string): boolean {
  return SEVERAL_WORDS.test(text) &&
    messageWords(text).filter(({ length }) => length >= WORD).length >= FEWEST_WORDS;
}

/** Returns the content of the quotes that a text begins with, else all of it. */
function unquoted(text: string): string {
  return /^(["'`])(.+)\1/.exec(text)?.[2] ?? text;
}

function unescaped(literal: string): string {
  return literal.slice(1, -1).replace(/\\(["'\\])/g, "$1");
}

/** All of it, then the parts that colons join, the innermost first. */
function nested(text: string): string[] {
  const parts = text.split(/:\s+/).filter((part) => part.trim() !== "");
  return parts.length < 2 ? [text] : [text, ...parts.toReversed()];
}

/** Pasted lines: a paragraph of one line which is no sentence of the asker's, or one that begins as logs do. */
function loneLines(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n/);
  if (paragraphs.length < 2) return [];
  return paragraphs.flatMap((paragraph) => {
    const lines = paragraph.split("\n");
    return lines.flatMap((line) => {
      const body = line.replace(LOG_HEAD, "").trim();
      const isPasted = lines.length === 1 ? !/[?.!。？！]\s*$/.test(line) : body.length < line.trim().length;
      return isPasted ? [body] : [];
    });
  });
}
