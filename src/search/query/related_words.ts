import { once } from "../../model/once.ts";
import { tokens } from "../../text/tokens.ts";

/** Everyday words of a question before the colon, and the words that code has for them behind it. */
const RELATED = `
choose chosen pick picked decide decided determine: select choose pick resolve determine
verify verified validate checked enforce enforced ensure: check verify validate
recognise recognised recognize recognized understood interpreted interpret: parse detect match
become becomes converted translated turned: convert transform compile parse
searched looked sought lookup: find search lookup resolve
remove removed deleted erased dropped discarded thrown: remove delete strip drop clear
refuse refused refuses rejected denied declined: reject deny refuse
permitted allowed forbidden prohibited: allow permit deny
computed calculated worked: compute calculate
wait waits waited waiting pause: delay sleep timeout backoff
again attempt attempts: retry attempt
hang hangs hung stuck freezes frozen: timeout hung
sent sends deliver delivered forwarded: send push dispatch deliver
split broken divided cut: split divide parse
joined combined merged together: merge join combine
built constructed assembled: build create make
created instantiated: create build new
sorted ordered order sorting: sort compare order cmp
saved stored persisted remembered: save store persist cache
expire expired expires outdated age: expire expiry ttl
credentials login logged password: auth credential authorization
majority: quorum majority
suggestion suggestions suggested similar: suggest similar distance
shown displayed printed shows: render print display format
stopped stops stopping: stop shutdown close
started starts starting: start run init boot
notice notices noticed notified: detect watch notify
encoded escaped quoted: escape encode quote
limit limited limits restricted: limit max throttle
exhausted exceeded used: exhausted exceeded
handled handles treated: handle process
registered known announced: register
tried tries: try attempt
shrink shrunk smaller: shrink reduce collapse
grow grows grown bigger: grow expand resize
backwards reversed: reverse
answer answers answered reply: response reply
vanish vanished vanishes disappear disappeared disappears gone lost lose loses: remove delete discard drop clear
overwritten overwrites clobbered replaced: overwrite replace
outdated stale: cache invalidate refresh
forged faked spoofed: trust verify
mention mentions mentioned contain contains: match contain
label labels labelled labeled: tag label
colleague colleagues teammate teammates: remote collaborator user
duplicate duplicates duplicated twice: duplicate unique
forgotten forgets: expire reset clear
skipped ignored ignores: skip ignore exclude
evicted kicked thrown: evict discard
blank empty: empty missing
garbage garbled mojibake umlauts: encoding charset decode
refused blocked: refuse deny block
`;

const related = once((): ReadonlyMap<string, ReadonlySet<string>> => {
  const table = new Map<string, Set<string>>();
  for (const line of RELATED.trim().split("\n")) {
    const [from, to] = line.split(": ") as [string, string];
    const others = tokens(to);
    for (const word of tokens(from)) table.set(word, new Set([...table.get(word) ?? [], ...others]));
  }
  return table;
});

/** What code may call the words of a text, those left out that the text has itself. */
export function relatedWords(text: string): Set<string> {
  const own = new Set(tokens(text));
  const found = new Set<string>();
  for (const word of own) {
    for (const other of related().get(word) ?? []) if (!own.has(other)) found.add(other);
  }
  return found;
}
