/**
 * Expands the example of a rule. `{}` expands to nothing and `{text*n}` to n repetitions, so that the data file
 * contains nothing similar to a secret.
 */
export function expandExample(example: string): string {
  return example
    .replace(/\{([^{}*]+)\*(\d{1,3})\}/g, (_, part: string, times: string) => part.repeat(Number(times)))
    .replaceAll("{}", "");
}
