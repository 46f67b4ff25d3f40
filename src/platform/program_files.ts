/**
 * Texts of the program's own files under `folder` (absolute, with a trailing slash) by relative path, sorted. Images
 * are for marketplaces and omitted.
 */
export function programTexts(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (inside: string): void => {
    const entries = [...Deno.readDirSync(folder + inside)].sort((a, b) => a.name < b.name ? -1 : 1);
    for (const { name, isDirectory } of entries) {
      if (isDirectory) visit(`${inside}${name}/`);
      else if (!name.endsWith(".png")) {
        texts.set(inside + name, Deno.readTextFileSync(folder + inside + name));
      }
    }
  };
  visit("");
  return texts;
}

/** Text of one of the program's own files (absolute path). */
export function programText(path: string): string {
  return Deno.readTextFileSync(path);
}
