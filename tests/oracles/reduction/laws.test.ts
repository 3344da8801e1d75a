import fc from 'fast-check';
import { describe, it } from 'vitest';
import { reductions } from '../call.ts';
import * as laws from '../laws.ts';

/** What an operator claims beyond the laws of all: its degree, by what its parts are joined, whether zeros count. */
const claims: Record<string, { degree: number; joinedBy?: string; zerosCount?: true }> = {
  ReduceL1: { degree: 1, joinedBy: 'ReduceL1' },
  ReduceL2: { degree: 1 }, // roots are rounded, so two steps are not one
  ReduceMean: { degree: 1, zerosCount: true },
  ReduceSum: { degree: 1, joinedBy: 'ReduceSum' },
  ReduceSumSquare: { degree: 2, joinedBy: 'ReduceSum' },
};

const versions = reductions.flatMap((operator) =>
  operator.versions.map((version) => ({ operator: operator.name, since: version.since, version })),
);

describe.each(versions)('$operator-$since', ({ operator: name, since, version }) => {
  // small enough for unsigned types and for the 8 bits of bfloat16
  const example: fc.Arbitrary<laws.Example> = fc
    .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
    .chain((dims) => {
      const count = dims.reduce((a, b) => a * b, 1);
      return fc.record({
        dtype: fc.constantFrom(...version.dtypes),
        dims: fc.constant(dims),
        values: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: count, maxLength: count }),
        axes: fc.shuffledSubarray(
          dims.map((_, i) => i),
          { minLength: 1 },
        ),
      });
    });
  const { degree, joinedBy, zerosCount } = claims[name]!;
  const holds = (law: (example: laws.Example) => void) => fc.assert(fc.property(example, law), { numRuns: 25 });

  it('axes are a set', () => holds((e) => laws.axesAreASet(name, e, since)));
  it('keepdims changes only the shape', () => holds((e) => laws.keepdimsChangesOnlyTheShape(name, e, since)));
  it('absent axes are all axes', () => holds((e) => laws.absentAxesAreAllAxes(name, e, since)));
  it('inputs may be permuted', () => holds((e) => laws.permutingInputsChangesNothing(name, e, since)));
  it('scales with powers of two', () => holds((e) => laws.scalesWithPowersOfTwo(name, degree, e, since)));
  it.skipIf(!joinedBy)('two steps are one', () => holds((e) => laws.inTwoSteps(name, joinedBy!, e, since)));
  it.skipIf(zerosCount)('zeros add nothing', () => holds((e) => laws.zerosAddNothing(name, e, since)));
});
