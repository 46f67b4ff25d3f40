/**
 * Returns an expression that matches if any of `shapes` matches, tried in order. The flags of `shapes` are ignored.
 *
 * @param flags flags of the result; case-insensitive by default
 */
export function anyOf(shapes: readonly RegExp[], flags = "i"): RegExp {
  return new RegExp(shapes.map(({ source }) => source).join("|"), flags);
}
