/** A PATH whose git is a script; the real one is `$REAL` there. */
export function inFrontOfGit(script: string): string {
  const path = Deno.env.get("PATH") ?? "";
  const real = path.split(":").map((folder) => `${folder}/git`).find((file) => {
    try {
      return Deno.statSync(file).isFile;
    } catch {
      return false;
    }
  });
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/git`, `#!/bin/sh\nREAL=${real}\n${script}\n`, { mode: 0o755 });
  return `${folder}:${path}`;
}
