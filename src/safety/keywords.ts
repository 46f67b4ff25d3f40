/** Whether a text holds a keyword; each keyword is looked for once. */
export type KeywordIndex = (keyword: string) => boolean;

/** What a text calls for. */
export interface Called<Rule> {
  /** In the order they were given. */
  readonly rules: readonly Rule[];
  /** For keywords of the table only. */
  readonly held: KeywordIndex;
}

/** Texts shorter than this are looked up in the table, UTF-16 units: there are many of them, most hold no keyword. */
const SHORT_TEXT = 400;

/** Entries of the table of character triples; a power of two. */
const TABLE = 1 << 16;

/** Rules behind the keywords that call for them, to be asked about many texts. */
export class KeywordTable<Rule> {
  #byStart: ReadonlyMap<number, readonly string[]> | undefined;

  /**
   * @param calls a rule is called for by one of these, which are not empty
   * @param others more keywords that are asked about
   */
  constructor(
    private readonly rules: readonly Rule[],
    private readonly calls: (rule: Rule) => readonly string[],
    private readonly others: (rule: Rule) => readonly string[] = () => [],
  ) {}

  /** The rules that a text calls for. */
  in(text: string): Called<Rule> {
    const held = text.length < SHORT_TEXT ? this.#lookUp(text) : keywordIndex(text);
    const rules = held === NONE_HELD ? [] : this.rules.filter((rule) => this.calls(rule).some(held));
    return { rules, held };
  }

  /** One pass over the text instead of one per keyword. */
  #lookUp(text: string): KeywordIndex {
    const byStart = this.#byStart ??= this.#starts();
    let found: Set<string> | undefined;
    for (let at = 0; at < text.length; at++) {
      for (const units of [1, 2]) {
        const starting = byStart.get(startOf(text, at, units));
        if (starting === undefined) continue;
        for (const keyword of starting) if (text.startsWith(keyword, at)) (found ??= new Set()).add(keyword);
      }
    }
    return found ? (keyword) => found.has(keyword) : NONE_HELD;
  }

  /** The keywords by their first two units, those of one unit by that. */
  #starts(): ReadonlyMap<number, readonly string[]> {
    const byStart = new Map<number, string[]>();
    for (
      const keyword of new Set(this.rules.flatMap((rule) => [...this.calls(rule), ...this.others(rule)]))
    ) {
      const start = startOf(keyword, 0, keyword.length);
      const known = byStart.get(start);
      if (known) known.push(keyword);
      else byStart.set(start, [keyword]);
    }
    return byStart;
  }
}

const NONE_HELD: KeywordIndex = () => false;

/** A number for the first two of `units` units. */
function startOf(text: string, at: number, units: number): number {
  return text.charCodeAt(at) * 0x10000 + (units > 1 ? text.charCodeAt(at + 1) || 0 : 0);
}

/**
 * An index over one long text. Keywords overlap a lot, so that answers are remembered; and most are absent, which a
 * table of the text's character triples tells without a search.
 */
function keywordIndex(text: string): KeywordIndex {
  const known = new Map<string, boolean>();
  const triples = tripleTable(text);
  return (keyword) => {
    let held = known.get(keyword);
    if (held === undefined) {
      held = mayHold(triples, keyword) && text.includes(keyword);
      known.set(keyword, held);
    }
    return held;
  };
}

function tripleTable(text: string): Uint8Array {
  const table = new Uint8Array(TABLE);
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at);
    table[(first * 961 + second * 31 + third) & (TABLE - 1)] = 1;
    first = second;
    second = third;
  }
  return table;
}

function mayHold(triples: Uint8Array, keyword: string): boolean {
  for (let at = 2; at < keyword.length; at++) {
    const hash = keyword.charCodeAt(at - 2) * 961 + keyword.charCodeAt(at - 1) * 31 + keyword.charCodeAt(at);
    if (triples[hash & (TABLE - 1)] === 0) return false;
  }
  return true;
}

/** Words this short are looked for as whole words by {@link mayMatch}: `ai` is inside too many others. */
const SHORT = 3;

/** How far around a keyword of the first group those of the other groups may stand, UTF-16 units. */
const BEFORE = 100;
const AFTER = 260;

/** Whether a keyword of each group stands close together somewhere: a pattern that needs them all may match. */
export function mayMatch(text: string, held: KeywordIndex, groups: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = groups;
  const there = others.map((group) => group.filter(held));
  return first.some((keyword) => held(keyword) && standsNear(text, keyword, there));
}

function standsNear(text: string, keyword: string, others: readonly (readonly string[])[]): boolean {
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    if (keyword.length <= SHORT && !isWholeWord(text, at, keyword)) continue;
    const around = text.slice(Math.max(0, at - BEFORE), at + AFTER);
    if (others.every((group) => group.some((other) => around.includes(other)))) return true;
  }
  return false;
}

function isWholeWord(text: string, at: number, word: string): boolean {
  return !/^[a-z]/.test(word) ||
    !/[a-z0-9]/.test(text.charAt(at - 1)) && !/[a-z0-9]/.test(text.charAt(at + word.length));
}
