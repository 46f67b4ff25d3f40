/** Paths below a folder that a process has open; Linux only. */
export function openBelow(folder: string, pid: number | "self" = "self"): string[] {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].flatMap(({ name }) => {
    try {
      const path = Deno.readLinkSync(`/proc/${pid}/fd/${name}`);
      return path.startsWith(`${folder}/`) ? path : [];
    } catch {
      return [];
    }
  });
}
