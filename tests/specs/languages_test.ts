import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { SHOP } from "../support/shop.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** Prompts in languages other than English and Chinese, on the binary. */

const REPO = `${SHOP}
//- /src/session/expiry.ts
/** Sessions end after half an hour. */
export function expireSession(session: { age: number }): boolean {
  return session.age > 1800;
}
//- /src/storage/compress.ts
/** Packs an archive before it is uploaded. */
export function compressArchive(files: string[]): Uint8Array {
  return new TextEncoder().encode(files.join());
}
//- /src/http/controllers.ts
/** Answers requests for pages. */
export class PageController {
  open(): string {
    return "page";
  }
}
/** Answers requests for pictures. */
export class PictureController {
  open(): string {
    return "picture";
  }
}
//- /src/dates/leap.ts
/** February has one day more. */
export function isLeapYear(year: number): boolean {
  return new Date(year, 1, 29).getDate() === 29;
}
//- /src/cards/check_digit.ts
/** Last number of a card, by which typing errors are found. */
export function checkDigit(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) % 10;
}
`;

const PROMPTS: readonly (readonly [session: string, archive: string, other: string])[] = [
  ["Wo läuft eine Sitzung ab?", "Wie werden Archive komprimiert?", "Was koche ich heute zum Abendessen?"],
  ["¿Dónde expira la sesión?", "¿Cómo se comprime el archivo compress?", "¿Qué puedo cocinar hoy?"],
  [
    "Où la session expire-t-elle ?",
    "Comment les archives sont-elles compressées ?",
    "Raconte-moi une blague sur les chats",
  ],
  ["Onde é que a sessão expira?", "Como os arquivos são compactados?", "O que faço para o jantar?"],
  ["Где истекает сессия?", "Как сжимается архив?", "Какая погода завтра?"],
  [
    "セッションの有効期限はどこで切れますか？",
    "アーカイブはどうやって圧縮されますか？",
    "今日の天気はどうですか？",
  ],
  ["세션 만료는 어디에서 처리되나요?", "아카이브는 어떻게 압축되나요?", "오늘 날씨 어때?"],
  ["Phiên hết hạn ở đâu?", "Nén tệp lưu trữ như thế nào?", "Thời tiết hôm nay thế nào?"],
];

const { repo, env } = await warmRepo(REPO);

Deno.test("languages: a prompt finds the code that has English names, other prompts stay silent", async () => {
  for (const [session, archive, other] of PROMPTS) {
    assert.match(await hookContext(session, repo.root, { env }), /^1\. src\/session\/expiry\.ts/m, session);
    assert.match(await hookContext(archive, repo.root, { env }), /^1\. src\/storage\/compress\.ts/m, archive);
    assert.equal(await hookContext(other, repo.root, { env }), "", other);
  }
});

Deno.test("languages: everyday words of software are known", async () => {
  const prompts = [
    "Wo wird die Prüfziffer einer Karte berechnet?",
    "¿Dónde se calcula el dígito de control de la tarjeta?",
    "Où est calculée la clé de contrôle d'une carte ?",
    "Onde é calculado o dígito verificador do cartão?",
    "Где считается контрольная цифра карты?",
    "カードのチェックディジットはどこで計算される？",
    "카드 체크섬은 어디에서 계산되나요?",
    "Mã kiểm tra của thẻ tín dụng được tính ở đâu?",
  ];
  for (const prompt of prompts) {
    assert.match(await hookContext(prompt, repo.root, { env }), /^1\. src\/cards\/check_digit\.ts/m, prompt);
  }
});

Deno.test("languages: words of everyday speech are known", async () => {
  const prompts = [
    "Wo wird geprüft, ob es ein Schaltjahr ist?",
    "¿Dónde se comprueba si el año es bisiesto?",
    "Où regarde-t-on si l'année est bissextile ou pas ?",
    "Onde é verificado se o ano é bissexto?",
    "Где проверяется, високосный ли год?",
    "うるう年かどうかはどこで判定していますか？",
    "윤년인지 어디에서 확인하나요?",
    "Chỗ nào kiểm tra năm nhuận?",
    "闰年是在哪里判断的？",
  ];
  for (const prompt of prompts) {
    assert.match(await hookContext(prompt, repo.root, { env }), /^1\. src\/dates\/leap\.ts/m, prompt);
  }
});

Deno.test("languages: a word of the repository's names stays as it is typed", async () => {
  for (const prompt of ["¿Dónde se crea el controller?", "Onde é criado o controller?"]) {
    assert.match(await hookContext(prompt, repo.root, { env }), /^1\. src\/http\/controllers\.ts/m, prompt);
  }
});

Deno.test("languages: the search by hand reads them too", async () => {
  const { stdout } = await runBinary(["search", "Wo läuft die Sitzung ab?"], { cwd: repo.root, env });
  assert.match(stdout, /src\/session\/expiry\.ts/);
});
