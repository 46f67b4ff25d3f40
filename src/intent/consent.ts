import index from "../../config/triggers.index.json" with { type: "json" };
import { clip } from "./segments.ts";
import { simplify } from "../text/traditional.ts";

/** The phrase that allows deep analysis; undefined when there is none or it is negated ("no deep analysis", 不要深度分析). */
export function deepConsent(prompt: string): string | undefined {
  return phraseIn(prompt, index.consent.en, index.consent.zh);
}

/** The phrase that means what is not committed yet ("my changes", 我的改动); undefined when there is none or it is negated. */
export function uncommittedPhrase(prompt: string): string | undefined {
  return phraseIn(prompt, index.consent.changesEn, index.consent.changesZh);
}

function phraseIn(
  prompt: string,
  english: readonly string[],
  chinese: readonly string[],
): string | undefined {
  const text = simplify(clip(prompt).toLowerCase());
  const has = (phrase: string, isRight: (at: number) => boolean): boolean => {
    let at = text.indexOf(phrase);
    while (at !== -1 && !isRight(at)) at = text.indexOf(phrase, at + 1);
    return at !== -1;
  };
  return english.find((one) => has(one, (at) => isWord(text, at, one.length) && !negatedEnglish(text, at))) ??
    chinese.find((one) => has(one, (at) => !negatedChinese(text, at)));
}

function isWord(text: string, at: number, size: number): boolean {
  return !/[a-z0-9]/.test(`${text[at - 1] ?? ""}${text[at + size] ?? ""}`);
}

/** A negation among the five words before, in the same clause. */
function negatedEnglish(text: string, at: number): boolean {
  const clause = text.slice(Math.max(0, at - 60), at).split(/[.!?;\n]|,\s*(?=but |please |just )/).at(-1) ??
    "";
  const before = clause.replaceAll("’", "'").split(/[^a-z']+/).filter((word) => word !== "").slice(-5);
  const two = before.join(" ");
  return index.consent.negations.some((word) =>
    word.includes(" ") ? two.includes(word) : before.includes(word)
  );
}

/** A negation among the eight characters before, in the same clause. */
function negatedChinese(text: string, at: number): boolean {
  const clause = text.slice(Math.max(0, at - 8), at).split(/[，。；！？,.;!?\n]/).at(-1) ?? "";
  return index.consent.zhNegations.some((word) => clause.includes(word));
}
