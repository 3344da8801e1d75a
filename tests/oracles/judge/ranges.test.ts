import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stagedOperators } from '../../../evidence/kernels/stages.ts';
import type { ElementAcceptance, ElementVerdict } from '../../../oracles/judge/acceptance.ts';
import { type AcceptedRange, acceptedRanges } from '../../../oracles/judge/ranges.ts';
import { type DType, dtypes, type FloatDType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { orderingOf } from '../../../oracles/numerics/order.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { findOperator, operators } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { sampled } from '../../sample.ts';
import { rowOf } from '../arbitrary.ts';
import { floatNames, row } from '../call.ts';

/** What a reader of the ranges takes a value for; ranges must not overlap. */
function lookUp(ranges: readonly AcceptedRange[], dtype: DType, x: NumericScalar) {
  const { positionOf } = orderingOf(dtype);
  const holds = ({ from, to }: AcceptedRange) => {
    if (Number.isNaN(x) || Number.isNaN(from)) return Number.isNaN(x) && Number.isNaN(from);
    return positionOf(from) <= positionOf(x) && positionOf(x) <= positionOf(to);
  };
  return ranges.filter(holds).map(({ tier, observations }) => ({ tier, observations }));
}

const ruling = (verdict: ElementVerdict) =>
  verdict.accepted ? [{ tier: verdict.tier, observations: verdict.observations }] : [];

function agree(acceptance: ElementAcceptance, dtype: DType, probes: Iterable<NumericScalar>): void {
  const ranges = acceptedRanges(acceptance, dtype);
  const contradicts = (x: NumericScalar) => !isDeepStrictEqual(lookUp(ranges, dtype, x), ruling(acceptance.judge(x)));
  const all = [...probes];
  expect(all.filter(contradicts)).toEqual([]);
  // where nothing else is asked, other ways to the verdict are taken
  const isOther = (x: NumericScalar) => acceptance.judge(x, 'verdict').accepted !== acceptance.judge(x).accepted;
  expect(all.filter(isOther)).toEqual([]);
}

/** The ends of all ranges with what is next to them, and some values anywhere. */
function probesOf(acceptance: ElementAcceptance, dtype: DType, anywhere: readonly number[]): NumericScalar[] {
  const { first, last, positionOf, valueAt } = orderingOf(dtype);
  const numbers = (xs: readonly NumericScalar[]) => xs.filter((x) => !Number.isNaN(x)).map(positionOf);
  const ends = numbers(acceptedRanges(acceptance, dtype).flatMap(({ from, to }) => [from, to]));
  const marks = numbers(acceptance.breakpoints as readonly NumericScalar[]);
  const near = [...ends, ...marks, 0n].flatMap((at) => [at - 2n, at - 1n, at, at + 1n, at + 2n]);
  const far = anywhere.map((share) => first + BigInt(Math.floor(share * 2 ** 30)) * ((last - first) >> 30n));
  const special = formatOf(dtype).kind === 'float' ? [NaN] : [];
  return [...[...near, ...far, first, last].filter((at) => first <= at && at <= last).map(valueAt), ...special];
}

const share = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
const numRuns = 5;

const ofRows = operators.filter(({ name }) => stagedOperators.includes(name));

describe.each(ofRows)('the ranges of $name are what the judge accepts', ({ name, versions, fillValue = 0 }) => {
  it('of floats', () => {
    const special = fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, fillValue);
    const rows = (dtype: (typeof floatNames)[number]) => fc.oneof(rowOf(dtype, 5), fc.array(special, { maxLength: 4 }));
    const ofType = fc.constantFrom(...floatNames).chain((dtype) => fc.tuple(fc.constant(dtype), rows(dtype)));
    const property = fc.property(ofType, share, ([dtype, xs], anywhere) => {
      if (xs.length === 0 && name.startsWith('Arg')) return;
      const acceptance = row(name, dtype, xs);
      const [output = dtype] = versions.at(-1)!.outputs.flatMap((declared) => declared.dtype ?? []);
      agree(acceptance, output, probesOf(acceptance, output, anywhere));
    });
    fc.assert(property, { numRuns });
  });

  const integers = versions[0]!.dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');
  it.runIf(integers.length > 0)('of integers', () => {
    const ofType = fc.constantFrom(...integers).chain((dtype) => {
      const { first, last } = orderingOf(dtype);
      const any = fc.oneof(fc.bigInt({ min: first, max: last }), fc.constantFrom(0n, 1n, 3n, last, first, last - 1n));
      return fc.tuple(fc.constant(dtype), fc.array(any, { minLength: 1, maxLength: 5 }));
    });
    const property = fc.property(ofType, share, ([dtype, xs], anywhere) => {
      const acceptance = row(name, dtype, xs, versions[0]!.since);
      const output = versions[0]!.outputs[0]!.dtype ?? dtype;
      agree(acceptance, output, probesOf(acceptance, output, anywhere));
    });
    fc.assert(property, { numRuns });
  });
});

/** As many of the 65,536 values of a type as take a moment. */
const someValues = (dtype: 'float16' | 'bfloat16') => sampled([...formatOf(dtype).values!], 1000);

it.each([
  ['ReduceSum', 'float16', [60000, 30000, -60000, 0.1]],
  ['ReduceMax', 'bfloat16', [NaN, 3]],
  ['ReduceLogSumExp', 'float16', [800, 801]],
] as const)('%s of %s %j: values of all sizes, and the ends of ranges', (name, dtype, xs) => {
  const acceptance = row(name, dtype, xs);
  agree(acceptance, dtype, [...someValues(dtype), ...probesOf(acceptance, dtype, []), NaN]);
});

it('are as few as can be, in ascending order', () => {
  // one half of the distance between neighbours above 1: a tie, which goes to 1
  const ranges = acceptedRanges(row('ReduceSum', 'float16', [1, 2 ** -12, 2 ** -12]), 'float16');
  expect(ranges).toEqual([
    { from: 1, to: 1, tier: 'exact', observations: [] },
    { from: 1 + 2 ** -10, to: 1 + 2 ** -10, tier: 'faithful', observations: [] },
  ]);
});

/** What may stand in the one element of a call of a newest version. */
function scalarOf(name: string, input: Tensor, attributes: Attributes = {}): ElementAcceptance {
  const operator = findOperator(name)!;
  return operator.expect(operator.versions.at(-1)!, { attributes, inputs: [input] })[0]!.accept(0);
}

const small = dtypes.filter((dtype) => formatOf(dtype).bits <= 8 && formatOf(dtype).bits > 0 && dtype !== 'bool');

it.each(small)('a cast to %s: every one of its values', (dtype) => {
  const { first, last, valueAt } = orderingOf(dtype);
  const all = Array.from({ length: Number(last - first) + 1 }, (_, i) => valueAt(first + BigInt(i)));
  const nan = formatOf(dtype).kind === 'float' && formatOf(dtype as FloatDType).hasNaN ? [NaN] : [];
  for (const x of [0.3, -1, -0, 1e30, NaN, -Infinity]) {
    const to = { to: { type: 'INT', value: formatOf(dtype).code } } as const;
    agree(scalarOf('Cast', tensor('float32', [], Float32Array.of(x)), to), dtype, [...all, ...nan]);
  }
});

it('an evaluation that a policy admits is exact at its own true value', () => {
  const acceptance = scalarOf('HardSwish', tensor('float64', [], Float64Array.of(-2.5176009304278555)));
  const withFloat32Constants = -0.20241469291597872;
  expect(acceptance.judge(withFloat32Constants)).toMatchObject({ tier: 'exact' });
  agree(acceptance, 'float64', [withFloat32Constants]);
});
