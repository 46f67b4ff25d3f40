/**
 * Maximum number of simultaneously open brackets in a text, including angle brackets; strings and comments count as
 * code. A rough measure, cheap enough for every file.
 */
export function deepestNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 40: // (
      case 60: // <
      case 91: // [
      case 123: // {
        if (++depth > deepest) deepest = depth;
        break;
      case 41:
      case 62:
      case 93:
      case 125:
        if (depth > 0) depth--;
    }
  }
  return deepest;
}
