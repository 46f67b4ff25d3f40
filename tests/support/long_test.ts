/** Tests that take long: real clients, inputs without end, load, and variants of what a shorter test holds. */

/** True in `./install.sh test --all`, or with AUTO_TOOLS_TEST_ALL=1. */
export const RUNS_ALL = Deno.env.get("AUTO_TOOLS_TEST_ALL") === "1";

/** A test of `./install.sh test --all`; elsewhere it is reported as ignored. */
export function longTest(name: string, fn: () => void | Promise<void>): void {
  Deno.test({ name, ignore: !RUNS_ALL, fn });
}

/** All of these in `./install.sh test --all`, elsewhere the first `few`. */
export function variants<T>(all: readonly T[], few: number): readonly T[] {
  return RUNS_ALL ? all : all.slice(0, few);
}
