import binaryen from "binaryen";
import { removeFrames } from "./frame_variables.ts";
import { useOwnLexerCalls } from "./lexer_calls.ts";
import { splitLargeFunctions } from "./split_functions.ts";

/**
 * A grammar's module with a lexer that the engine compiles in less memory and runs faster. binaryen ends the process if the
 * bytes are no module.
 */
export function withFastLexer(module: Uint8Array): Uint8Array {
  return changed(module, splitLargeFunctions, removeFrames, useOwnLexerCalls);
}

/** A change to the functions of a module, in place. */
type Change = (code: binaryen.Module) => void;

/** A module after some changes. Throws if the result is not valid. */
export function changed(module: Uint8Array, ...changes: readonly Change[]): Uint8Array {
  const code = binaryen.readBinary(module);
  try {
    code.setFeatures(binaryen.Features.All);
    for (const change of changes) change(code);
    if (!code.validate()) throw new Error("the changed module is not valid WebAssembly");
    return code.emitBinary();
  } finally {
    code.dispose();
  }
}
