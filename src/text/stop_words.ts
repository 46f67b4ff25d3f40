/** English stop words of questions about code. */
const ENGLISH: ReadonlySet<string> = new Set(
  ("the a an of to in is it and or for on with this that be as at by if are was not from have has " +
    "had but when which would should could can may might will do does did doing you your we our my " +
    "me he she they them their its there here what how where why who so then than just also using " +
    "use used i am been being some any all no yes vs eg ie etc please tell show about into").split(" "),
);

/** True if `word` (lower case) is an English stop word. */
export function isStopWord(word: string): boolean {
  return ENGLISH.has(word);
}
