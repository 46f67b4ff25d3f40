/** Cuts a list into slices, each as long as `isFull` allows of its length and the sum of its sizes; none is empty. */
export function* slices<T>(
  list: readonly T[],
  size: (one: T) => number,
  isFull: (count: number, sum: number) => boolean,
): Generator<readonly T[]> {
  let slice: T[] = [];
  let sum = 0;
  for (const one of list) {
    if (slice.length > 0 && isFull(slice.length + 1, sum + size(one))) {
      yield slice;
      slice = [];
      sum = 0;
    }
    slice.push(one);
    sum += size(one);
  }
  if (slice.length > 0) yield slice;
}
