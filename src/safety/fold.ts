/**
 * Folds text to the plain lower-case form that injection rules are written for, and remembers where each character
 * came from.
 */

/** Folded text with its way back. */
export interface Folded {
  readonly text: string;
  /** Where the folded character at `index` starts in the original, UTF-16 units; `index` may be one past the end. */
  origin(index: number): number;
}

/** Letters of other scripts that look like Latin ones, as pairs. */
const LOOK_ALIKES = pairs(
  "аaбbвbсcԁdеeёeғfһhіiїiјjкkӏlмmнhоoрpԛqгrѕsтtцuѵvԝwхxуyʏyзz" +
    "αaβbεeηnιiκkνvοoρpτtυuχxωwγyσoμuѐeɑaɡgıiɩiʟlɴnᴏoʀrꜱsᴛtᴜuᴠvᴡwᴢzᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkᴍmᴘpꞯq",
);

/** Traditional characters of the words the Chinese rules use, as pairs with the simplified ones. */
const SIMPLIFIED = pairs(
  "無无視视請请輸输統统顯显執执運运設设規规則则開开從从現现訴诉戶户發发絕绝應应須须務务權权進进來来說说對对話话這这個个們们關关閉闭過过濾滤審审" +
    "內内環环變变鑰钥碼码將将傳传訊讯詞词為为會会後后時时間间復复據据員员標标資资遵遵準准條条約约錄录號号洩泄漏漏創创導导營营腳脚該该隱隐瞞瞒確确認认許许調调" +
    "用用終终讀读寫写項项網网務务裝装僅仅總总擬拟當当與与際际優优級级禁禁機机檔档庫库礎础倫伦護护欄栏難难處处檢检查查議议諭谕掉掉棄弃丟丢捨舍",
);

/** Anything that needs more than lower-casing. */
const BEYOND_ASCII = /[^\x00-\x7F]/;

const HAN = /[\u3400-\u9FFF]/;

/** Folds case, width, look-alikes, accents and traditional characters; joins Chinese characters spaced apart. */
export function fold(text: string): Folded {
  if (!BEYOND_ASCII.test(text)) return { text: text.toLowerCase(), origin: (index) => index };
  const origins: number[] = [];
  let out = "";
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const width = code > 0xFFFF ? 2 : 1;
    const plain = foldCode(code);
    for (let unit = 0; unit < plain.length; unit++) origins.push(at);
    out += plain;
    at += width;
  }
  origins.push(text.length);
  return joinHan({ text: out, origin: (index) => origins[index] ?? text.length });
}

function foldCode(code: number): string {
  const char = String.fromCodePoint(code);
  if (code < 0x80) return char.toLowerCase();
  if (code >= 0x4E00 && code <= 0x9FFF) return SIMPLIFIED.get(char) ?? char;
  const plain = char.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let out = "";
  for (const part of plain) out += LOOK_ALIKES.get(part) ?? part;
  return out;
}

/** Removes what was put between single Chinese characters to break words up. */
function joinHan(folded: Folded): Folded {
  const { text } = folded;
  const gap = /(?<=[\u3400-\u9FFF])[ \t*_\-.|/\u00B7\u2022\u3000~+]{1,4}(?=[\u3400-\u9FFF])/g;
  if (!HAN.test(text) || text.search(gap) < 0) return folded;
  const origins: number[] = [];
  let out = "";
  let copied = 0;
  const copy = (end: number): void => {
    for (let at = copied; at < end; at++) origins.push(folded.origin(at));
    out += text.slice(copied, end);
  };
  for (const match of text.matchAll(gap)) {
    copy(match.index);
    copied = match.index + match[0].length;
  }
  copy(text.length);
  origins.push(folded.origin(text.length));
  return { text: out, origin: (index) => origins[index] ?? folded.origin(text.length) };
}

function pairs(text: string): ReadonlyMap<string, string> {
  const chars = [...text];
  return new Map(chars.flatMap((char, at) => at % 2 === 0 ? [[char, chars[at + 1] ?? char] as const] : []));
}
