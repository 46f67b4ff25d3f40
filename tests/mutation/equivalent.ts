import type { Mutant } from "./sites.ts";

/** Mutants of critical areas that change nothing that can be seen, and why. */

/** One of them. */
interface Equivalent {
  readonly path: string;
  /** A part of its line. */
  readonly line: string;
  readonly what: string;
  readonly why: string;
}

const EQUIVALENTS: readonly Equivalent[] = [];

/** Why the mutant changes nothing; undefined where it should be noticed. */
export function reasonOf(path: string, source: string, mutant: Mutant): string | undefined {
  const line = source.split("\n")[mutant.line - 1] ?? "";
  return EQUIVALENTS.find((one) => one.path === path && one.what === mutant.what && line.includes(one.line))
    ?.why;
}
