import assert from "node:assert/strict";
import type { ChosenEngine } from "../../../src/semantic/choice/choose_engine.ts";
import { chooseEngine } from "../../../src/semantic/choice/choose_engine.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";

function choose(url: string | undefined, more: Record<string, string> = {}): ChosenEngine | undefined {
  const env = (name: string): string | undefined => name === "CI_AUTO_TOOLS_VECTORS_URL" ? url : more[name];
  return chooseEngine(resolveSettings(env).settings, env);
}

Deno.test("no engine unless one is named", () => {
  assert.equal(choose(undefined, { PGPASSWORD: "fake", QDRANT_API_KEY: "fake" }), undefined);
});

Deno.test("addresses of engines, with the secret of their own variable", () => {
  assert.deepEqual(choose("qdrant+http://LOCALHOST/code", { QDRANT_API_KEY: "fake", PGPASSWORD: "other" }), {
    service: { kind: "qdrant", url: "http://127.0.0.1:6333", collection: "code", key: "fake" },
    choice: { kind: "qdrant", place: "http://127.0.0.1:6333/code", remote: false, isEncrypted: false },
  });
  assert.deepEqual(choose("qdrant+https://vectors.example:443/team.code"), {
    service: { kind: "qdrant", url: "https://vectors.example", collection: "team.code" },
    choice: {
      kind: "qdrant",
      place: "https://vectors.example/team.code",
      remote: true,
      isEncrypted: true,
    },
  });
  const place = "postgres://db.example:5432";
  const service = { kind: "postgres", url: place, user: "a b", database: "code", isEncrypted: true };
  assert.deepEqual(
    choose("postgresql://a%20b@db.example/code", { PGPASSWORD: "fake", QDRANT_API_KEY: "other" }),
    {
      service: { ...service, password: "fake" },
      choice: { kind: "postgres", place: `${place}/code`, remote: true, isEncrypted: true },
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
    "qdrant+http://127.0.0.1:6333/",
    "qdrant+http://127.0.0.1:6333/a/b",
    "qdrant+http://127.0.0.1:6333/..",
    "qdrant+http://user@127.0.0.1:6333/code",
    "qdrant+ftp://127.0.0.1/code",
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
