// of many numbers: as arguments of Math.min and Math.max these would overflow the stack, and an iterator takes a place for each

/** The least of some numbers; Infinity if there are none, NaN if one is NaN. */
export function minimumOf(xs: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < xs.length; i++) least = Math.min(least, xs[i]!);
  return least;
}

/** The greatest of some numbers; -Infinity if there are none, NaN if one is NaN. */
export function maximumOf(xs: ArrayLike<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < xs.length; i++) greatest = Math.max(greatest, xs[i]!);
  return greatest;
}
