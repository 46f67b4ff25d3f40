import { isAscii } from "../model/text.ts";

/** Folds text to the plain lower-case form expected by injection rules, with a mapping of offsets to the original. */

/** Folded text with its offset mapping. */
export interface FoldedText {
  readonly text: string;
  /** Original offset of the folded character at `index`, in UTF-16 code units; `index` may be one past the end. */
  origin(index: number): number;
}

/** Homoglyphs of Latin letters in other scripts, as pairs. */
const LOOK_ALIKES = pairs(
  "аaбbвbсcԁdеeёeғfһhіiїiјjкkӏlмmнhоoрpԛqгrѕsтtцuѵvԝwхxуyʏyзz" +
    "αaβbεeηnιiκkνvοoρpτtυuχxωwγyσoμuѐeɑaɡgıiɩiʟlɴnᴏoʀrꜱsᴛtᴜuᴠvᴡwᴢzᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkᴍmᴘpꞯq",
);

/** Traditional characters in the words of the Chinese rules, paired with the simplified ones. */
const SIMPLIFIED = pairs(
  "無无視视請请輸输統统顯显執执運运設设規规則则開开從从現现訴诉戶户發发絕绝應应須须務务權权進进來来說说對对話话這这個个們们關关閉闭過过濾滤審审" +
    "內内環环變变鑰钥碼码將将傳传訊讯詞词為为會会後后時时間间復复據据員员標标資资遵遵準准條条約约錄录號号洩泄創创導导營营腳脚該该隱隐瞞瞒確确認认許许調调" +
    "終终讀读寫写項项網网裝装僅仅總总擬拟當当與与際际優优級级檔档庫库礎础倫伦護护欄栏難难處处檢检查查議议諭谕棄弃丟丢捨舍",
);

/**
 * Replacements after folding case, width and homoglyphs: a line break with the following comment leader becomes a line
 * break, quotation and emphasis marks are removed, with the prefix of a string (`f"`), joints of identifiers and runs of
 * blanks become one blank, and separators between single Chinese characters are removed.
 */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/\r?\n[ \t]*(?:\/\/+|#(?!#)|\*+(?!\/)|--(?!-)|;+|%+|>+|\|)?[ \t]*/g, "\n"],
  [/(?:(?<![a-z0-9_])[bfru]{1,2}(?="))?["`*~\u201C\u201D]+/g, ""],
  [/(?<=[a-z0-9])[_+-](?=[a-z0-9])/g, " "],
  [/[ \t\u3000]{2,}|[\t\u3000]/g, " "],
];
const HAN_STEPS: typeof STEPS = [...STEPS, [
  /(?<=[\u3400-\u9FFF])[ _\-.|/\u00B7\u2022+]{1,4}(?=[\u3400-\u9FFF])/g,
  "",
]];

/** Folds a text. The offset mapping is computed on demand. */
export function fold(text: string): FoldedText {
  let origins: readonly number[] | undefined;
  return { text: foldText(text), origin: (index) => (origins ??= foldOrigins(text))[index] ?? text.length };
}

/** Full-width forms, and letters of scripts with homoglyphs of Latin ones. */
const FOLDABLE = /[\u0250-\u02AF\u0370-\u052F\u1D00-\u1D2F\uA730\uA731\uFF01-\uFF5E]/g;

/** Folds full-width forms and homoglyphs to ASCII of the same case; offsets and all other characters are unchanged. */
export function foldLetters(text: string): string {
  return text.replace(FOLDABLE, (char) => {
    const narrow = char.normalize("NFKC");
    const latin = LOOK_ALIKES.get(narrow.toLowerCase());
    if (latin === undefined) return narrow.length === 1 ? narrow : char;
    return narrow === narrow.toLowerCase() ? latin : latin.toUpperCase();
  });
}

function foldText(text: string): string {
  const plain = isAscii(text);
  let out = plain ? text.toLowerCase() : [...text].map(foldChar).join("");
  for (const [pattern, by] of plain ? STEPS : HAN_STEPS) out = out.replace(pattern, by);
  return out;
}

/** Repeats the folding steps, and records the original offset of each character. */
function foldOrigins(text: string): readonly number[] {
  let out = "";
  let origins: number[] = [];
  let at = 0;
  for (const char of text) {
    const folded = foldChar(char);
    for (let unit = 0; unit < folded.length; unit++) origins.push(at);
    out += folded;
    at += char.length;
  }
  origins.push(at);
  for (const [pattern, by] of HAN_STEPS) {
    const kept: number[] = [];
    let copied = 0;
    for (const match of out.matchAll(pattern)) {
      for (let index = copied; index < match.index; index++) kept.push(origins[index] ?? at);
      if (by !== "") kept.push(origins[match.index] ?? at);
      copied = match.index + match[0].length;
    }
    for (let index = copied; index <= out.length; index++) kept.push(origins[index] ?? at);
    out = out.replace(pattern, by);
    origins = kept;
  }
  return origins;
}

function foldChar(char: string): string {
  if (isAscii(char)) return char.toLowerCase();
  if (/[\u4E00-\u9FFF]/.test(char)) return SIMPLIFIED.get(char) ?? char;
  const plain = char.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let out = "";
  for (const part of plain) out += LOOK_ALIKES.get(part) ?? part;
  return out;
}

function pairs(text: string): ReadonlyMap<string, string> {
  const chars = [...text];
  return new Map(chars.flatMap((char, at) => at % 2 === 0 ? [[char, chars[at + 1] ?? char] as const] : []));
}

/** True if the text contains a decimal digit. */
export const hasDigit = (text: string): boolean => /\d/.test(text);

/** True if the text contains an ASCII letter. */
export const hasLetter = (text: string): boolean => /[A-Za-z]/.test(text);

/** True if the text contains a lower-case ASCII letter. */
export const hasLower = (text: string): boolean => /[a-z]/.test(text);

/** True if the text contains an upper-case ASCII letter. */
export const hasUpper = (text: string): boolean => /[A-Z]/.test(text);

/** True if the text contains white space. */
export const hasSpace = (text: string): boolean => /\s/.test(text);

/** True if the text contains a Chinese character. */
export const hasHan = (text: string): boolean => /[\u3400-\u9FFF]/.test(text);
