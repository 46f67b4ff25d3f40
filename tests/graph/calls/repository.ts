/** A text file of a repository at a commit. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const LARGEST = 1_000_000;

/** Regular files of at most 1 MB that hold text, in order of their paths. `git` is a git folder, bare or not. */
export async function filesAt(git: string, commit: string): Promise<TextFile[]> {
  const listed = await run(git, ["ls-tree", "-r", "-z", "--long", commit], "");
  const entries = new TextDecoder().decode(listed).split("\0").flatMap((entry) => {
    const [, id, size, path] = /^100\d+ blob (\w+) +(\d+|BAD)\t([\s\S]+)$/.exec(entry) ?? [];
    return id && path && size !== "BAD" && Number(size) <= LARGEST ? [{ id, path }] : [];
  });
  const bytes = await run(git, ["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
  let at = 0;
  const contents = entries.map(({ path }) => {
    const head = bytes.indexOf(10, at);
    const size = Number(new TextDecoder().decode(bytes.subarray(at, head)).split(" ")[2]);
    at = head + 1 + size + 1;
    return { path, content: bytes.subarray(head + 1, head + 1 + size) };
  });
  return contents.filter(({ content }) => !content.subarray(0, 8000).includes(0))
    .map(({ path, content }) => ({ path, text: new TextDecoder().decode(content) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function run(git: string, args: readonly string[], input: string): Promise<Uint8Array> {
  const child = new Deno.Command("git", {
    args: ["-C", git, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout } = await output;
  if (!success) throw new Error(`git ${args.join(" ")} failed in ${git}`);
  return stdout;
}
