/**
 * Makes a large repository out of one: `deno run -A tests/bench/copies.ts FROM TO COUNT` puts COUNT copies of the files
 * that git tracks in FROM side by side below the new folder TO and commits them. Every file of a copy ends in a line of
 * its own, so that no content is there twice.
 */

const [from, to, count] = Deno.args;
if (!from || !to || !Number(count)) {
  console.error("usage: copies.ts FROM TO COUNT");
  Deno.exit(2);
}

function git(folder: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", { args: ["-C", folder, ...args] }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

const paths = git(from, "ls-files", "-z").split("\0")
  .filter((path) => path !== "" && Deno.lstatSync(`${from}/${path}`).isFile);
for (let copy = 0; copy < Number(count); copy++) {
  for (const path of paths) {
    const target = `${to}/copy${copy}/${path}`;
    Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(target, Deno.readFileSync(`${from}/${path}`));
    Deno.writeTextFileSync(target, `\n/* copy ${copy} */\n`, { append: true });
  }
}
git(to, "init", "-q");
git(to, "add", "--all", "--force");
git(to, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-qm", "copies");
console.log(`${paths.length * Number(count)} files in ${to}`);
