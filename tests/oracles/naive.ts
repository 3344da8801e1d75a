import type { Request } from './call.ts';

/** The result of a reduction of small integers, by coordinates and without a thought for speed. */
export interface Naive {
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

const definitions: Record<string, (xs: readonly number[]) => number> = {
  ReduceL1: (xs) => xs.reduce((sum, x) => sum + Math.abs(x), 0),
  ReduceL2: (xs) => Math.sqrt(xs.reduce((sum, x) => sum + x * x, 0)),
  ReduceLogSum: (xs) => Math.log(xs.reduce((sum, x) => sum + x, 0)),
  ReduceLogSumExp: (xs) => Math.log(xs.reduce((sum, x) => sum + Math.exp(x), 0)),
  ReduceMax: (xs) => xs.reduce((most, x) => Math.max(most, x), -Infinity),
  ReduceMean: (xs) => xs.reduce((sum, x) => sum + x, 0) / xs.length,
  ReduceMin: (xs) => xs.reduce((least, x) => Math.min(least, x), Infinity),
  ReduceProd: (xs) => xs.reduce((product, x) => product * x, 1),
  ReduceSum: (xs) => xs.reduce((sum, x) => sum + x, 0),
  ReduceSumSquare: (xs) => xs.reduce((sum, x) => sum + x * x, 0),
};

/** All coordinates of a shape in row-major order. */
function coordinates(dims: readonly number[]): number[][] {
  return dims.reduce<number[][]>(
    (prefixes, dim) => prefixes.flatMap((prefix) => Array.from({ length: dim }, (_, i) => [...prefix, i])),
    [[]],
  );
}

/** What ONNX says about axes, keepdims and noop_with_empty_axes, written down a second time. */
export function naively(
  name: string,
  data: readonly number[],
  dims: readonly number[],
  { axes = [], keepdims = 1, noop = 0 }: Request,
): Naive {
  const listed = new Set(axes.map((axis) => (axis < 0 ? axis + dims.length : axis)));
  const isReduced = (i: number): boolean => (axes.length > 0 ? listed.has(i) : noop === 0);
  const ones = dims.map((dim, i) => (isReduced(i) ? 1 : dim));
  const positions = coordinates(dims);
  const values = coordinates(ones).map((place) => {
    const slice = data.filter((_, at) => place.every((p, i) => isReduced(i) || positions[at]![i] === p));
    return definitions[name]!(slice);
  });
  return { dims: keepdims ? ones : dims.filter((_, i) => !isReduced(i)), values };
}
