import { createPathGuard, type GuardPorts, type PathGuard } from "../../src/safety/path_guard.ts";
import { isSensitivePath } from "../../src/safety/sensitive.ts";
import { random } from "../support/random.ts";

/** The real file system. */
export const PORTS: GuardPorts = {
  realPath: (absolute) => Deno.realPathSync(absolute),
  isSymlink: (absolute) => Deno.lstatSync(absolute).isSymlink,
};

/** A root with links of every kind, next to a folder that must stay out of reach. */
export function withRoot(
  run: (guard: PathGuard, root: string, outside: string) => void,
  ports = PORTS,
): void {
  const base = Deno.realPathSync(Deno.makeTempDirSync());
  const root = `${base}/root`;
  const outside = `${base}/root-outside`;
  try {
    for (const folder of ["src/deep", "secrets", ".git", ".ssh", "keys"]) {
      Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
    }
    Deno.mkdirSync(outside);
    for (
      const file of [
        "src/a.ts",
        "src/deep/b.ts",
        "secrets/x.txt",
        ".env",
        ".git/config",
        ".ssh/id_rsa",
        "keys/tls.key",
        "plain",
      ]
    ) {
      Deno.writeTextFileSync(`${root}/${file}`, "x");
    }
    Deno.writeTextFileSync(`${outside}/private.txt`, "x");
    Deno.writeTextFileSync(`${base}/rootfile`, "x");
    const links: Record<string, string> = {
      "link-in.ts": "src/a.ts",
      "dir-in": "src/deep",
      "link-out": "../root-outside/private.txt",
      "dir-out": "../root-outside",
      "abs-out": "/etc",
      "to-root": ".",
      "to-env": ".env",
      "to-git": ".git",
      "to-secret": "secrets/x.txt",
      "secret-dir": "secrets",
      "hop": "dir-out",
      "loop-a": "loop-b",
      "loop-b": "loop-a",
      "self": "self",
      "dangling": "nowhere",
      "src/up": "..",
      "src/far": "../../root-outside",
    };
    for (const [name, target] of Object.entries(links)) Deno.symlinkSync(target, `${root}/${name}`);
    run(createPathGuard(root, ports), root, outside);
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

const PIECES = [
  "src",
  "deep",
  "a.ts",
  "b.ts",
  "..",
  ".",
  "",
  "secrets",
  "x.txt",
  ".env",
  ".git",
  "config",
  ".ssh",
  "id_rsa",
  "keys",
  "tls.key",
  "plain",
  "link-in.ts",
  "dir-in",
  "link-out",
  "dir-out",
  "abs-out",
  "passwd",
  "private.txt",
  "to-root",
  "to-env",
  "to-git",
  "to-secret",
  "secret-dir",
  "hop",
  "loop-a",
  "self",
  "dangling",
  "up",
  "far",
  "root-outside",
  "rootfile",
  "%2e%2e",
  "..%2f",
  "\\..",
  "C:",
  "~",
  "\0",
  "\u200B",
  ".ENV",
  ".Git",
  "．．",
  "etc",
  "/",
];

/** What came of paths that were put together at random. */
export interface PathFuzz {
  readonly paths: number;
  readonly admitted: number;
  /** Admitted although they lead out of the root, into git's own folder or to a secret. */
  readonly escaped: readonly string[];
}

/** Asks the guard for so many paths, the same ones every time. */
export function fuzzPaths(paths: number): PathFuzz {
  const escaped: string[] = [];
  let admitted = 0;
  withRoot((guard, root) => {
    const next = random(20_240_601);
    const piece = (): string => PIECES[Math.floor(next() * PIECES.length)]!;
    for (let round = 0; round < paths; round++) {
      const path = Array.from({ length: 1 + Math.floor(next() * 6) }, piece).join("/");
      const answer = guard.admit(path);
      if (!answer.ok) continue;
      admitted++;
      const isInside = answer.absolute === `${root}/${answer.path}` &&
        Deno.realPathSync(answer.absolute) === answer.absolute;
      const isSecret = isSensitivePath(answer.path) || /(?:^|\/)\.git(?:\/|$)/i.test(answer.path);
      if (!isInside || isSecret) escaped.push(path);
    }
  });
  return { paths, admitted, escaped };
}
