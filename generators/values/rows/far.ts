/** Where blocks, unrolled loops and threads of common sizes begin and end. */
const borders = [0, 63, 64, 65, 255, 256, 511, 512, 1023, 1024] as const;

/** The places of special elements in a long row: next to the borders of blocks, and last. */
export const farPlaces = (n: number): readonly number[] => [...borders.filter((at) => at < n - 1), n - 1];

/** The place of the special element in a row, by the row's number: the rows of a tensor use the places in turn. */
export function farPlace(n: number, slice: number): number {
  const places = farPlaces(n);
  return places[slice % places.length]!;
}

/** Lengths of runs of −∞, and the length of a row that contains such a run. */
const runs = [8, 16, 64, 128, 256] as const;
const masked = 768;
/** The runs at the beginning of a row, at a block border, and at the end. */
export const maskedRuns = runs.flatMap((length) => [0, 256, masked - length].map((from) => ({ from, length })));

/** The dimensions of a tensor with every run of −∞, one run per row. */
export const maskedDims: readonly number[] = [maskedRuns.length, masked];
