import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { isFloat, type Mutant, misfold, misread, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';
import { operators } from './indices.ts';

/** Bugs in how ArgMax and ArgMin compare, and in which axis they search. */
export const orderFaults: readonly Mutant[] = [
  {
    name: 'elements are compared by magnitude',
    source: ['TILELANG-2305', 'iamax of BLAS'],
    operators,
    perturb: ofTerms((terms) => terms.map((x) => (x < 0 ? -x : x))),
  },
  {
    name: '-0 is less than +0',
    source: ['totalOrder of IEEE 754'],
    operators,
    perturb: ofFloats((terms, request, fold) =>
      fold(
        terms.map((x) => (Object.is(x, -0) ? -Number.MIN_VALUE : x)),
        [],
        request,
      ),
    ),
  },
  {
    name: 'subnormal numbers compare as zero here',
    source: ['flush to zero'],
    operators,
    perturb: ofFloats((terms, request, fold) => {
      const format = formatOf(request.dtype);
      const normal = format.kind === 'float' ? 2 ** (format.minExponent + format.precision - 1) : 0;
      return fold(
        terms.map((x) => (Math.abs(x) < normal ? 0 : x)),
        [],
        request,
      );
    }),
  },
  ...(['float64', 'float32'] as const).map(
    (wide, i): Mutant => ({
      name: `${wide} is compared in ${['float32', 'bfloat16'][i]}`,
      source: ['MNN-c14f2b3'],
      operators,
      perturb: ofTerms((terms, { dtype }) =>
        dtype === wide ? terms.map((x) => roundDouble(Number(x), formatOf(i ? 'bfloat16' : 'float32'))) : terms,
      ),
    }),
  ),
  {
    name: '64-bit integers are compared in float64',
    source: ['ORT-28681b'],
    operators,
    perturb: ofIntegers(
      ({ bits }) => bits === 64,
      (terms, _, request, fold) => fold(terms.map(Number), [], request),
    ),
  },
  {
    name: '32-bit integers are compared in float32',
    source: ['MNN-c14f2b3', 'ORT-2317'],
    operators,
    perturb: ofIntegers(
      ({ bits }) => bits === 32,
      (terms, _, request, fold) =>
        fold(
          terms.map((x) => Math.fround(Number(x))),
          [],
          request,
        ),
    ),
  },
  {
    name: 'integers of 8 and 16 bits are compared with the other signedness',
    source: ['MLX-fce53b6', 'PT-32863'],
    operators,
    perturb: ofIntegers(
      ({ bits }) => bits < 32,
      (terms, { bits, signed }, request, fold) =>
        fold(
          terms.map((x) => (signed ? BigInt.asUintN(bits, x) : BigInt.asIntN(bits, x))),
          [],
          request,
        ),
    ),
  },
  {
    name: 'unsigned integers of 32 and 64 bits are compared as signed',
    source: ['MLX-fce53b6', 'TF-39649'],
    operators,
    perturb: ofIntegers(
      ({ bits, signed }) => bits >= 32 && !signed,
      (terms, { bits }, request, fold) =>
        fold(
          terms.map((x) => BigInt.asIntN(bits, x)),
          [],
          request,
        ),
    ),
  },
  {
    name: 'integers of 16 bits lose their upper byte',
    source: ['MLX-884b4ed'],
    operators,
    perturb: ofIntegers(
      ({ bits }) => bits === 16,
      (terms, _, request, fold) =>
        fold(
          terms.map((x) => x & 255n),
          [],
          request,
        ),
    ),
  },
  {
    name: 'an absent axis is the last',
    source: ['RTEN-b19a9ed'],
    operators,
    perturb: misread(({ axesFrom, dims }) =>
      axesFrom === 'nowhere' && dims.length ? { axes: [dims.length - 1] } : {},
    ),
  },
  {
    name: 'an absent axis means the flat tensor, as in numpy',
    source: ['numpy.argmax'],
    operators,
    perturb: misread(({ axesFrom, dims }) => (axesFrom === 'nowhere' ? { axes: dims.map((_, axis) => axis) } : {})),
  },
  {
    name: 'axis 0 counts as absent, and absent as the last',
    source: ['ORT-16508', 'zero is false'],
    operators,
    perturb: misread(({ axes, dims }) => (axes?.[0] === 0 && dims.length ? { axes: [dims.length - 1] } : {})),
  },
  {
    name: 'a negative axis is read as the first',
    source: ['ORT-365'],
    operators,
    perturb: misread(({ axes }) => (axes?.some((axis) => axis < 0) ? { axes: [0] } : {})),
  },
  {
    name: 'the value is given instead of its index',
    source: ['RTEN-a4d9768', 'two outputs of one kernel'],
    operators,
    perturb: misfold((fold, terms, extents, request) => {
      const x = terms[Number(fold(terms, extents, request))] ?? 0n;
      return isFloat(request.dtype) ? BigInt(Number.isFinite(x) ? Math.trunc(Number(x)) : 0) : x;
    }),
  },
];
