// of many numbers: as arguments of Math.min and Math.max these would overflow the stack

/** The least of some numbers; Infinity if there are none, NaN if one is NaN. */
export function minimumOf(xs: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const x of xs) least = Math.min(least, x);
  return least;
}

/** The greatest of some numbers; -Infinity if there are none, NaN if one is NaN. */
export function maximumOf(xs: Iterable<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const x of xs) greatest = Math.max(greatest, x);
  return greatest;
}
