import process from "node:process";

/**
 * Hides the environment, so that libraries in a thread without permission to read it find no variables instead of an
 * error.
 */
export function hideEnvironment(): void {
  process.env = {};
}
