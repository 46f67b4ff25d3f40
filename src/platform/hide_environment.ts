import process from "node:process";

/** Libraries find no variable, instead of an error, in a thread that may read none. */
export function hideEnvironment(): void {
  process.env = {};
}
