import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type Exact, enclosed, exactArithmetic, exactOf } from '../../arithmetic/exact.ts';
import { exp } from '../../arithmetic/functions.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { predictedOutputs } from '../../judge/explanations/explanation.ts';
import { formatOf, intoRange } from '../../numerics/dtype.ts';
import * as d from '../../numerics/dyadic.ts';
import { workingBits } from '../../numerics/real.ts';
import type { ExpectedOutput, Hypothesis, OperatorVersion } from '../../spec/operator.ts';
import { type Reduction, resolveReduction } from './axes.ts';
import { overSlices } from './evaluate.ts';
import type { ReductionKernel } from './kernel.ts';

type OutputOf = (version: OperatorVersion, asked: Reduction) => ExpectedOutput;

/** The hypotheses that other dimensions are reduced than requested, or that they get another size. */
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
      predict: ({ version, call }) => {
        const asked = resolveReduction(version, call);
        const reduced = other(asked.reduced);
        // a dimension of size 1 shows nothing
        if (reduced.every((one, i) => one === asked.reduced[i] || asked.data.dims[i] === 1)) return undefined;
        return predictedOutputs([outputOf(version, { ...asked, reduced })]);
      },
    };
  }
}

/** The hypothesis that empty data are returned unchanged: a reduced and kept dimension of size 0 should become 1. */
const emptyKept: Hypothesis = {
  id: 'empty-dimension-kept',
  text: 'a reduced dimension of size 0 keeps size 0',
  predict: ({ version, call }, expected) => {
    const { data, reduced, keepdims } = resolveReduction(version, call);
    if (!keepdims || !data.dims.some((dim, i) => reduced[i] && dim === 0)) return undefined;
    const dims = data.dims.map((dim, i) => (reduced[i] ? Math.min(dim, 1) : dim));
    return expected.map(({ dtype }) => ({ dtype, dims, accepts: () => false }));
  },
};

const only = (reduced: readonly boolean[], place: number) => reduced.map((_, i) => i === place);

/** The hypothesis that exponentials are stored in the type of the integers, without their fractions. */
export function integerExponentials({ kernel }: { readonly kernel: ReductionKernel }): Hypothesis {
  return {
    id: 'integer-exponentials',
    text: 'exponentials are stored as integers',
    predict: ({ version, call }) => {
      const format = formatOf(call.inputs[0]!.dtype);
      if (format.kind !== 'integer') return undefined;
      const results = overSlices(kernel)(
        storingExponentials,
        nodeOf(version, call, 1, (x) => exactOf(x as bigint)),
      );
      return results.map(({ dtype, dims, at }) => ({
        dtype,
        dims,
        accepts: (index, got) => {
          const result = at(index);
          if (typeof result === 'number' && !Number.isFinite(result)) return false;
          return intoRange(d.toInteger(enclosed(result).lo), format, 'saturate') === got;
        },
      }));
    },
  };
}

const exactNumbers = exactArithmetic(workingBits);
const storingExponentials: Arithmetic<Exact> = {
  ...exactNumbers,
  in: () => storingExponentials,
  apply: (f, x) => (f === exp ? exactNumbers.integral(exactNumbers.apply(f, x), 'truncate') : exactNumbers.apply(f, x)),
};
