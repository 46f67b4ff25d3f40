import assert from "node:assert/strict";
import { isTextTable, textsBehind } from "../../src/answers/definitions/text_tables.ts";

Deno.test("tables of texts: by their folder or name and the language in it, not what only lies beside them", () => {
  for (
    const path of [
      "conf/locale/locale_zh-CN.ini",
      "lang/zh_TW/entities.php",
      "config/locales/site/en.yml",
      "web/src/locales/zh-CN.js",
      "app/res/values-zh-rCN/strings.xml",
      "locale/zh_CN/LC_MESSAGES/site.po",
      "locales/en/translation.json",
      "share/translations/app_zh_CN.ts",
      "translations/app_de.ts",
    ]
  ) assert.ok(isTextTable(path), path);
  for (
    const path of [
      "src/lang/go/parser.go",
      "src/i18n/index.ts",
      "packages/i18n/src/get.ts",
      "src/messages/send.ts",
      "src/i18n/make_index.ts",
      "config/defaults.yml",
    ]
  ) assert.ok(!isTextTable(path), path);
});

Deno.test("tables of texts: one stays, no sooner than behind three places of code, and all where no code is", () => {
  const order = (places: readonly string[]): string =>
    textsBehind(places, (place) => place === place.toUpperCase(), (text, before) => text + before).join(" ");
  assert.equal(order(["T", "a", "U", "b", "c", "d"]), "a b c Tc d");
  assert.equal(order(["a", "b", "c", "d", "T", "e", "U"]), "a b c d Td e");
  assert.equal(order(["T", "a"]), "a Ta");
  assert.equal(order(["T", "U"]), "T U");
  assert.equal(order(["a", "b"]), "a b");
});
