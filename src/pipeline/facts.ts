import { lastName } from "../model/text.ts";

/**
 * Shortens a claim to its fact: `uses save in line 3; distance 2`, `called by save (confidence 0.7)` and `calls save:
 * \`save(user)\`` lose their figures and their code; `called by` also loses its line.
 */
export function factOf(claim: string): string {
  const bare = claim.replace(/(?:; | \(|: `).*$/s, "");
  return bare.startsWith("called by ") ? bare.replace(/ in line \d+$/, "") : bare;
}

/** The same for facts that say the same: tools name the line or the owner of a symbol, or leave them out. */
export function factKey(fact: string): string {
  return fact.replace(/ in lines? \d.*$/s, "").replace(/\S+$/, lastName);
}
