import triggers from "../../../config/triggers.json" with { type: "json" };

/** Splits the comma-separated rows of config/triggers.json into their entries. */
export function entriesOf(rows: readonly string[]): string[] {
  const entries: string[] = [];
  for (const row of rows) {
    for (const entry of row.split(",")) if (entry.trim() !== "") entries.push(entry.trim());
  }
  return entries;
}

/** A word set of config/triggers.json, built on first use. */
export function wordSet(rows: readonly string[]): () => ReadonlySet<string> {
  let set: ReadonlySet<string> | undefined;
  return () => set ??= new Set(entriesOf(rows));
}

/** Words that carry nothing to search for, English. */
export const stopWords = wordSet(triggers.terms.stopWords);
/** Product and company names whose spelling looks like an identifier. */
export const properNames = wordSet(triggers.terms.properNames);
/** Endings of files that belong to a repository, without the dot. */
export const extensions = wordSet(triggers.terms.extensions);
/** File names that need no ending or folder to be recognised. */
export const bareFiles = wordSet(triggers.terms.bareFiles);

let folded: Map<string, string> | undefined;

/** Traditional Chinese characters replaced by simplified ones, length unchanged; text without any comes back as is. */
export function fold(text: string): string {
  if (!/[\u4e00-\u9fff]/.test(text)) return text;
  folded ??= foldMap();
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const plain = folded.get(text[i] ?? "");
    if (plain === undefined) continue;
    out += text.slice(from, i) + plain;
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

function foldMap(): Map<string, string> {
  const map = new Map<string, string>();
  const { traditional, simplified } = triggers.fold;
  for (let i = 0; i < traditional.length; i++) map.set(traditional[i] ?? "", simplified[i] ?? "");
  return map;
}
