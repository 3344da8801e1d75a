import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { type Evaluate, type InputValues, Node } from '../../../oracles/spec/node.ts';
import { eachOf, halvesAway, halvesAwayTo, inArithmetic, onNode, onOutputs, truncatingTo } from '../alter.ts';
import { numbered } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

const quantizing = ['QuantizeLinear', 'DynamicQuantizeLinear'];
const both = ['QuantizeLinear', 'DequantizeLinear'];

/** The node without its zero point. */
const withoutZero = <S>(node: Node<S>): Node<S> =>
  new Node(node.version, node.attributes, node.inputs.slice(0, 2), node.outputs);

/** Quotients made integers in another way. */
const integral = (round: <S>(a: Arithmetic<S>, x: S) => S) =>
  inArithmetic((a) => ({ integral: (x, mode) => (mode === 'nearest-even' ? round(a, x) : a.integral(x, mode)) }));

/** What is computed with arithmetic that is changed where data are integers as outputs. */
const ofIntegers =
  (alter: (correct: Evaluate) => Evaluate) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const zero = node.inputs[2]?.dtype ?? 'uint8';
    return formatOf(zero).kind === 'integer' ? alter(correct)(a, node) : correct(a, node);
  };

const isListOfBlocks = <S>(node: Node<S>): boolean =>
  node.input(0).dims.length === 1 && node.has('block_size') && node.number('block_size') > 0;

/** An input, but for the data, with its first element everywhere. */
const ofFirst = <S>(one: InputValues<S> | undefined, place: number) =>
  place > 0 && one ? eachOf(one, () => one.at(0)) : one;

/** Faults of kernels that quantize. */
export const quantizedFaults: readonly Mutant[] = [
  {
    name: 'quantization: halves are rounded away from zero',
    source: ['round of C, where nearbyint is meant'],
    operators: quantizing,
    alter: integral(halvesAway),
  },
  {
    name: 'quantization: quotients are truncated',
    source: ['a cast to integers'],
    operators: quantizing,
    alter: integral((a, x) => a.integral(x, 'truncate')),
  },
  {
    name: 'quantization: halves are rounded up',
    source: ['floor(x + 0.5)'],
    operators: quantizing,
    alter: integral((a, x) => a.integral(a.add(x, a.of(0.5)), 'floor')),
  },
  {
    name: 'QuantizeLinear: quotients half way between floats of few bits go away from zero',
    source: ['half a unit added to the bits before a shift'],
    operators: ['QuantizeLinear'],
    alter: halvesAwayTo(),
  },
  {
    name: 'QuantizeLinear: quotients are truncated to floats of few bits',
    source: ['bits that are shifted out'],
    operators: ['QuantizeLinear'],
    alter: truncatingTo(),
  },
  {
    name: 'QuantizeLinear: the reciprocal of the scale, where outputs are floats of few bits',
    source: ['kernels of float 8 that were written apart from those of integers'],
    operators: ['QuantizeLinear'],
    alter: (correct) => (a, node) => {
      const { dtype } = node.input(1);
      const to = node.inputs[2]?.dtype ?? 'uint8';
      const reciprocal = (x: ReturnType<typeof a.of>) => a.round(a.divide(a.of(1), x), dtype);
      if (formatOf(to).kind !== 'float' || dtype === 'float8e8m0') return correct(a, node);
      return correct({ ...a, divide: (x, y) => a.multiply(x, reciprocal(y)) }, node);
    },
  },
  {
    name: 'QuantizeLinear: the zero point is added before rounding',
    source: ['QLinearMatMul of onnx.reference 1.23.1'],
    operators: ['QuantizeLinear'],
    alter: ofIntegers((correct) => (a, node) => {
      const zero = node.inputs[2];
      if (!zero || zero.dims.length > 0) return correct(a, node);
      const own = { ...a, integral: (x: ReturnType<typeof a.of>) => a.integral(a.add(x, zero.at(0)), 'nearest-even') };
      const shifted = new Node(
        node.version,
        node.attributes,
        [...node.inputs.slice(0, 2), eachOf(zero, () => a.of(0))],
        1,
      );
      return correct(own, shifted);
    }),
  },
  {
    name: 'QuantizeLinear: a product with the reciprocal of the scale',
    source: ['divisions that are taken out of the loop'],
    operators: ['QuantizeLinear'],
    alter: (correct) => (a, node) => {
      const { dtype } = node.input(1);
      const reciprocal = (x: ReturnType<typeof a.of>) => a.round(a.divide(a.of(1), x), dtype);
      if (formatOf(dtype).kind !== 'float' || dtype === 'float8e8m0') return correct(a, node);
      return correct({ ...a, divide: (x, y) => a.multiply(x, reciprocal(y)) }, node);
    },
  },
  {
    name: 'QuantizeLinear: large quotients wrap',
    source: ['onnx.reference 1.23.1: rint, then int32'],
    operators: ['QuantizeLinear'],
    alter: integral((a, x) => a.select(a.less(a.abs(x), a.of(2 ** 31)), a.integral(x, 'nearest-even'), a.of(0))),
  },
  {
    name: 'quantization: what is out of range loses its high bits',
    source: ['a cast without saturation'],
    operators: quantizing,
    alter: ofIntegers(
      (correct) => (a, node) =>
        correct({ ...a, maximum: (x) => x, minimum: (x) => x, in: () => ({ ...a, maximum: (x) => x }) }, node),
    ),
  },
  {
    name: 'QuantizeLinear: signed types saturate at one more than the least',
    source: ['symmetric ranges, [-127, 127]'],
    operators: ['QuantizeLinear'],
    alter: onOutputs((output, a) => {
      const format = formatOf(output.dtype);
      if (format.kind !== 'integer' || !format.signed) return output;
      const least = a.of(integerRange(format as IntegerFormat).min + 1n);
      return eachOf(output, (x) => a.maximum(x, least));
    }),
  },
  {
    name: 'QuantizeLinear: the zero point is ignored',
    source: ['an optional input that is not read'],
    operators: ['QuantizeLinear'],
    alter: (correct) => (a, node) => {
      const zero = node.inputs[2];
      if (!zero) return correct(a, node);
      return correct(
        a,
        new Node(node.version, node.attributes, [...node.inputs.slice(0, 2), eachOf(zero, () => a.of(0))], 1),
      );
    },
  },
  {
    name: 'quantization: the axis is the default one',
    source: ['an attribute that is not read'],
    operators: both,
    alter: (correct) => (a, node) =>
      node.version.since >= 13 && node.input(1).dims.length === 1
        ? numbered('axis', () => 1)(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'quantization: one scale for all places of an axis',
    source: ['a scalar where there is a list'],
    operators: both,
    alter: onNode(({ inputs: [x, scale, ...zero] }) => ({ inputs: [x, eachOf(scale!, () => scale!.at(0)), ...zero] })),
  },
  {
    name: 'quantization: one zero point for all places of an axis',
    source: ['a scalar where there is a list'],
    operators: both,
    alter: onNode(({ inputs: [x, scale, zero] }) => ({
      inputs: [x, scale, ...(zero ? [eachOf(zero, () => zero.at(0))] : [])],
    })),
  },
  {
    name: 'quantization: blocks are counted from the end of the dimension',
    source: ['a short block that comes first'],
    operators: both,
    alter: (correct) => (a, node) => {
      const { block_size: block, axis } = node.attributes;
      const { dims } = node.input(0);
      if (!block || axis === undefined || (axis.value as number) !== dims.length - 1) return correct(a, node);
      const last = dims.at(-1)!;
      const turned = <V extends { readonly dims: readonly number[]; at(i: number): unknown }>(x: V) => {
        const size = x.dims.at(-1)!;
        return { ...x, at: (i: number) => x.at(i - (i % size) + size - 1 - (i % size)) };
      };
      const [x, ...rest] = node.inputs;
      const inputs = [turned(x!) as typeof x, ...rest.map((one) => one && (turned(one) as typeof x))];
      return last < 2
        ? correct(a, node)
        : correct(a, new Node(node.version, node.attributes, inputs, 1)).map((output) => turned(output));
    },
  },
  {
    name: 'quantization: the blocks of a list are those of the first scale',
    source: ['a list taken for a tensor with one scale'],
    operators: both,
    alter: onNode((node) => (isListOfBlocks(node) ? { inputs: node.inputs.map((one, i) => ofFirst(one, i)) } : {})),
  },
  {
    name: 'quantization: elements of a list have the scales of blocks in turn',
    source: ['a remainder where there is a quotient'],
    operators: both,
    alter: (correct) => (a, node) => {
      if (!isListOfBlocks(node)) return correct(a, node);
      const [x, scale] = [node.input(0), node.input(1)];
      const inTurn = <V extends InputValues<ReturnType<typeof a.of>>>(one: V | undefined): V | undefined =>
        one && { ...one, dims: x.dims, at: (i: number) => one.at(i % scale.dims[0]!) };
      const { block_size: block, ...attributes } = node.attributes;
      const inputs = [x, ...node.inputs.slice(1).map(inTurn)];
      return correct(
        a,
        new Node(node.version, { ...attributes, block_size: { ...block, value: 1 } as typeof block & {} }, inputs, 1),
      );
    },
  },
  {
    name: 'QuantizeLinear: saturate is ignored',
    source: ['runtimes that always saturate'],
    operators: ['QuantizeLinear'],
    alter: (correct) => (a, node) =>
      node.attributes.saturate ? numbered('saturate', () => 1)(correct)(a, node) : correct(a, node),
  },
  {
    name: 'QuantizeLinear: without a zero point the output is uint8 whatever output_dtype says',
    source: ['runtimes of before opset 21'],
    operators: ['QuantizeLinear'],
    alter: onNode(({ attributes: { output_dtype: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'QuantizeLinear: precision is ignored',
    source: ['onnxruntime 1.30'],
    operators: ['QuantizeLinear'],
    alter: onNode(({ attributes: { precision: _, ...attributes } }) => ({ attributes })),
  },
  {
    name: 'DequantizeLinear: the zero point is ignored',
    source: ['an optional input that is not read'],
    operators: ['DequantizeLinear'],
    alter: (correct) => (a, node) => correct(a, withoutZero(node)),
  },
  {
    name: 'DequantizeLinear: the difference wraps in the type of the data',
    source: ['a subtraction before the cast'],
    operators: ['DequantizeLinear'],
    alter: (correct) => (a, node) => {
      const format = formatOf(node.input(0).dtype);
      if (format.kind !== 'integer') return correct(a, node);
      const { min } = integerRange(format);
      const size = a.of(2 ** format.bits);
      const wrapped = (x: ReturnType<typeof a.of>) => {
        const turns = a.integral(a.divide(a.subtract(x, a.of(min)), size), 'floor');
        return a.subtract(x, a.multiply(turns, size));
      };
      const own: typeof a = { ...a, subtract: (x, y) => wrapped(a.subtract(x, y)), in: () => own };
      return correct(own, node);
    },
  },
  {
    name: 'DequantizeLinear: signed numbers are read as unsigned ones',
    source: ['a load without sign extension'],
    operators: ['DequantizeLinear'],
    alter: (correct) => (a, node) => {
      const [x, ...rest] = node.inputs;
      const format = formatOf(x!.dtype);
      if (format.kind !== 'integer' || !format.signed) return correct(a, node);
      type S = ReturnType<typeof a.of>;
      const lifted = eachOf(x!, (one: S) => a.select(a.less(one, a.of(0)), a.add(one, a.of(2 ** format.bits)), one));
      return correct(a, new Node(node.version, node.attributes, [lifted, ...rest], 1));
    },
  },
  {
    name: 'DequantizeLinear: output_dtype is ignored',
    source: ['runtimes of before opset 23'],
    operators: ['DequantizeLinear'],
    alter: (correct) => (a, node) => {
      if (node.input(1).dtype === 'float8e8m0') return correct(a, node);
      const { output_dtype: _, ...attributes } = node.attributes;
      return correct(a, new Node(node.version, attributes, node.inputs, 1));
    },
  },
  {
    name: 'DequantizeLinear: NaN becomes 0',
    source: ['tables of float 8 without NaN'],
    operators: ['DequantizeLinear'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.select(a.isNaN(x), a.of(0), x))),
  },
  {
    name: 'quantization: the sign of the scale is lost',
    source: ['a shift and a factor that is taken for positive'],
    operators: both,
    alter: onNode(({ inputs: [x, scale, ...zero] }, a) => ({
      inputs: [x, eachOf(scale!, (one) => a.abs(one)), ...zero],
    })),
  },
  {
    name: 'DequantizeLinear: a scale of 0 is taken for 1',
    source: ['a guard against dividing by zero, as quantizers have it'],
    operators: ['DequantizeLinear'],
    alter: onNode(({ inputs: [x, scale, ...zero] }, a) => ({
      inputs: [x, eachOf(scale!, (one) => a.select(a.equal(one, a.of(0)), a.of(1), one)), ...zero],
    })),
  },
  {
    name: 'DynamicQuantizeLinear: 0 is not part of the range',
    source: ['a range of the data alone'],
    operators: ['DynamicQuantizeLinear'],
    alter: (correct) => (a, node) => {
      let constants = 0;
      const own: typeof a = {
        ...a,
        in: (dtype) => ({ ...a.in(dtype), of: (x) => (x === 0 && constants++ === 0 ? node.input(0).at(0) : a.of(x)) }),
      };
      return correct(own, node);
    },
  },
  {
    name: 'DynamicQuantizeLinear: the range has 256 steps',
    source: ['2 to the number of bits'],
    operators: ['DynamicQuantizeLinear'],
    alter: inArithmetic((a) => ({ divide: (x, y) => a.divide(x, a.select(a.equal(y, a.of(255)), a.of(256), y)) })),
  },
  {
    name: 'DynamicQuantizeLinear: the zero point is truncated',
    source: ['a cast to integers'],
    operators: ['DynamicQuantizeLinear'],
    alter: (correct) => (a, node) => {
      const [y, scale] = correct(a, node);
      const cut = correct(inTruncation(a), node)[2]!;
      return [y!, scale!, cut];
    },
  },
  {
    name: 'DynamicQuantizeLinear: only the first 8 elements are seen',
    source: ['vector loops without a tail'],
    operators: ['DynamicQuantizeLinear'],
    alter: (correct) => (a, node) => {
      const x = node.input(0);
      const count = x.dims.reduce((product, size) => product * size, 1);
      if (count <= 8) return correct(a, node);
      type S = ReturnType<typeof a.of>;
      const seen = eachOf(x, (one: S, i) => (i < 8 ? one : a.of(0)));
      const [, scale, zero] = correct(a, new Node(node.version, {}, [seen], 3));
      return [correct(a, node)[0]!, scale!, zero!];
    },
  },
];

const inTruncation = <S>(a: Arithmetic<S>): Arithmetic<S> => {
  const own: Arithmetic<S> = {
    ...a,
    integral: (x) => a.integral(x, 'truncate'),
    in: (dtype) => inTruncation(a.in(dtype)),
  };
  return own;
};
