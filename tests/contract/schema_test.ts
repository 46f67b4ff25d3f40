import assert from "node:assert/strict";
import { z } from "zod";
import { Contract } from "../support/contract.ts";

const FILE = new URL("../../config/contract-1.0.schema.json", import.meta.url);

Deno.test("contract: the JSON Schema file is what the zod schema says", () => {
  const generated = JSON.stringify(z.toJSONSchema(Contract, { io: "output" }), null, 2) + "\n";
  if (Deno.env.get("UPDATE") === "1") Deno.writeTextFileSync(FILE, generated);
  assert.equal(Deno.readTextFileSync(FILE), generated, "run the test with UPDATE=1");
});
