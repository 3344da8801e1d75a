import { asSuspected } from '../../explanations/explanation.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import { formatOf, type IntegerFormat } from '../../numerics/dtype.ts';
import { exact, exactTerms } from '../../numerics/exact.ts';
import { intoRange } from '../../numerics/integers.ts';
import { isFiniteReal, toInteger } from '../../numerics/real.ts';
import { numbersOf } from '../../numerics/tensor.ts';
import { Vector } from '../../numerics/vector.ts';
import type { ExpectedOutput, Hypothesis, OperatorVersion } from '../../operator.ts';
import { type Reduction, resolveReduction } from './axes.ts';
import { slicesOf } from './slices.ts';

type OutputOf = (version: OperatorVersion, asked: Reduction) => ExpectedOutput;

/** Reductions over other dimensions than those that were asked for, or with another size of these. */
export function misreadAxes(outputOf: OutputOf): readonly Hypothesis[] {
  return [
    emptyKept,
    over('no-axis', 'no dimension is reduced', (reduced) => reduced.map(() => false)),
    over('all-axes', 'all dimensions are reduced', (reduced) => reduced.map(() => true)),
    over('first-axis-only', 'only the first of the axes is reduced', (reduced) => only(reduced, reduced.indexOf(true))),
    over('last-axis-only', 'only the last of the axes is reduced', (reduced) =>
      only(reduced, reduced.lastIndexOf(true)),
    ),
    over('axes-from-the-end', 'axes are counted from the other end', (reduced) => reduced.toReversed()),
  ];

  function over(id: string, text: string, other: (reduced: readonly boolean[]) => readonly boolean[]): Hypothesis {
    return {
      id,
      text,
      suspect: ({ version, call }) => {
        const asked = resolveReduction(version, call);
        const reduced = other(asked.reduced);
        if (reduced.join() === asked.reduced.join()) return undefined;
        return asSuspected([outputOf(version, { ...asked, reduced })]);
      },
    };
  }
}

/** What has no elements stays as it is: a dimension of size 0 that is reduced, and kept, should get size 1. */
const emptyKept: Hypothesis = {
  id: 'empty-dimension-kept',
  text: 'a reduced dimension of size 0 keeps size 0',
  suspect: ({ version, call }, expected) => {
    const { data, reduced, keepdims } = resolveReduction(version, call);
    if (!keepdims || !data.dims.some((dim, i) => reduced[i] && dim === 0)) return undefined;
    const dims = data.dims.map((dim, i) => (reduced[i] ? Math.min(dim, 1) : dim));
    return expected.map(({ dtype }) => ({ dtype, dims, admits: () => false }));
  },
};

const only = (reduced: readonly boolean[], place: number) => reduced.map((_, i) => i === place);

/** Exponentials are stored in the type of the integers, without their fractions. */
export function integerExponentials({ kernel }: { readonly kernel: Kernel }): Hypothesis {
  const stored = {
    ...exact,
    exp: (xs: Parameters<typeof exact.exp>[0]) => {
      const { terms } = exact.exp(xs);
      return exactTerms(Vector.ofIntegers([...terms.dyadics()].map((x) => toInteger({ lo: x, hi: x }, 'truncate'))));
    },
  };
  return {
    id: 'integer-exponentials',
    text: 'exponentials are stored as integers',
    suspect: ({ version, call }) => {
      const { data, reduced, keepdims } = resolveReduction(version, call);
      const format = formatOf(data.dtype);
      if (format.kind !== 'integer') return undefined;
      const { dims, starts, offsets } = slicesOf(data.dims, reduced, keepdims);
      const value = numbersOf(data);
      return [
        {
          dtype: data.dtype,
          dims,
          admits: (index, got) => {
            const terms = Array.from(offsets, (offset) => BigInt(value(starts[index]! + offset)));
            const result = kernel(stored, exactTerms(Vector.ofIntegers(terms)));
            return (
              isFiniteReal(result) &&
              intoRange(toInteger(result, 'truncate'), format as IntegerFormat, 'saturate') === got
            );
          },
        },
      ];
    },
  };
}
