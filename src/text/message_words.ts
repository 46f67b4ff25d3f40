/** Values that programs fill in: `%s`, `{name}`, `${name}`, `#{name}`, `<name>`, numbers, a quoted name. */
const PUT_IN = /\\?["'`][^"'`\s]{1,60}["'`]|%[-+#0-9.]*[a-zA-Z]|[$#]?\{[^}]*\}|<\w+>|\b\d[\w.:]*|\.\.\./g;

/** Lower-case words without what programs put in. */
export function messageWords(text: string): string[] {
  return text.replace(PUT_IN, " ").toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
