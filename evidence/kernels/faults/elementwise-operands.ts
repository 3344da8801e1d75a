import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { exp, log } from '../../../oracles/arithmetic/functions.ts';
import { broadcastDims } from '../../../oracles/arrays/broadcast.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { elementCount, scalarsOf } from '../../../oracles/numerics/tensor.ts';
import { type Evaluate, Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

const arithmetic = ['Add', 'Div', 'Mul', 'Pow', 'Sub'];
const comparisons = ['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual'];
const bits = ['BitwiseAnd', 'BitwiseOr', 'BitwiseXor'];
const logic = ['And', 'Or', 'Xor'];
const variadic = ['Max', 'Mean', 'Min', 'Sum'];
const byAttribute = [...arithmetic, ...logic, 'Equal', 'Greater', 'Less'];
const several = [...arithmetic, ...comparisons, ...bits, ...logic, ...variadic, 'Mod'];

const isInteger = ({ dtype }: Pick<NodeValues<unknown>, 'dtype'>): boolean => formatOf(dtype).kind === 'integer';
const isUnsigned = ({ dtype }: Pick<NodeValues<unknown>, 'dtype'>): boolean =>
  isInteger({ dtype }) && !(formatOf(dtype) as IntegerFormat).signed;

/** The elements of every input changed where it is of some type. */
const onInputs = (
  isMeant: (input: NodeValues<unknown>) => boolean,
  change: <S>(a: Arithmetic<S>, x: S, input: NodeValues<S>) => S,
) =>
  onNode(({ inputs }, a) => ({
    inputs: inputs.map((input) => (input && isMeant(input) ? eachOf(input, (x) => change(a, x, input)) : input)),
  }));

/** The output lies where the first input does: what is read again after it was written is wrong. */
const inPlace =
  (correct: Evaluate): Evaluate =>
  <S>(a: Arithmetic<S>, { version, attributes, inputs: [first, ...rest], outputs }: Node<S>) => {
    const written: S[] = [];
    const shared = { ...first!, at: (index: number) => (index < written.length ? written[index]! : first!.at(index)) };
    const [output] = correct(a, new Node(version, attributes, [shared, ...rest], outputs));
    if (output!.dtype !== first!.dtype) return correct(a, new Node(version, attributes, [first, ...rest], outputs));
    const at = (index: number) => {
      while (written.length <= index) written.push(output!.at(written.length));
      return written[index]!;
    };
    return [values(output!.dtype, output!.dims, at)];
  };

/** An operand that is broadcast is walked over and over, as if it lacked leading dimensions only. */
const overAndOver = onNode(({ inputs }) => {
  const longest = Math.max(...inputs.map((input) => elementCount(input!.dims)));
  return {
    inputs: inputs.map((input) => {
      const count = elementCount(input!.dims);
      if (count === longest || count === 0) return input;
      const dims = inputs.find((other) => elementCount(other!.dims) === longest)!.dims;
      return { dtype: input!.dtype, dims, at: (index: number) => input!.at(index % count) };
    }),
  };
});

/** Every row of an operand that is broadcast is its first. */
const firstRowOnly = onNode(({ inputs }) => ({
  inputs: inputs.map((input) => {
    const row = elementCount(input!.dims.slice(1));
    const isBroadcast = inputs.some((other) => `${other!.dims}` !== `${input!.dims}`);
    return isBroadcast && input!.dims.length > 1 ? eachOf(input!, (_, index) => input!.at(index % row)) : input;
  }),
}));

/** Operands of as many elements as each other are not broadcast. */
const byCount = onNode(({ inputs: [x, y] }) => {
  const count = elementCount(x!.dims);
  if (count !== elementCount(y!.dims) || `${x!.dims}` === `${y!.dims}`) return {};
  const dims = broadcastDims([x!.dims, y!.dims]);
  return { inputs: [x!, y!].map((input) => ({ ...input, dims, at: (index: number) => input.at(index % count) })) };
});

/** An operand of dims [1, 1] meets the first element only, where operands broadcast without an attribute. */
const onceOfRankTwo = onOutputs((output, a, { version, inputs }) =>
  inputs.some((input) => `${input?.dims}` === '1,1') && !version.attributes.some(({ name }) => name === 'broadcast')
    ? eachOf(output, (x, i) => (i === 0 ? x : a.of(0)))
    : output,
);

/** The exponents of floats changed where they are integers. */
const onIntegerExponents = (change: (exponent: bigint) => bigint) =>
  onNode(({ inputs: [x, y] }, a) => {
    if (isInteger(x!) || !isInteger(y!) || !y!.tensor) return {};
    const scalar = scalarsOf(y!.tensor);
    const changed = (right: Parameters<typeof a.abs>[0], i: number) => {
      const other = change(scalar(i) as bigint);
      return other === scalar(i) ? right : a.of(other);
    };
    return { inputs: [x!, eachOf(y!, changed)] };
  });

/** Another kernel where the second operand is one number, and that one. */
const byScalar =
  (number: number, kernel: <S>(a: Arithmetic<S>, x: S) => S) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const [x, y] = [node.input(0), node.input(1)];
    const outputs = correct(a, node);
    if (elementCount(y.dims) !== 1 || x.dims.length < y.dims.length || isInteger(x)) return outputs;
    const is = a.equal(y.at(0), a.of(number));
    return outputs.map((output) => eachOf(output, (right, i) => a.select(is, kernel(a, x.at(i)), right)));
  };

/** What comes after so many elements is left out. */
const after = (count: number) => onOutputs((output, a) => eachOf(output, (x, i) => (i < count ? x : a.of(0))));

const asSigned = onInputs(isUnsigned, (a, x, { dtype }) => {
  const { max } = integerRange(formatOf(dtype) as IntegerFormat);
  return a.select(a.less(a.of(max >> 1n), x), a.subtract(x, a.of(max + 1n)), x);
});
const throughFloat64 = onInputs(
  (input) => formatOf(input.dtype).bits === 64 && isInteger(input),
  (a, x) => a.integral(a.round(x, 'float64'), 'truncate'),
);

/** Faults in how operands meet: broadcasting, memory that is shared, types that are widened or taken for others. */
export const elementwiseOperandFaults: readonly Mutant[] = [
  ...ofEach(
    'the output overwrites the first input, which is broadcast',
    'buffers that are reused',
    ['Add', 'Sub', 'Mul', 'Div', 'Mod', 'Pow', ...bits, ...logic, ...variadic],
    inPlace,
  ),
  ...ofEach(
    'an operand of dims [1, 1] meets the first element only',
    'scalars that are known by their rank',
    ['Add', 'And', 'Equal', 'Xor'],
    onceOfRankTwo,
  ),
  ...ofEach('a smaller operand is walked over and over', 'broadcasting of suffixes', several, overAndOver),
  ...ofEach(
    'every row of a broadcast operand is its first',
    'strides of 0 for dimensions that are not 1',
    [...arithmetic, ...comparisons, ...bits, ...variadic, 'Mod'],
    firstRowOnly,
  ),
  ...ofEach(
    'operands of as many elements as each other are not broadcast',
    'a fast path for equal shapes that compares sizes',
    ['Add', 'Sub', 'Mul', 'Div', 'Less', 'Equal', 'BitwiseAnd', 'And'],
    byCount,
  ),
  fault(
    'Add: of the scalar 0, the first operand',
    'an identity that -0 does not keep',
    ['Add'],
    byScalar(0, (_, x) => x),
  ),
  fault(
    'Mul: by the scalar 0, zeros',
    'an identity that infinities and NaN do not keep',
    ['Mul'],
    byScalar(0, (a) => a.of(0)),
  ),
  fault(
    'Pow: by the scalar ½, the square root',
    'a fast path that forgets -0 and -∞',
    ['Pow'],
    byScalar(0.5, (a, x) => a.sqrt(x)),
  ),
  fault(
    'Pow: by the scalar 3, that of the magnitude',
    'a fast path that forgets the sign',
    ['Pow'],
    byScalar(3, (a, x) => a.multiply(a.abs(x), a.multiply(x, x))),
  ),
  ...(['float32', 'float64'] as const).flatMap((dtype) =>
    ofEach(
      `integers as products with reciprocals in ${dtype}`,
      'integer division by multiplication',
      ['Div'],
      (correct) => (a, node) => {
        const y = node.input(1);
        if (!isInteger(y) || elementCount(y.dims) !== 1) return correct(a, node);
        const reciprocal = a.round(a.divide(a.of(1), y.at(0)), dtype);
        return correct(a, node).map((output) =>
          eachOf(output, (_, i) => a.integral(a.round(a.multiply(node.input(0).at(i), reciprocal), dtype), 'truncate')),
        );
      },
    ),
  ),
  ...ofEach(
    'what is beyond 1024 elements is left out',
    'one block of threads',
    ['Add', 'Clip', 'Exp', 'Less', 'Mean', 'Where'],
    after(1024),
  ),
  ...ofEach(
    'axis is not looked at below opset 7',
    'broadcasting of later versions',
    byAttribute,
    onNode(({ attributes: { axis, ...rest }, inputs: [first, second] }) => {
      const [long, short] = [first!.dims, second!.dims];
      const fits = short.every((size, i) => size === long[i + long.length - short.length]);
      return { attributes: axis && !fits ? { ...rest, axis } : rest };
    }),
  ),
  ...ofEach(
    'unsigned integers are taken for signed ones',
    'the wrong comparison of a processor',
    ['Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual', 'Max', 'Min', 'Div', 'Mod'],
    asSigned,
  ),
  ...ofEach(
    'integers of 64 bits go through float64',
    'numbers of JavaScript',
    [...comparisons, ...bits, ...named('Abs Add Clip Div Max Min Mod Mul Neg Sub')],
    throughFloat64,
  ),
  ...ofEach(
    'the first two inputs alone',
    'binary kernels',
    variadic,
    onNode(({ inputs }) => ({ inputs: inputs.slice(0, 2) })),
  ),
  ...ofEach(
    'the first eight inputs alone',
    'kernels that take their inputs in a struct of eight',
    variadic,
    onNode(({ inputs }) => ({ inputs: inputs.slice(0, 8) })),
  ),
  ...ofEach(
    'of more than three inputs an odd last one is left out',
    'a tree of pairs',
    variadic,
    onNode(({ inputs }) => ({ inputs: inputs.length > 3 ? inputs.slice(0, inputs.length & ~1) : inputs })),
  ),
  ...ofEach(
    'of one input nothing',
    'loops from the second input on',
    variadic,
    onOutputs((output, a, { inputs }) => (inputs.length === 1 ? eachOf(output, () => a.of(0)) : output)),
  ),
  fault(
    'Mean: half of the sum',
    'two inputs',
    ['Mean'],
    inArithmetic((a) => ({ divide: (x) => a.divide(x, a.of(2)) })),
  ),
  ...ofEach(
    'NaN is passed over where an operand has one element',
    'ORT-21455',
    ['Max', 'Min'],
    (correct) => (a, node) => {
      if (!node.inputs.some((input) => elementCount(input!.dims) === 1)) return correct(a, node);
      const unless =
        <T>(own: Arithmetic<T>, of: 'maximum' | 'minimum') =>
        (x: T, y: T) =>
          own.select(own.isNaN(x), y, own.select(own.isNaN(y), x, own[of](x, y)));
      return inArithmetic((own) => ({ maximum: unless(own, 'maximum'), minimum: unless(own, 'minimum') }))(correct)(
        a,
        node,
      );
    },
  ),
  ...ofEach(
    'NaN counts where it comes first alone',
    'OV-35839',
    ['Max', 'Min'],
    inArithmetic((a) => ({
      maximum: (x, y) => a.select(a.less(x, y), y, x),
      minimum: (x, y) => a.select(a.less(y, x), y, x),
    })),
  ),
  fault(
    'Equal: within a millionth',
    'comparisons with a tolerance',
    ['Equal'],
    inArithmetic((a) => ({ equal: (x, y) => a.less(a.abs(a.subtract(x, y)), a.of(1e-6)) })),
  ),
  fault(
    'Equal: zeros of different signs differ',
    'comparisons of bits',
    ['Equal'],
    inArithmetic((a) => ({
      equal: (x, y) =>
        a.select(
          a.equal(x, a.of(0)),
          a.select(a.equal(y, a.of(0)), a.equal(a.divide(a.of(1), x), a.divide(a.of(1), y)), a.of(0)),
          a.equal(x, y),
        ),
    })),
  ),
  fault(
    'Equal: strings by their first 16 bytes',
    'strings that are kept short in place',
    ['Equal'],
    onInputs(
      ({ dtype }) => dtype === 'string',
      (a, x) => {
        const isShort = a.less(x, a.of(2n ** 136n));
        return a.select(isShort, x, a.of(2n ** 136n));
      },
    ),
  ),
  fault(
    'Equal: strings by their length',
    'the first field of a string',
    ['Equal'],
    onInputs(
      ({ dtype }) => dtype === 'string',
      (a, x) => {
        let length = a.of(0);
        for (let byte = 1; byte < 48; byte++)
          length = a.add(length, a.select(a.less(x, a.of(256n ** BigInt(byte))), a.of(0), a.of(1)));
        return length;
      },
    ),
  ),
  fault(
    'BitShift: the amount within 5 bits',
    'the shifts of x86 and of JavaScript',
    ['BitShift'],
    onNode(({ inputs: [x, y] }, a) => ({ inputs: [x!, eachOf(y!, (amount) => a.bitwise('and', amount, a.of(31)))] })),
  ),
  fault(
    'BitShift: always to the right',
    'the direction is not looked at',
    ['BitShift'],
    onNode(() => ({ attributes: { direction: { type: 'STRING', value: 'RIGHT' } } })),
  ),
  fault(
    'BitShift: arithmetic shifts of unsigned integers',
    'the wrong shift of a processor',
    ['BitShift'],
    (correct) => (a, node) => {
      if (node.string('direction') === 'LEFT' || !isUnsigned(node.input(0))) return correct(a, node);
      const { max } = integerRange(formatOf(node.input(0).dtype) as IntegerFormat);
      return asSigned(correct)(a, node).map((output) =>
        eachOf(output, (x) => a.select(a.less(x, a.of(0)), a.add(x, a.of(max + 1n)), x)),
      );
    },
  ),
  fault('Pow: integers as e^(y·ln x) in float32, truncated', 'ORT-19298', ['Pow'], (correct) => (a, node) => {
    const [x, y] = [node.input(0), node.input(1)];
    const single = (value: Parameters<typeof a.round>[0]) => a.round(value, 'float32');
    return correct(a, node).map((output) =>
      isInteger(output) && `${x.dims}` === `${y.dims}`
        ? eachOf(output, (right, i) => {
            const logarithm = single(a.apply(log, a.maximum(x.at(i), a.of(1))));
            const power = single(a.apply(exp, single(a.multiply(y.at(i), logarithm))));
            return a.select(a.less(a.of(0), x.at(i)), a.integral(power, 'truncate'), right);
          })
        : output,
    );
  }),
  fault(
    'Pow: of int32 by way of float32',
    'powf, whatever the type',
    ['Pow'],
    onOutputs((output, a) => (output.dtype === 'int32' ? eachOf(output, (x) => a.round(x, 'float32')) : output)),
  ),
  fault(
    'Pow: exponents are integers where the base is one',
    'exponents that are converted to the type of the base',
    ['Pow'],
    onNode(({ inputs: [x, y] }, a) => ({
      inputs: [x!, isInteger(x!) ? eachOf(y!, (exponent) => a.integral(exponent, 'truncate')) : y!],
    })),
  ),
  fault(
    'Pow: integer exponents of floats are cut to 32 bits',
    'integers of GPUs',
    ['Pow'],
    onIntegerExponents((exponent) => BigInt.asIntN(32, exponent)),
  ),
  fault(
    'Pow: integer exponents of floats go through float32',
    'powf, whatever the exponents are',
    ['Pow'],
    onIntegerExponents((exponent) => BigInt(Math.fround(Number(exponent)))),
  ),
  fault(
    'Pow: exponents of 24 bits',
    'exponents in float32, or int32 for the parity',
    ['Pow'],
    onNode(({ inputs: [x, y] }, a) => ({
      inputs: [x!, y!.dtype === 'float64' ? eachOf(y!, (exponent) => a.round(exponent, 'float32')) : y!],
    })),
  ),
];
