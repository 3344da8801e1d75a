import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { type DType, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Request, reduce, reductions, tensorOf } from '../call.ts';
import { naively } from '../naive.ts';

const versions = reductions.flatMap((operator) =>
  operator.versions.map((version) => ({ operator: operator.name, since: version.since, version })),
);

describe.each(versions)('$operator-$since', ({ operator: name, since, version }) => {
  const hasNoop = version.attributes.some((attribute) => attribute.name === 'noop_with_empty_axes');

  /** Zero-size dimensions, rank 0, and axes that are absent, empty, negative, unsorted or listed twice. */
  const calls = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }).chain((dims) => {
    const rank = dims.length;
    const axis = fc.integer({ min: -rank, max: Math.max(rank - 1, -rank) });
    return fc.record({
      dims: fc.constant(dims),
      axes:
        rank === 0 ? fc.constantFrom(undefined, []) : fc.option(fc.array(axis, { maxLength: 5 }), { nil: undefined }),
      keepdims: fc.constantFrom(undefined, 0, 1),
      noop: hasNoop ? fc.constantFrom(undefined, 0, 1) : fc.constant(undefined),
    });
  });
  const requestOf = ({ axes, keepdims, noop }: { [K in keyof Request]: Request[K] | undefined }): Request => ({
    ...(axes && { axes }),
    ...(keepdims !== undefined && { keepdims }),
    ...(noop !== undefined && { noop }),
  });

  it('reduces what a second reading of the text reduces', () => {
    fc.assert(
      fc.property(calls, ({ dims, ...rest }) => {
        const request = requestOf(rest);
        const values = Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => (i % 7) - 3);
        const output = reduce(name, tensorOf('float64', values, dims), request, since);
        const expected = naively(name, values, dims, request);
        expect(output.dims).toEqual(expected.dims);
        const answer = tensorOf('float64', expected.values, expected.dims);
        expect(compare([output], [answer])).toMatchObject({ accepted: true });
        const [{ data }, other] = [referenceTensor(output), expected.values];
        for (const [i, x] of other.entries()) if (!Number.isNaN(x)) expect(data[i]).toBeCloseTo(x, 12);
      }),
      { numRuns: 60 },
    );
  });

  it('has the dtype of the data', () => {
    for (const dtype of version.dtypes) {
      const output = reduce(name, tensorOf(dtype, [1, 2, 2, 1], [2, 2]), { axes: [0] }, since);
      expect([output.dtype, output.dims]).toEqual([dtype, [1, 2]]);
      expect(compare([output], [referenceTensor(output)])).toMatchObject({ accepted: true, tier: 'exact' });
    }
  });

  it('rank 0 stays rank 0', () => {
    for (const keepdims of [0, 1]) {
      const output = reduce(name, tensorOf('float32', [-3], []), { keepdims }, since);
      expect([output.dims, output.accept(0).best]).toEqual([[], ofMinusThree[name] ?? -3]);
    }
  });

  it('an empty set gives what the text says, or is undefined; a kept dimension of size 0 gives nothing', () => {
    for (const dtype of version.dtypes) {
      const output = reduce(name, tensorOf(dtype, [], [2, 0]), { axes: [1], keepdims: 0 }, since);
      expect(output.dims).toEqual([2]);
      const [value, isDefined] = ofNothing(name, dtype);
      const isFloat = formatOf(dtype).kind === 'float';
      const judged = [value, isFloat ? 7 : 7n].map((answer) => output.accept(1).judge(answer).accepted);
      expect(judged).toEqual([true, !isDefined]);
      expect(reduce(name, tensorOf(dtype, [], [2, 0]), { axes: [0] }, since).dims).toEqual([1, 0]);
    }
  });
});

/** What one element of -3 makes, where it is not -3. */
const ofMinusThree: Readonly<Record<string, number>> = {
  ReduceL1: 3,
  ReduceL2: 3,
  ReduceLogSum: Number.NaN,
  ReduceSumSquare: 9,
};

/** The value of an empty set, and whether the text gives it. */
function ofNothing(name: string, dtype: DType): [NumericScalar, boolean] {
  const format = formatOf(dtype);
  const of = (x: number): NumericScalar => (format.kind === 'float' ? x : BigInt(x));
  if (name === 'ReduceProd') return [of(1), true];
  if (name === 'ReduceMean') return [of(0), false];
  if (name === 'ReduceMax' || name === 'ReduceMin') {
    const greatest = name === 'ReduceMin';
    if (format.kind === 'float') return [greatest ? Infinity : -Infinity, true];
    if (format.kind !== 'integer') return [greatest ? 1n : 0n, true];
    return [integerRange(format)[greatest ? 'max' : 'min'], true];
  }
  if (name.startsWith('ReduceLog')) return format.kind === 'float' ? [-Infinity, true] : [0n, false];
  return [of(0), true];
}
