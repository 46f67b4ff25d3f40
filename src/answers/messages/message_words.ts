/** Values that programs fill in: `%s`, `{name}`, `${name}`, `#{name}`, `<name>`, numbers, an option, a quoted name. */
const PUT_IN =
  /\\?["'`][^"'`\s]{1,60}["'`]|%[-+#0-9.]*[a-zA-Z]|[$#]?\{[^}]*\}|<\w+>|\b\d[\w.:]*|--\w[\w-]*|\.\.\./g;
const ESCAPED_SPACE = /\\[nrt]/g;

/** The parts of a message between the values that programs put in, each as its words in lower case. */
export function messagePieces(text: string): string[][] {
  return text.replace(ESCAPED_SPACE, " ").split(PUT_IN).map((piece) =>
    piece.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
  );
}
