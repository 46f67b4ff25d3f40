import { once } from "../../model/once.ts";
import { tokens } from "../../text/tokens.ts";

/** Verbs that names of functions begin with, those of one line done to do much the same. */
const GROUPS = `
check verify validate ensure assert guard test valid enforce reject allow forbid permit is can should must match
parse read decode lex scan tokenize load deserialize unpack extract split
write encode serialize dump print format render output emit stringify flush
decide choose select pick resolve find lookup search determine locate detect negotiate match
build make create generate compile construct init setup new prepare instantiate
send push enqueue dispatch notify publish deliver forward submit
remove delete clear strip drop evict trim cleanup purge discard reap expire
retry backoff delay wait timeout sleep throttle
merge combine join concat append extend
convert turn transform normalize translate map become cast coerce adapt
register add insert install define declare
start run execute handle process serve call invoke perform apply next
sort order compare cmp rank
close stop shutdown end finish kill abort cancel
compute calculate count measure estimate calc recalculate
escape quote sanitize encode
compress gzip deflate
update refresh sync reload save store persist commit
hash sign encrypt digest
iterate walk traverse visit
`;

const groupsOf = once((): ReadonlyMap<string, readonly number[]> => {
  const groups = new Map<string, number[]>();
  GROUPS.trim().split("\n").forEach((line, group) => {
    for (const verb of tokens(line)) groups.set(verb, [...groups.get(verb) ?? [], group]);
  });
  return groups;
});

/**
 * How well the verb that a name begins with is what a question asks for: 1 when the question says it, 1/2 when it says
 * one that is done to do much the same, else 0.
 *
 * @param asks whether a word, as `tokenize` emits it, is one of the question's
 */
export function verbMatch(
  name: string,
  asks: (word: string) => boolean,
  groups: ReadonlySet<number>,
): number {
  const first = FIRST_WORD.exec(name)?.[0].toLowerCase();
  const verb = first === undefined ? undefined : tokens(first)[0];
  const own = verb === undefined ? undefined : groupsOf().get(verb);
  if (own === undefined) return 0;
  return asks(verb!) ? 1 : own.some((group) => groups.has(group)) ? 0.5 : 0;
}

const FIRST_WORD = /[A-Z]*[a-z]+/;

/** The groups that the words of a question fall in. */
export function verbGroups(words: Iterable<string>): ReadonlySet<number> {
  return new Set([...words].flatMap((word) => groupsOf().get(word) ?? []));
}
