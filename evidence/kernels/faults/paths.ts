import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { Node, NodeValues } from '../../../oracles/spec/node.ts';
import { inArithmetic, ofFirstLane, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

type When = (node: Node<unknown>, output: NodeValues<unknown>) => boolean;

/** A path that is taken for some nodes only, and there writes the first element of each four to all of them. */
const path = (name: string, operators: readonly string[], when: When): Mutant => ({
  name: `paths: ${name}`,
  source: ['a fast path for some shapes or attributes, in which only the first lane is right'],
  operators,
  alter: (correct) => (a, node) => {
    const outputs = correct(a, node);
    return when(node as Node<unknown>, outputs[0]!) ? ofFirstLane(() => outputs)(a, node) : outputs;
  },
});

const dims = ({ inputs }: Node<unknown>, i: number) => inputs[i]?.dims ?? [];
const rank = (node: Node<unknown>) => dims(node, 0).length;
const last = (node: Node<unknown>, i = 0) => dims(node, i).at(-1) ?? 1;
const isBroadcast: When = ({ inputs }) => new Set(inputs.map((input) => `${input?.dims}`)).size > 1;
const given = ({ attributes }: Node<unknown>, name: string) => name in attributes;
const differ = (list: readonly number[] | undefined) => new Set(list).size > 1;
/** Sizes with those of 1 before them, as many as the output has. */
const aligned = (sizes: readonly number[], count: number) => [...Array<number>(count - sizes.length).fill(1), ...sizes];
/** Whether an input has the sizes of the output where a mark is 1, and 1 elsewhere. */
const repeats =
  (...marks: readonly number[]): When =>
  ({ inputs }, output) =>
    output.dims.length === marks.length &&
    inputs.some((input) =>
      aligned(input!.dims, marks.length).every((size, i) => size === (marks[i] === 1 ? output.dims[i] : 1)),
    );

const several = ['Add', 'Div', 'Equal', 'Less', 'Mul', 'Pow', 'Sub', 'Where'];

/** Faults of paths that kernels take for long rows, for attributes together, or for numbers of a size. */
export const pathFaults: readonly Mutant[] = [
  path('broadcasts with long rows', [...several, 'Max', 'PRelu'], (node, output) => {
    return isBroadcast(node, output) && (output.dims.at(-1) ?? 1) >= 8;
  }),
  path('a scalar with a long row', [...several, 'BitShift'], ({ inputs }, output) => {
    return inputs.some((input) => elementCount(input!.dims) === 1) && elementCount(output.dims) >= 16;
  }),
  path('a dimension between others repeated', several, repeats(1, 0, 1)),
  path('channels of four dimensions', [...several, 'PRelu'], repeats(0, 1, 0, 0)),
  path('GatherElements of as many indices as data alone', ['GatherElements'], (node) => {
    return `${dims(node, 0)}` !== `${dims(node, 1)}`;
  }),
  path('CumSum of long rows, reversed or exclusive', ['CumSum'], (node, { dims }) => {
    return dims.at(-1)! > 32 && node.number('reverse') + node.number('exclusive') > 0;
  }),
  path('lines of columns', ['CumSum', 'TopK'], (node) => rank(node) > 1 && dims(node, 0).at(-2)! >= 17),
  path('TopK of more than 64', ['TopK'], (_, output) => Math.max(...output.dims) > 64),
  path('products of blocks of 16', ['MatMul'], (_, { dims }) => dims.length > 1 && Math.min(...dims.slice(-2)) > 16),
  path('products of blocks of 64', ['MatMul'], (_, { dims }) => dims.length > 1 && Math.min(...dims.slice(-2)) > 64),
  path('stacks of larger matrices', ['MatMul'], (node, { dims }) => dims.length > 2 && last(node) > 8),
  path('windows in wide rows', ['MaxPool'], (_, { dims }) => dims.length === 4 && dims.at(-1)! >= 17),
  path('windows in many channels', ['MaxPool'], (node) => dims(node, 0)[0]! * dims(node, 0)[1]! > 12),
  path('windows of 7', ['MaxPool'], (node) => Math.max(...node.numbers('kernel_shape')!) >= 7),
  path('dilated windows with pads that differ', ['MaxPool'], (node) => {
    return given(node, 'dilations') && differ(node.numbers('pads'));
  }),
  path('dilated windows with auto_pad', ['MaxPool'], (node) => given(node, 'dilations') && given(node, 'auto_pad')),
  path('dilated windows with ceil_mode', ['MaxPool'], (node) => given(node, 'dilations') && given(node, 'ceil_mode')),
  path('Indices with pads that differ', ['MaxPool'], (node) => node.outputs > 1 && differ(node.numbers('pads'))),
  path('Indices by columns in several channels', ['MaxPool'], (node) => {
    return given(node, 'storage_order') && node.number('storage_order') === 1 && dims(node, 0)[1]! > 1;
  }),
  path('rows eight at a time', ['Softmax', 'LayerNormalization'], (node) => rank(node) === 2 && dims(node, 0)[0]! >= 9),
  path('rows beyond 512', ['Softmax', 'LayerNormalization'], (node) => rank(node) === 2 && last(node) > 513),
  path('long rows of matrices', ['Gather', 'Pad', 'Slice', 'Tile'], (node) => rank(node) === 2 && last(node) >= 33),
  path('long rows kept', ['Expand'], (node) => last(node) >= 17),
  path('stacks of larger matrices, transposed', ['Transpose'], (node) => rank(node) === 3 && last(node) > 32),
  path('axes in another order', ['Squeeze'], (node) => (node.list('axes') ?? []).some((x, i, all) => all[i - 1]! > x)),
  path('negative pads of other modes', ['Pad'], (node) => {
    return node.string('mode') !== 'constant' && (node.list('pads') ?? []).some((pad) => pad < 0);
  }),
  {
    name: 'bounds go through integers',
    source: ['parameters of quantized kernels'],
    operators: ['Clip'],
    alter: onNode(({ inputs: [x, ...bounds] }, a) => ({
      inputs: [
        x,
        ...bounds.map((bound) => bound && { ...bound, at: (i: number) => a.integral(bound.at(i), 'truncate') }),
      ],
    })),
  },
  {
    name: 'the slope of HardSigmoid is positive',
    source: ['the order of two bounds that follows from it'],
    operators: ['HardSigmoid'],
    alter: onNode(({ attributes }) => {
      const { alpha } = attributes as { alpha?: { type: 'FLOAT'; value: number } };
      return alpha ? { attributes: { ...attributes, alpha: { ...alpha, value: Math.abs(alpha.value) } } } : {};
    }),
  },
  {
    name: 'Round adds a half in the type',
    source: ['⌊x + ½⌋ with a correction of ties'],
    operators: ['Round'],
    alter: () => (a, node) => {
      const { dtype, dims, at } = node.input(0);
      const own = a.in(dtype);
      const rounded = (i: number) => {
        const up = own.integral(own.round(own.add(at(i), own.of(0.5)), dtype), 'floor');
        const isTie = own.equal(own.subtract(up, at(i)), own.of(0.5));
        const signed = own.select(own.equal(up, own.of(0)), own.multiply(at(i), own.of(0)), up);
        return own.select(isTie, own.integral(at(i), 'nearest-even'), signed);
      };
      return [{ dtype, dims, at: rounded }];
    },
  },
  {
    name: 'sums and powers of integers go through float64',
    source: ['one accumulator for all types; pow of C'],
    operators: ['CumSum', 'Pow'],
    alter: (correct) => (a, node) => {
      const isInteger = formatOf(node.input(0).dtype).kind === 'integer';
      const inDoubles = inArithmetic((own) => ({
        sum: (xs) => own.round(own.sum(xs), 'float64'),
        power: (x, y) => own.round(own.power(x, y), 'float64'),
      }));
      return (isInteger ? inDoubles(correct) : correct)(a, node);
    },
  },
  {
    name: 'integers are compared as float64',
    source: ['one order for all types'],
    operators: ['TopK'],
    alter: inArithmetic((a) => ({ less: (x, y) => a.less(a.round(x, 'float64'), a.round(y, 'float64')) })),
  },
];
