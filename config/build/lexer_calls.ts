import binaryen from "binaryen";
import { infoOf, knownFunctions, replaceFunction, rewritten, walk } from "./expressions.ts";
import { FEWEST_CASES } from "./split_functions.ts";

/** The functions of `lexer_calls.wat`; each takes the arguments of the parser's function, then its place in the table. */
const OWN = ["own_advance", "own_eof", "own_mark_end"];

/**
 * Replaces the lexer's calls of the parser by calls of functions in the grammar's own module (`lexer_calls.wat`). A lexer
 * calls the parser twice per character, indirectly and into another module: is this the end of the text, and advance.
 */
export function useOwnLexerCalls(code: binaryen.Module): void {
  const lexers = knownFunctions(code).filter((name) =>
    isLexer(binaryen.getFunctionInfo(code.getFunction(name)).body)
  );
  if (lexers.length === 0) return;
  const wat = binaryen.parseText(Deno.readTextFileSync(new URL("lexer_calls.wat", import.meta.url)));
  const own = OWN.map((name) => binaryen.getFunctionInfo(wat.getFunction(name)));
  for (const { name, params, results, vars, body } of own) {
    code.addFunction(name, params, results, vars, code.copyExpression(body));
  }
  for (const name of lexers) {
    const { vars, body } = binaryen.getFunctionInfo(code.getFunction(name));
    const changed = rewritten(body, (expression) => {
      const call = infoOf(expression, "CallIndirect");
      if (call === undefined) return expression;
      const given = [...call.operands, call.target];
      const type = binaryen.createType(given.map((one) => binaryen.getExpressionType(one)));
      const like = own.find(({ params, results }) => params === type && results === call.type);
      return like === undefined ? expression : code.call(like.name, given, like.results);
    });
    replaceFunction(code, name, { vars, body: changed });
  }
  wat.dispose();
}

function isLexer(body: number): boolean {
  let cases = 0;
  walk(body, (expression) => {
    cases = Math.max(cases, infoOf(expression, "Switch")?.names.length ?? 0);
  });
  return cases >= FEWEST_CASES;
}
