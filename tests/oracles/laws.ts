import { expect } from 'vitest';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { bytesOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { best, type Request, reduce, tensorOf } from './call.ts';

/** A reduction whose results are exact: small integers in a tensor of any dtype. */
export interface Example {
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly values: readonly number[];
  readonly axes: readonly number[];
}

const dataOf = ({ dtype, values, dims }: Example): Tensor => tensorOf(dtype, values, dims);
const answer = (name: string, data: Tensor, request: Request, opset?: number): Tensor =>
  best(reduce(name, data, request, opset));

function expectSame(a: Tensor, b: Tensor): void {
  expect([a.dtype, a.dims, bytesOf(a)]).toEqual([b.dtype, b.dims, bytesOf(b)]);
}

/** The order in which axes are listed, their signs and repetitions do not matter. */
export function axesAreASet(name: string, example: Example, opset?: number): void {
  const { axes, dims } = example;
  const expected = answer(name, dataOf(example), { axes }, opset);
  const negative = axes.map((axis) => (axis < 0 ? axis : axis - dims.length));
  for (const same of [axes.toReversed(), negative, [...axes, ...negative]]) {
    expectSame(answer(name, dataOf(example), { axes: same }, opset), expected);
  }
}

/** keepdims changes only the shape. */
export function keepdimsChangesOnlyTheShape(name: string, example: Example, opset?: number): void {
  const { axes, dims } = example;
  const kept = answer(name, dataOf(example), { axes, keepdims: 1 }, opset);
  const dropped = answer(name, dataOf(example), { axes, keepdims: 0 }, opset);
  expect(bytesOf(kept)).toEqual(bytesOf(dropped));
  expect(kept.dims.length).toBe(dims.length);
  expect(dropped.dims).toEqual(kept.dims.filter((_, i) => !axes.includes(i)));
}

/** Without reduced axes, each element is reduced on its own; then all of them together. */
export function absentAxesAreAllAxes(name: string, example: Example, opset?: number): void {
  const data = dataOf(example);
  const all = answer(name, data, { axes: example.dims.map((_, i) => i) }, opset);
  expectSame(answer(name, data, {}, opset), all);
  expectSame(answer(name, data, { axes: [] }, opset), all);
}

/** Reversing the data along the reduced axes (all of them, here) changes nothing. */
export function permutingInputsChangesNothing(name: string, example: Example, opset?: number): void {
  const reversed = { ...example, values: example.values.toReversed() };
  expectSame(answer(name, dataOf(reversed), {}, opset), answer(name, dataOf(example), {}, opset));
}

/** Reducing along one axis after another is the same as along all at once: `outer` after `inner`. */
export function inTwoSteps(name: string, outer: string, example: Example, opset?: number): void {
  const [first, ...others] = example.axes;
  const once = answer(name, dataOf(example), { axes: example.axes }, opset);
  const halfway = answer(name, dataOf(example), { axes: [first!] }, opset);
  const twice = others.length > 0 ? answer(outer, halfway, { axes: others }, opset) : halfway;
  expectSame(twice, once);
}

/** Doubling the data scales a result of degree k by 2^k. */
export function scalesWithPowersOfTwo(name: string, degree: number, example: Example, opset?: number): void {
  const doubled = { ...example, values: example.values.map((x) => 2 * x) };
  const data = answer(name, dataOf(example), { axes: example.axes }, opset);
  const scaled = answer(name, dataOf(doubled), { axes: example.axes }, opset);
  const by = 2 ** degree;
  const values = Array.from({ length: data.data.length }, (_, i) => acceptedBest(name, example, i, opset) * by);
  if (formatOf(example.dtype).kind === 'float') expectSame(scaled, tensorOf(example.dtype, values, data.dims));
}

function acceptedBest(name: string, example: Example, index: number, opset?: number): number {
  return Number(reduce(name, dataOf(example), { axes: example.axes }, opset).accept(index).best);
}

/** Zeros add nothing: to a row of the data, as many again. */
export function zerosAddNothing(name: string, example: Example, opset?: number): void {
  const row = { ...example, dims: [example.values.length] };
  const padded = { ...row, values: [...row.values, ...row.values.map(() => 0)], dims: [2 * row.values.length] };
  expectSame(answer(name, dataOf(padded), {}, opset), answer(name, dataOf(row), {}, opset));
}
