/**
 * An expression that finds what any of some others finds, tried in their order. Their own flags do not count.
 *
 * @param flags of the whole; letters of either case match by default
 */
export function anyOf(shapes: readonly RegExp[], flags = "i"): RegExp {
  return new RegExp(shapes.map(({ source }) => source).join("|"), flags);
}
