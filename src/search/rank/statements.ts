/** How many round and square brackets a line opens more than it closes; those in texts in quotes do not count. */
export function openBrackets(line: string): number {
  let open = 0;
  for (const char of line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "")) {
    if (char === "(" || char === "[") open++;
    else if (char === ")" || char === "]") open--;
  }
  return open;
}
