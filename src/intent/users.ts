const NAME = "[`'\"]*([\\w$@][\\w$@.:#/-]*)(?:\\(\\))?[`'\"]*";
const CALLS =
  "(?:(?:directly |still |actually |also |ever )?(?:calls?|uses?|invokes?|references?|instantiates?|imports?|consumes?|depends? on|relies on|rely on))";
const CALLED = "(?:called|used|invoked|referenced|instantiated|imported|consumed|passed)";
const THE =
  "(?:the |our |this )?(?:(?:function|method|class|type|struct|constant|macro|helper|hook|field) )?";

/** What asks for the users of a name. */
interface Shape {
  /** One of these stands in each such question. */
  readonly signs: readonly string[];
  /** An expression; the name is its only group. */
  readonly text: string;
}

const SHAPES: readonly Shape[] = [
  {
    signs: ["where"],
    text:
      `\\bwhere(?:(?: all| else| exactly|'s)*) (?:is|are|was|gets?) ${THE}${NAME} (?:\\w+ ){0,2}?${CALLED}\\b`,
  },
  { signs: ["where"], text: `\\bwhere ${THE}${NAME} (?:is|gets) (?:\\w+ )?${CALLED}\\b` },
  {
    signs: ["where"],
    text: `\\bwhere(?:(?: all| else| exactly)*) (?:do|does|did) (?:\\w+ ){1,3}?${CALLS} ${THE}${NAME}`,
  },
  {
    signs: ["which", "what", "any", "every", "all", "each"],
    text:
      `\\b(?:which|what|any|every|all|each)(?: of)?(?: the| our)?(?: other| else)?(?: (?!tests?\\b|specs?\\b)[a-z-]+){0,3}? (?:that |which |where )?(?:we )?${CALLS} ${THE}${NAME}`,
  },
  {
    signs: ["who"],
    text:
      `\\bwho(?: else| all|'s| is)? (?:${CALLS}|calling|using|invoking|referencing|importing) ${THE}${NAME}`,
  },
  {
    signs: [" of ", " to "],
    text: `\\b(?:uses|usages|callers|call sites|users|references) (?:of|to) ${THE}${NAME}`,
  },
  {
    signs: ["is "],
    text: `\\bis ${THE}${NAME} (?:\\w+ ){0,2}?${CALLED} (?:anywhere|somewhere|at all|by|from|outside|in)\\b`,
  },
];

/** Stands in every one of them. A question without it, or without a shape's sign, costs no compiling: that takes 6 ms. */
const USE =
  /call|us(?:e|ing|age)|invok|referenc|instantiat|import|consum|depends? on|rel(?:y|ies) on|passed/i;

/** Whether a prompt asks where something that it names is used: "where is parse called?", "which functions use Parser". */
export function asksForUsers(prose: string, identifiers: readonly string[]): boolean {
  if (identifiers.length === 0 || !USE.test(prose)) return false;
  const known = new Set(identifiers);
  const lower = prose.toLowerCase();
  return SHAPES.some(({ signs, text }) =>
    signs.some((sign) => lower.includes(sign)) &&
    prose.matchAll(new RegExp(text, "gi")).some(([, name = ""]) => known.has(name.replace(/[.:,]+$/, "")))
  );
}
