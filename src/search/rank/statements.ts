const OPENS_BLOCK = /\{\s*$|^\s*(?:if|for|while|def|fn|func)\b.*:$/;

/** Number of round and square brackets a line opens more than it closes; those in quoted texts do not count. */
export function openBrackets(line: string): number {
  let open = 0;
  for (const char of line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "")) {
    if (char === "(" || char === "[") open++;
    else if (char === ")" || char === "]") open--;
  }
  return open;
}

/** Marks lines inside the brackets of a statement that began above; a line that opens a block begins anew. */
export function insideStatements(lines: readonly string[]): boolean[] {
  let depth = 0;
  return lines.map((line) => {
    const isInside = depth > 0;
    depth = OPENS_BLOCK.test(line) ? 0 : Math.max(0, depth + openBrackets(line));
    return isInside;
  });
}
