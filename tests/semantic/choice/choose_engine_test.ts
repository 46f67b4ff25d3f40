import assert from "node:assert/strict";
import type { ChosenEngine } from "../../../src/semantic/choice/choose_engine.ts";
import { chooseEngine } from "../../../src/semantic/choice/choose_engine.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";

function choose(url: string | undefined, more: Record<string, string> = {}): ChosenEngine | undefined {
  const env = (name: string): string | undefined => name === "CI_AUTO_TOOLS_VECTORS_URL" ? url : more[name];
  return chooseEngine(resolveSettings(env).settings, env);
}

Deno.test("no engine unless one is named", () => {
  assert.equal(choose(undefined, { PGPASSWORD: "fake" }), undefined);
});

Deno.test("an address, with the password of its own variable", () => {
  assert.deepEqual(choose("postgres://u@LOCALHOST/code"), {
    service: { url: "postgres://127.0.0.1:5432", user: "u", database: "code", isEncrypted: false },
    choice: { place: "postgres://127.0.0.1:5432/code", remote: false, isEncrypted: false },
  });
  const place = "postgres://db.example:5432";
  const service = { url: place, user: "a b", database: "code", isEncrypted: true };
  assert.deepEqual(
    choose("postgresql://a%20b@db.example/code", { PGPASSWORD: "fake" }),
    {
      service: { ...service, password: "fake" },
      choice: { place: `${place}/code`, remote: true, isEncrypted: true },
    },
  );
});

Deno.test("what leaves the machine is encrypted unless the user says otherwise", () => {
  const isEncrypted = (url: string): boolean | undefined => {
    const chosen = choose(url);
    return chosen && "choice" in chosen ? chosen.choice.isEncrypted : undefined;
  };
  assert.equal(isEncrypted("postgres://u@127.0.0.1:80/d"), false);
  assert.equal(isEncrypted("postgres://u@localhost/d?sslmode=require"), true);
  assert.equal(isEncrypted("postgres://u@db.example/d"), true);
  assert.equal(isEncrypted("postgres://u@db.example/d?sslmode=disable"), false);
});

Deno.test("an address that is none, or holds a password, is not used and not repeated", () => {
  const wrong = [
    "http://127.0.0.1:6333/code",
    "qdrant+http://127.0.0.1:6333/code",
    "postgres://127.0.0.1/db",
    "postgres://u@127.0.0.1/",
    "postgres://u@127.0.0.1/a%00b",
    "postgres://u@127.0.0.1/%ff",
    "postgres://u@127.0.0.1/db?sslmode=prefer",
    "postgres://u@127.0.0.1/db?password=fake-secret",
    "postgres://u:fake-secret@127.0.0.1/db",
    "nonsense",
  ];
  for (const url of wrong) {
    const chosen = choose(url);
    assert.ok(chosen && "against" in chosen, url);
    assert.match(chosen.against.detail, /^vectors\.url /);
    assert.doesNotMatch(chosen.against.detail, /fake-secret/);
  }
});
