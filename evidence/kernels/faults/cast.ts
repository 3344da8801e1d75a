import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { type DType, type FloatFormat, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { type Evaluate, type Node, values } from '../../../oracles/spec/node.ts';
import { eachOf, halvesAwayTo, inArithmetic, onNode, onOutputs, truncatingTo } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const operators = ['Cast', 'CastLike'];
const isFloat = (dtype: DType) => formatOf(dtype).kind === 'float';
const isWide = (dtype: DType) => isFloat(dtype) && formatOf(dtype).bits > 16;
const bitsOf = (dtype: DType) => formatOf(dtype).bits;

/** A fault in the elements of outputs of some types, each with the one of the input that it comes from. */
const inResults = (
  concerns: (to: DType, from: DType) => boolean,
  change: <S>(a: Arithmetic<S>, result: S, x: S, to: DType) => S,
) =>
  onOutputs((output, a, node) => {
    const x = node.input(0);
    if (x.dtype === 'string' || !concerns(output.dtype, x.dtype)) return output;
    return eachOf(output, (result, i) => change(a.in(output.dtype), result, x.at(i), output.dtype));
  });

/** The same, on inputs. */
const inInputs = (concerns: (from: DType) => boolean, change: <S>(a: Arithmetic<S>, x: S) => S) =>
  onNode(({ inputs: [x, ...others] }, a) => {
    if (!concerns(x!.dtype)) return {};
    return { inputs: [eachOf(x!, (one) => change(a, one)), ...others] };
  });

/** A fault where decimals are read. */
const ofStrings =
  (alter: (correct: Evaluate) => Evaluate) =>
  (correct: Evaluate): Evaluate =>
  (a, node) =>
    (node.input(0).dtype === 'string' ? alter(correct) : correct)(a, node);

/** Faults of conversions between types. */
export const castFaults: readonly Mutant[] = (
  [
    {
      name: 'casts: the tail after the last multiple of 8 is left out',
      source: ['vector loops without a tail'],
      alter: onOutputs((output, a) => {
        const count = output.dims.reduce((product, dim) => product * dim, 1);
        const last = a.of(output.dtype === 'float8e8m0' ? 1 : 0);
        return count < 8 ? output : eachOf(output, (x, i) => (i < count - (count % 8) ? x : last));
      }),
    },
    {
      name: 'casts: numbers pass through float16',
      source: ['16-bit registers on the way'],
      alter: onOutputs((output, a) => (isWide(output.dtype) ? eachOf(output, (x) => a.round(x, 'float16')) : output)),
    },
    {
      name: 'casts: numbers pass through float32, and are rounded twice',
      source: ['onnxruntime 1.30, float64 to float16; ml_dtypes 0.6, float64 and int32 to bfloat16'],
      alter: inInputs(
        (from) => bitsOf(from) === 64,
        (a, x) => a.round(x, 'float32'),
      ),
    },
    {
      name: 'casts: floats are truncated to narrower floats',
      source: ['bfloat16 by shifting float32 to the right by 16 bits'],
      alter: truncatingTo(() => true),
    },
    {
      name: 'casts: floats behind the last vector of 8 are truncated',
      source: ['a vector instruction that rounds, with a shift for what is left'],
      alter:
        (correct) =>
        <S>(a: Arithmetic<S>, node: Node<S>) => {
          const [rounded, truncated] = [correct, truncatingTo(() => true)(correct)].map((one) => one(a, node)[0]!);
          const { dtype, dims } = rounded!;
          const vectors = elementCount(dims) - (elementCount(dims) % 8);
          return [values(dtype, dims, (i) => (i < vectors ? rounded! : truncated!).at(i))];
        },
    },
    {
      name: 'casts: halves go away from zero',
      source: ['adding half a unit before a shift'],
      alter: halvesAwayTo(() => true),
    },
    {
      name: 'casts: floats are rounded to integers, halves to even',
      source: ['TOSA casts; Xilinx/onnx-mlir issue 75, rocMLIR issue 2340'],
      alter: inArithmetic((a) => ({
        integral: (x, mode) => a.integral(x, mode === 'truncate' ? 'nearest-even' : mode),
      })),
    },
    {
      name: 'casts: floats are rounded down to integers',
      source: ['a shift for a division'],
      alter: inArithmetic((a) => ({ integral: (x, mode) => a.integral(x, mode === 'truncate' ? 'floor' : mode) })),
    },
    {
      name: 'casts: integers out of range saturate',
      source: ['saturating narrowing instructions'],
      alter: inResults(
        (to, from) => formatOf(to).kind === 'integer' && !isFloat(from),
        (a, _, x, to) => {
          const { min, max } = integerRange(formatOf(to) as Parameters<typeof integerRange>[0]);
          return a.maximum(a.minimum(x, a.of(max)), a.of(min));
        },
      ),
    },
    {
      name: 'casts: to bool by the sign alone',
      source: ['a comparison with 0 that is not for inequality'],
      alter: inResults(
        (to) => to === 'bool',
        (a, _, x) => a.less(a.of(0), x),
      ),
    },
    {
      name: 'casts: to bool by the lowest byte alone',
      source: ['a truncation before the comparison'],
      alter: inResults(
        (to, from) => to === 'bool' && !isFloat(from) && bitsOf(from) > 8,
        (a, _, x) => {
          const bytes = a.integral(a.multiply(x, a.of(1 / 256)), 'floor');
          return a.select(a.equal(x, a.multiply(bytes, a.of(256))), a.of(0), a.of(1));
        },
      ),
    },
    {
      name: 'casts: to bool by the integer part alone',
      source: ['floats go through an integer type to bool'],
      alter: inResults(
        (to, from) => to === 'bool' && isFloat(from),
        (a, result, x) => a.select(a.less(a.abs(x), a.of(1)), a.of(0), result),
      ),
    },
    {
      name: 'casts: NaN is false',
      source: ['x > 0 or x < 0 for x ≠ 0'],
      alter: inResults(
        (to, from) => to === 'bool' && isFloat(from),
        (a, result, x) => a.select(a.isNaN(x), a.of(0), result),
      ),
    },
    {
      name: 'casts: NaN becomes the largest number',
      source: ['clamping by comparisons before storing'],
      alter: inResults(isFloat, (a, result, _, to) =>
        a.select(a.isNaN(result), a.of(largestFinite(formatOf(to) as FloatFormat)), result),
      ),
    },
    {
      name: 'casts: -0 becomes 0',
      source: ['tables without the sign of zero'],
      alter: inResults(isFloat, (a, result) => a.add(result, a.of(0))),
    },
    {
      name: 'casts: saturate is not looked at',
      source: ['kernels from before version 19'],
      alter: onNode(({ attributes: { saturate: _, ...attributes } }) => ({ attributes })),
    },
    {
      name: 'casts: round_mode is not looked at',
      source: ['kernels from before version 24'],
      alter: onNode(({ attributes: { round_mode: _, ...attributes } }) => ({ attributes })),
    },
    {
      name: 'casts: the two elements of a byte are swapped',
      source: ['high nibble first; onnx packs the low one first (docs of int4)'],
      alter: onNode(({ inputs: [x, ...others] }) => {
        if (bitsOf(x!.dtype) !== 4) return {};
        const count = x!.dims.reduce((product, dim) => product * dim, 1);
        const other = (i: number) => Math.min(i ^ 1, count - 1);
        return { inputs: [eachOf(x!, (_, i) => x!.at(other(i))), ...others] };
      }),
    },
    {
      name: 'casts: integers of few bits have no signs',
      source: ['masks without sign extension'],
      alter: inInputs(
        (from) => from === 'int4' || from === 'int2',
        (a, x) => a.select(a.less(x, a.of(0)), a.add(x, a.of(8)), x),
      ),
    },
    {
      name: 'casts: words for infinities are known in capitals only',
      source: ['comparison with "INF"'],
      alter: onNode(({ inputs: [x, ...others] }) => {
        if (x!.dtype !== 'string') return {};
        const data = (x!.tensor!.data as string[]).map((text) => (/^[+-]?inf$/.test(text) ? '0' : text));
        return { inputs: [{ ...x!, tensor: { ...x!.tensor!, data } }, ...others] };
      }),
    },
    {
      name: 'casts: exponents of decimals are not read',
      source: ['a reader that stops at the first letter'],
      alter: onNode(({ inputs: [x, ...others] }) => {
        if (x!.dtype !== 'string') return {};
        const data = (x!.tensor!.data as string[]).map((text) => text.replace(/e.*$/i, ''));
        return { inputs: [{ ...x!, tensor: { ...x!.tensor!, data } }, ...others] };
      }),
    },
    {
      name: 'casts: decimals are truncated to floats',
      source: ['digits that are added up in integers, and shifted'],
      alter: ofStrings(truncatingTo(() => true)),
    },
    {
      name: 'casts: decimals half way between floats go away from zero',
      source: ['half a unit added before the last bits are dropped'],
      alter: ofStrings(halvesAwayTo(() => true)),
    },
    {
      name: 'casts: decimals half way between floats of few bits go away from zero',
      source: ['a table that is searched for the first number above'],
      alter: ofStrings(halvesAwayTo()),
    },
    {
      name: 'casts: numbers are written with three digits',
      source: ['a stream with a short precision'],
      alter: inResults(
        (to, from) => to === 'string' && isFloat(from),
        (a, result) => a.multiply(a.integral(a.multiply(result, a.of(128)), 'nearest-even'), a.of(1 / 128)),
      ),
    },
  ] satisfies readonly Omit<Mutant, 'operators'>[]
).map((fault) => ({ ...fault, operators }));
