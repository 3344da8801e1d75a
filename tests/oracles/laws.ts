import { expect } from 'vitest';
import { compare } from '../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { bytesOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { type Request, reduce, tensorOf } from './call.ts';

/** A tensor of any dtype, and axes to reduce it along: at least one, none of them twice. */
export interface Example {
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly values: readonly (number | bigint)[];
  readonly axes: readonly number[];
}

const dataOf = ({ dtype, values, dims }: Example): Tensor => tensorOf(dtype, values, dims);
const answer = (name: string, data: Tensor, request: Request, opset?: number): Tensor =>
  referenceTensor(reduce(name, data, request, opset));

function expectSame(a: Tensor, b: Tensor): void {
  expect([a.dtype, a.dims, bytesOf(a)]).toEqual([b.dtype, b.dims, bytesOf(b)]);
}

/** The order in which axes are listed, their signs and repetitions do not matter. */
export function axesAreASet(name: string, example: Example, opset?: number): void {
  const { axes, dims } = example;
  const expected = answer(name, dataOf(example), { axes }, opset);
  const negative = axes.map((axis) => axis - dims.length);
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

/** Without axes, or with none listed, all are meant. */
export function absentAxesAreAllAxes(name: string, example: Example, opset?: number): void {
  const data = dataOf(example);
  const all = answer(name, data, { axes: example.dims.map((_, i) => i) }, opset);
  expectSame(answer(name, data, {}, opset), all);
  expectSame(answer(name, data, { axes: [] }, opset), all);
}

/** Reducing along one axis, then along the others by the operator that joins parts, is one way to reduce along all. */
export function twoStepsAreAWay(name: string, joinedBy: string, example: Example, opset?: number): void {
  const [first, ...others] = example.axes;
  const once = reduce(name, dataOf(example), { axes: example.axes }, opset);
  const halfway = answer(name, dataOf(example), { axes: [first!] }, opset);
  const twice = others.length > 0 ? answer(joinedBy, halfway, { axes: others }, opset) : halfway;
  expect(compare([once], [twice])).toMatchObject({ accepted: true });
}
