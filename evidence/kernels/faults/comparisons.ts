import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { formatIn, isFloat, type Mutant, misfold, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';
import { extrema, isMax, other, replacing } from './extrema.ts';

const ofTruths = (value: (truths: readonly bigint[], fold: Stages['fold'], request: Request) => NumericScalar) =>
  misfold((fold, terms, extents, request) =>
    request.dtype === 'bool' && terms.length > 0
      ? value(terms as readonly bigint[], fold, request)
      : fold(terms, extents, request),
  );

/** Bugs in how maxima and minima compare, truth values among them. */
export const comparisonFaults: readonly Mutant[] = [
  {
    name: 'the extremum is that of magnitudes',
    source: ['TILELANG-2305'],
    operators: extrema,
    perturb: ofTerms((terms) => terms.map((x) => (x < 0 ? -x : x))),
  },
  {
    name: 'a minimum is the negative of the maximum of negatives, in integers too',
    source: ['one kernel for both'],
    operators: ['ReduceMin'],
    perturb: ofIntegers(
      () => true,
      (terms, { bits, signed }, request, fold) => {
        const negated = (x: bigint) => (signed ? BigInt.asIntN(bits, -x) : BigInt.asUintN(bits, -x));
        return negated(BigInt(fold(terms.map(negated), [], { ...request, operator: 'ReduceMax' })));
      },
    ),
  },
  {
    name: 'the kernel without keepdims is that of the sibling',
    source: ['RTEN-a4d9768'],
    operators: extrema,
    perturb: misfold((fold, terms, extents, request) =>
      fold(terms, extents, request.keepdims ? request : other(request)),
    ),
  },
  {
    name: 'infinities count as masked out',
    source: ['attention masks'],
    operators: extrema,
    perturb: ofTerms((terms) => {
      const finite = terms.filter((x) => Math.abs(Number(x)) !== Number.POSITIVE_INFINITY);
      return finite.length ? finite : terms;
    }),
  },
  {
    name: 'subnormal numbers compare as zero',
    source: ['flush to zero'],
    operators: extrema,
    perturb: ofFloats((terms, request, fold) => {
      const { minExponent, precision } = formatIn(request);
      const normal = 2 ** (minExponent + precision - 1);
      return fold(
        terms.map((x) => (Math.abs(x) < normal ? 0 : x)),
        [],
        request,
      );
    }),
  },
  {
    name: 'halves compare as their bit patterns',
    source: ['16-bit integers instead of floats'],
    operators: extrema,
    perturb: ofFloats((terms, request, fold) => {
      const format = formatIn(request);
      if (format.bits !== 16 || terms.length === 0) return fold(terms, [], request);
      const held = new Uint16Array(1);
      const write = format.writer(held);
      const bits = (x: number) => {
        write(0, x);
        return held[0]!;
      };
      return terms.reduce((best, x) => (isMax(request) === bits(x) > bits(best) ? x : best));
    }),
  },
  {
    name: 'a term replaces the extremum only if it is beyond it by a millionth',
    source: ['comparison with an epsilon'],
    operators: extrema,
    perturb: replacing((x, best) => Number.isNaN(x) || x > best + 1e-6 * Math.abs(best) || best === -Infinity),
  },
  {
    name: 'the extremum of float64 is found in float32',
    source: ['ORT-28681b'],
    operators: extrema,
    perturb: ofFloats((terms, request, fold) =>
      fold(request.dtype === 'float64' ? terms.map((x) => roundDouble(x, formatOf('float32'))) : terms, [], request),
    ),
  },
  {
    name: '8-bit integers use the kernel of the other signedness',
    source: ['MLX-fce53b6', 'PT-191499'],
    operators: extrema,
    perturb: ofIntegers(
      ({ bits }) => bits === 8,
      (terms, { signed }, request, fold) =>
        fold(
          terms.map((x) => (signed ? BigInt.asUintN(8, x) : BigInt.asIntN(8, x))),
          [],
          { ...request, dtype: signed ? 'uint8' : 'int8' },
        ),
    ),
  },
  {
    name: 'the maximum of truth values is their parity',
    source: ['MLX-8081df7'],
    operators: ['ReduceMax'],
    perturb: ofTruths((truths) => truths.reduce((a, b) => (a + b) % 2n)),
  },
  {
    name: 'truth values are compared as lanes of all ones, which are negative',
    source: ['PT-184893'],
    operators: extrema,
    perturb: ofTruths((truths, fold, request) => fold(truths, [], other(request))),
  },
  {
    name: 'a maximum of 64 truth values and more is true',
    source: ['NP-26197'],
    operators: ['ReduceMax'],
    perturb: ofTruths((truths, fold, request) => (truths.length >= 64 ? 1n : fold(truths, [], request))),
  },
  {
    name: 'only the last of several truth values counts',
    source: ['a store instead of an atomic or'],
    operators: extrema,
    perturb: ofTruths((truths) => truths.at(-1)!),
  },
  {
    name: 'each extremum starts from that of the slice before',
    source: ['TT-4384', 'an accumulator outside of the loop'],
    operators: extrema,
    perturb: ({ finish }) => ({
      finish(results, request) {
        const sign = isMax(request) ? 1 : -1;
        let best = results[0];
        const carried = results.map((x) => {
          if (best === undefined || Number.isNaN(x) || Number.isNaN(best) || sign * Number(x) > sign * Number(best))
            best = x;
          return best;
        });
        return finish(isFloat(request.dtype) ? carried : carried.map(BigInt), request);
      },
    }),
  },
];
