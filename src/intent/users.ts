const NAME = "[`'\"]*([\\w$@][\\w$@.:#/-]*)(?:\\(\\))?[`'\"]*";
const CALLS =
  "(?:(?:directly |still |actually |also |ever )?(?:calls?|uses?|invokes?|references?|instantiates?|imports?|consumes?|depends? on|relies on|rely on))";
const CALLED = "(?:called|used|invoked|referenced|instantiated|imported|consumed|passed)";
const THE =
  "(?:the |our |this )?(?:(?:function|method|class|type|struct|constant|macro|helper|hook|field) )?";

/** What asks for the users of a name; the name is the only group. */
const SHAPES: readonly RegExp[] = [
  `\\bwhere(?:(?: all| else| exactly|'s)*) (?:is|are|was|gets?) ${THE}${NAME} (?:\\w+ ){0,2}?${CALLED}\\b`,
  `\\bwhere ${THE}${NAME} (?:is|gets) (?:\\w+ )?${CALLED}\\b`,
  `\\bwhere(?:(?: all| else| exactly)*) (?:do|does|did) (?:\\w+ ){1,3}?${CALLS} ${THE}${NAME}`,
  `\\b(?:which|what|any|every|all|each)(?: of)?(?: the| our)?(?: other| else)?(?: (?!tests?\\b|specs?\\b)[a-z-]+){0,3}? (?:that |which |where )?(?:we )?${CALLS} ${THE}${NAME}`,
  `\\bwho(?: else| all|'s| is)? (?:${CALLS}|calling|using|invoking|referencing|importing) ${THE}${NAME}`,
  `\\b(?:uses|usages|callers|call sites|users|references) (?:of|to) ${THE}${NAME}`,
  `\\bis ${THE}${NAME} (?:\\w+ ){0,2}?${CALLED} (?:anywhere|somewhere|at all|by|from|outside|in)\\b`,
].map((text) => new RegExp(text, "gi"));

/** Whether a prompt asks where something that it names is used: "where is parse called?", "which functions use Parser". */
export function asksForUsers(prose: string, identifiers: readonly string[]): boolean {
  if (identifiers.length === 0) return false;
  const known = new Set(identifiers);
  return SHAPES.some((shape) =>
    prose.matchAll(shape).some(([, name = ""]) => known.has(name.replace(/[.:,]+$/, "")))
  );
}
