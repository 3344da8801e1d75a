/** Where blocks, unrolled loops and threads of common sizes begin and end. */
const borders = [0, 63, 64, 65, 255, 256, 511, 512, 1023, 1024] as const;

/** The places of a long row at which something special is put: beside the borders of blocks, and last. */
export const farPlaces = (n: number): readonly number[] => [...borders.filter((at) => at < n - 1), n - 1];

/** The place of a row, by its number: rows of one tensor take them in turn. */
export function farPlace(n: number, slice: number): number {
  const places = farPlaces(n);
  return places[slice % places.length]!;
}

/** Lengths of runs of −∞, and the length of a row that holds one in its middle. */
const runs = [8, 16, 64, 128, 256] as const;
const masked = 768;
/** The runs at the beginning, from a border of blocks on, and at the end of a row. */
export const maskedRuns = runs.flatMap((length) => [0, 256, masked - length].map((from) => ({ from, length })));

/** A tensor's rows that show every run of −∞, one run a row. */
export const maskedDims: readonly number[] = [maskedRuns.length, masked];
