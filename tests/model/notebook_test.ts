import assert from "node:assert/strict";
import { fileText } from "../../src/model/decode.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { testParser } from "../syntax/support.ts";

const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Clean the orders\\n",
    "\\n",
    "They come from \\"shop\\"."
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "hidden output\\n"
     ]
    }
   ],
   "source": [
    "%matplotlib inline\\n",
    "files = !ls\\n",
    "def drop_late(orders):\\n",
    "    return [o for o in orders if o[\\"late\\"] != '\\\\n']\\n"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [],
   "source": [
    "%%bash\\n",
    "rm -f out.csv"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "outputs": [],
   "source": []
  }
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4
}
`;

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("notebook: its cells as a script, every line where the file has it, outputs blank", () => {
  const lines = fileText("clean.ipynb", bytes(NOTEBOOK)).split("\n");
  assert.equal(lines.length, NOTEBOOK.split("\n").length);
  assert.deepEqual(
    lines.flatMap((line, at) => line === "" ? [] : [`${at + 1} ${line}`]),
    [
      "4 # %% [markdown]",
      "7 # # Clean the orders",
      "8 #",
      '9 # They come from "shop".',
      "13 # %%",
      "26 # %matplotlib inline",
      "27 # files = !ls",
      "28 def drop_late(orders):",
      "29     return [o for o in orders if o[\"late\"] != '\\n']",
      "33 # %%",
      "37 # %%bash",
      "38 # rm -f out.csv",
      "42 # %%",
    ],
  );
  assert.equal(fileText("clean.json", bytes(NOTEBOOK)), NOTEBOOK);
});

Deno.test("notebook: what it defines is found at its line; other layouts are read as a script", async () => {
  const text = fileText("clean.ipynb", bytes(NOTEBOOK));
  const index = buildMemoryIndex([{ path: "clean.ipynb", text }], await testParser());
  const { symbols } = findSymbols(index, "drop_late");
  assert.deepEqual(
    symbols.map(({ file, definition }) => index.parsed(file)?.definitions[definition]?.startLine),
    [28],
  );
  const compact = fileText("a.ipynb", bytes(JSON.stringify(JSON.parse(NOTEBOOK))));
  assert.match(compact, /^def drop_late/m);
  assert.match(compact, /^# rm -f out\.csv$/m);
  for (const other of ["{", '"source": [\n"a\\nb",\n"\\x"\n3\n"c"\n]']) {
    assert.match(fileText("a.ipynb", bytes(other)), /^\s*$/);
  }
});
