import { type DType, formatOf, type IntegerFormat } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { definitions } from '../definitions.ts';
import { fitting, floatMachine } from '../machine.ts';
import { type Mutant, ofIntegers } from '../mutant.ts';
import { sequential } from '../summation.ts';

/** Computed in a float type, and cast back by truncation. */
const throughFloat = (name: 'float16' | 'float32' | 'float64', applies: (format: IntegerFormat) => boolean) =>
  ofIntegers(applies, (terms, format, { operator }) => {
    const floats = formatOf(name);
    const machine = floatMachine(floats, sequential, []);
    return toInteger(
      definitions[operator]!(
        machine,
        terms.map((x) => roundDouble(Number(x), floats)),
      ),
      format,
    );
  });

const toInteger = (x: number, format: IntegerFormat): bigint => {
  if (Number.isNaN(x)) return 0n;
  if (!Number.isFinite(x)) return fitting(format, 'saturate')(x > 0 ? 1n << 64n : -(1n << 64n));
  return fitting(format, 'saturate')(BigInt(Math.trunc(x)));
};

const all = () => true;
const has64Bits = ({ bits }: IntegerFormat) => bits === 64;
/** The root of a 64-bit integer may be taken in float64. */
const exact = ['ReduceL1', 'ReduceMax', 'ReduceMean', 'ReduceMin', 'ReduceProd', 'ReduceSum', 'ReduceSumSquare'];

/** Bugs with integers, and in the type of the output. */
export const integerFaults: readonly Mutant[] = [
  { name: 'integers go through float16', source: ['MNN-c14f2b3'], perturb: throughFloat('float16', all) },
  { name: 'integers go through float32', source: ['ORT-2317', 'ORT-28681b'], perturb: throughFloat('float32', all) },
  {
    name: '64-bit integers go through float64',
    source: ['ORT-28681b'],
    operators: exact,
    perturb: throughFloat('float64', has64Bits),
  },
  {
    name: 'int64 is narrowed to int32 before the reduction',
    source: ['COREAI-45'],
    perturb: ofIntegers(
      ({ name }) => name === 'int64',
      (terms, _, request, fold) =>
        fold(
          terms.map((x) => BigInt.asIntN(32, x)),
          [],
          request,
        ),
    ),
  },
  {
    name: 'int64 is summed in int32',
    source: ['COREAI-45'],
    perturb: ofIntegers(
      ({ name }) => name === 'int64',
      (terms, _, request, fold) => fold(terms, [], { ...request, dtype: 'int32' }),
    ),
  },
  {
    name: 'unsigned integers use the kernel of the signed type',
    source: ['TF-39649', 'MLX-fce53b6'],
    operators: ['ReduceMean', 'ReduceL1', 'ReduceL2', 'ReduceMax', 'ReduceMin'],
    perturb: ofIntegers(
      (format) => !format.signed,
      (terms, { name, bits }, request, fold) =>
        fold(
          terms.map((x) => BigInt.asIntN(bits, x)),
          [],
          { ...request, dtype: name.slice(1) as DType },
        ),
    ),
  },
  {
    name: 'negative integers are read as sign and magnitude',
    source: ['TT-47647'],
    perturb: ofIntegers(
      (format) => format.signed,
      (terms, { bits }, request, fold) => {
        const top = 1n << BigInt(bits - 1);
        return fold(
          terms.map((x) => (x < 0n ? -(BigInt.asUintN(bits, x) - top) : x)),
          [],
          request,
        );
      },
    ),
  },
  {
    name: 'an integer mean multiplies by the reciprocal in float32',
    source: ['JAXJS-b23698a'],
    operators: ['ReduceMean'],
    perturb: ofIntegers(all, (terms, format) => {
      const total = Math.fround(Number(terms.reduce((a, b) => a + b, 0n)));
      return terms.length ? toInteger(Math.fround(total * Math.fround(1 / terms.length)), format) : 0n;
    }),
  },
  {
    name: 'an integer mean divides every element',
    source: ['ORT-2317'],
    operators: ['ReduceMean'],
    perturb: ofIntegers(all, (terms) => terms.reduce((a, b) => a + b / BigInt(terms.length), 0n)),
  },
  {
    name: 'the output of float64 is float32',
    source: ['TRACT-c68e6d6'],
    perturb: ({ store }) => ({
      store: (results, shape, request) =>
        store(results, shape, request.dtype === 'float64' ? { ...request, output: 'float32' } : request),
    }),
  },
  {
    name: 'the output of bfloat16 is float32',
    source: ['TRACT-c68e6d6'],
    perturb: ({ store }) => ({
      store: (results, shape, request) =>
        store(results, shape, request.dtype === 'bfloat16' ? { ...request, output: 'float32' } : request),
    }),
  },
  {
    name: 'the output of unsigned integers is signed',
    source: ['TRACT-c68e6d6', 'MLX-fce53b6'],
    perturb: ({ store }) => ({
      store(results, shape, request) {
        const output = store(results, shape, request);
        const { dtype, data, dims } = output;
        if (dtype === 'uint32') return tensor('int32', dims, Int32Array.from(data as Uint32Array));
        if (dtype === 'uint64') return tensor('int64', dims, BigInt64Array.from(data as BigUint64Array));
        return output;
      },
    }),
  },
  // in double k·(1/n) falls below k/n first for n = 49: forty-nine ones have the mean 0
  {
    name: 'an integer mean multiplies by the reciprocal in float64',
    source: ['JAXJS-b23698a'],
    operators: ['ReduceMean'],
    perturb: ofIntegers(all, (terms, format) => {
      const total = Number(terms.reduce((a, b) => a + b, 0n));
      return terms.length ? toInteger(total * (1 / terms.length), format) : 0n;
    }),
  },
];
