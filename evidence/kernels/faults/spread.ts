import { stridesOf } from '../../../oracles/arrays/broadcast.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Evaluate, Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes } from '../views.ts';
import { windowFaultsOf } from './convolutions.ts';

const transposed = ['ConvTranspose'];
const blocks = ['Col2Im'];
const unpooled = ['MaxUnpool'];
const group = <S>(node: Node<S>): number => node.number('group');

/** Of what falls together only the last is kept. */
const overwriting = inArithmetic((a) => ({
  sum: (xs) => a.sum(xs.slice(-1)),
  dot: (xs, ys) => a.dot(xs.slice(-1), ys.slice(-1)),
}));
/** Every batch is the first. */
const ofFirstBatch = onInput(0, (X) => readFrom(X, ([_, ...rest]) => [0, ...rest]));

/** Faults of what is spread over an output: transposed convolutions, blocks of an image, unpooled maxima. */
export const spreadFaults: readonly Mutant[] = [
  ...windowFaultsOf(transposed, 'transposed convolution'),
  ...windowFaultsOf(blocks, 'blocks').filter(({ name }) => !name.includes('SAME')),
  {
    name: 'spread: of what falls together only the last is kept',
    source: ['stores for additions'],
    operators: [...transposed, ...blocks],
    alter: overwriting,
  },
  {
    name: 'spread: every batch has the data of the first',
    source: ['a batch stride of 0'],
    operators: [...transposed, ...blocks, ...unpooled],
    alter: ofFirstBatch,
  },
  {
    name: 'spread: what comes after the last multiple of 8 results is not written',
    source: ['vectors without a tail'],
    operators: [...transposed, ...blocks],
    alter: withoutTail,
  },
  {
    name: 'transposed convolution: the kernel is turned round',
    source: ['a convolution of the spread data that does not turn it'],
    operators: transposed,
    alter: onInput(1, (W) => readFrom(W, (at) => at.map((c, i) => (i < 2 ? c : W.dims[i]! - 1 - c)))),
  },
  {
    name: 'transposed convolution: every group reads the channels of the first',
    source: ['a group stride of 0'],
    operators: transposed,
    alter: onInput(0, (X, node) => readFrom(X, ([n, c, ...rest]) => [n!, c! % (X.dims[1]! / group(node)), ...rest])),
  },
  {
    name: 'transposed convolution: every group has the filters of the first',
    source: ['a pointer that is not moved on'],
    operators: transposed,
    alter: onInput(1, (W, node) => readFrom(W, ([c, ...rest]) => [c! % (W.dims[0]! / group(node)), ...rest])),
  },
  {
    name: 'transposed convolution: as many channels in as out are taken the wrong way',
    source: ['the layout of Conv'],
    operators: transposed,
    alter: onInput(1, (W) => (W.dims[0] === W.dims[1] ? readFrom(W, ([c, m, ...rest]) => [m!, c!, ...rest]) : W)),
  },
  {
    name: 'transposed convolution: the bias is left out',
    source: ['an optional input that is not read'],
    operators: transposed,
    alter: onInput(2, () => undefined),
  },
  {
    name: 'transposed convolution: the bias stands only where something falls',
    source: ['a bias that is added with the products'],
    operators: transposed,
    alter: (correct) => (a, node) => {
      const bias = node.inputs[2];
      const [output] = correct(a, node);
      if (!bias) return [output!];
      const [without] = onInput(2, () => undefined)(correct)(a, node);
      return [eachOf(output!, (y, i) => a.select(a.equal(without!.at(i), a.of(0)), a.of(0), y))];
    },
  },
  {
    name: 'transposed convolution: what output_padding adds is 0',
    source: ['padding in the words of the text'],
    operators: transposed,
    alter: (correct) => (a, node) => {
      const added = node.numbers('output_padding') ?? [];
      return correct(a, node).map((output) => {
        const strides = stridesOf(output.dims);
        const isAdded = (index: number) =>
          added.some((count, i) => {
            const size = output.dims[i + 2]!;
            return Math.floor(index / strides[i + 2]!) % size >= size - count;
          });
        return eachOf(output, (y, index) => (isAdded(index) ? a.of(0) : y));
      });
    },
  },
  {
    name: 'transposed convolution: output_padding is not looked at',
    source: ['an attribute that is not read'],
    operators: transposed,
    alter: withoutAttributes('output_padding'),
  },
  {
    name: 'transposed convolution: output_shape is not looked at',
    source: ['an attribute that is not read'],
    operators: transposed,
    alter: withoutAttributes('output_shape'),
  },
  {
    name: 'transposed convolution: odd padding of output_shape is more at the end',
    source: ['the formula of version 1'],
    operators: transposed,
    alter: onNode((node) => {
      const same: AttributeValue = { type: 'STRING', value: 'SAME_UPPER' };
      return node.attributes.output_shape && node.version.since > 1
        ? { attributes: { ...node.attributes, auto_pad: same } }
        : {};
    }),
  },
  {
    name: 'blocks: channels are the fastest in a column',
    source: ['the other order of places and channels'],
    operators: blocks,
    alter: onInput(0, (X, node) => {
      const places = elementCount(node.integers(2));
      const channels = X.dims[1]! / places;
      return readFrom(X, ([n, c, l]) => [n!, (c! % places) * channels + Math.floor(c! / places), l!]);
    }),
  },
  {
    name: 'blocks: sums are rounded to bfloat16',
    source: ['accumulators that are too narrow'],
    operators: blocks,
    alter: inArithmetic((a) => ({ sum: (xs) => (xs.length > 1 ? a.round(a.sum(xs), 'bfloat16') : a.sum(xs)) })),
  },
  {
    name: 'unpooled: what is left free is not 0',
    source: ['memory that is not cleared'],
    operators: unpooled,
    alter: onOutputs((output, a) => eachOf(output, (x) => a.select(a.equal(x, a.of(0)), a.of(1), x))),
  },
  {
    name: 'unpooled: pads are not looked at',
    source: ['an attribute that is not read'],
    operators: unpooled,
    alter: withoutAttributes('pads'),
  },
  {
    name: 'unpooled: windows are as far apart as they are long',
    source: ['the default of other frameworks'],
    operators: unpooled,
    alter: onNode((node) => ({
      attributes: { ...node.attributes, strides: { type: 'INTS', value: node.numbers('kernel_shape')! } },
    })),
  },
  {
    name: 'unpooled: strides are taken in the other order',
    source: ['width before height'],
    operators: unpooled,
    alter: withNumbers('strides', (strides) => strides.toReversed()),
  },
  {
    name: 'unpooled: output_shape is not looked at',
    source: ['an optional input that is not read'],
    operators: unpooled,
    alter: onInput(2, () => undefined),
  },
  {
    name: 'unpooled: elements of all channels but the first lie one further',
    source: ['indices that are moved on twice'],
    operators: unpooled,
    alter: onOutputs((output, a, node) => {
      const size = elementCount(output.dims.slice(2));
      const count = elementCount(output.dims);
      if (node.inputs[2]) return output;
      return eachOf(output, (x, i) => (i < size ? x : i === size ? a.of(0) : i < count ? output.at(i - 1) : x));
    }),
  },
];

const text = (name: string, change: (text: string) => string): ((correct: Evaluate) => Evaluate) =>
  onNode(({ attributes }) => {
    const given = attributes[name];
    return given
      ? { attributes: { ...attributes, [name]: { type: 'STRING', value: change(given.value as string) } } }
      : {};
  });
const lettersOnce = (terms: string): string[] => {
  const all = terms.replace(/[^A-Za-z]/g, '').split('');
  return all.filter((letter) => all.indexOf(letter) === all.lastIndexOf(letter));
};
const explicitly = (order: (letters: readonly string[]) => readonly string[]) => (equation: string) =>
  equation.includes('->')
    ? equation
    : `${equation}->${equation.includes('...') ? '...' : ''}${order(lettersOnce(equation)).join('')}`;

/** Faults of equations and determinants. */
export const equationFaults: readonly Mutant[] = [
  {
    name: 'equation: without an arrow letters keep their order',
    source: ['the order of appearance'],
    operators: ['Einsum'],
    alter: text(
      'equation',
      explicitly((letters) => letters),
    ),
  },
  {
    name: 'equation: without an arrow lower case comes first',
    source: ['alphabetical order'],
    operators: ['Einsum'],
    alter: text(
      'equation',
      explicitly((letters) =>
        letters.toSorted((x, y) => (/[a-z]/.test(x) === /[a-z]/.test(y) ? (x < y ? -1 : 1) : /[a-z]/.test(x) ? -1 : 1)),
      ),
    ),
  },
  {
    name: 'equation: upper and lower case are the same letter',
    source: ['onnxruntime 1.30 refuses upper case'],
    operators: ['Einsum'],
    alter: text('equation', (equation) => equation.toLowerCase()),
  },
  {
    name: 'equation: a letter twice in a term is summed apart',
    source: ['diagonals that are not taken'],
    operators: ['Einsum'],
    alter: text('equation', (equation) => {
      const [left, ...right] = equation.split('->');
      const terms = left!.split(',').map((term) => {
        const seen = new Set<string>();
        return term
          .split('')
          .map((letter) => {
            const isAgain = /[A-Za-z]/.test(letter) && seen.has(letter);
            seen.add(letter);
            return isAgain ? 'Q' : letter;
          })
          .join('');
      });
      return [terms.join(','), ...right].join('->');
    }),
  },
  {
    name: 'equation: without an arrow an ellipsis comes last',
    source: ['the other end'],
    operators: ['Einsum'],
    alter: text('equation', (equation) =>
      equation.includes('->') || !equation.includes('...')
        ? equation
        : `${equation}->${lettersOnce(equation).toSorted().join('')}...`,
    ),
  },
  {
    name: 'equation: the output has its letters in the order of their codes',
    source: ['transpositions that are left out'],
    operators: ['Einsum'],
    alter: text('equation', (equation) => {
      const [left, right] = equation.replaceAll(' ', '').split('->');
      return right === undefined || right.includes('.') ? equation : `${left}->${right.split('').toSorted().join('')}`;
    }),
  },
  {
    name: 'equation: spaces are letters',
    source: ['parsers that do not skip them'],
    operators: ['Einsum'],
    alter: text('equation', (equation) => equation.replaceAll(' ', '_')),
  },
  {
    name: 'equation: of three operands the first is left out of the sums',
    source: ['chains of two that lose one'],
    operators: ['Einsum'],
    alter: inArithmetic((a) => ({ product: (xs) => (xs.length > 1 ? a.product(xs.slice(1)) : a.product(xs)) })),
  },
  {
    name: 'equation: sums over one operand leave out the last',
    source: ['loops that end too early'],
    operators: ['Einsum'],
    alter: inArithmetic((a) => ({ sum: (xs) => (xs.length > 2 ? a.sum(xs.slice(0, -1)) : a.sum(xs)) })),
  },
  {
    name: 'determinant: without a sign',
    source: ['products of singular values'],
    operators: ['Det'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.abs(x))),
  },
  {
    name: 'determinant: exchanged rows do not change the sign',
    source: ['pivots that are not counted'],
    operators: ['Det'],
    alter: inArithmetic(() => ({ negate: (x) => x })),
  },
  {
    name: 'determinant: the product of the diagonal',
    source: ['matrices that are taken for triangular'],
    operators: ['Det'],
    alter: onInput(0, (X) => {
      const n = X.dims.at(-1)!;
      return {
        ...X,
        at: (i) =>
          X.at(i - (i % (n * n)) + Math.max(i % n, Math.floor(i / n) % n) * n + Math.max(i % n, Math.floor(i / n) % n)),
      };
    }),
  },
  {
    name: 'determinant: every matrix is the first',
    source: ['a batch stride of 0'],
    operators: ['Det'],
    alter: onInput(0, (X) => {
      const size = elementCount(X.dims.slice(-2));
      return { ...X, at: (i) => X.at(i % size) };
    }),
  },
  {
    name: 'determinant: nothing where the first pivot is 0',
    source: ['elimination without pivots'],
    operators: ['Det'],
    alter: onOutputs((output, a, node) => {
      const X = node.input(0);
      const size = elementCount(X.dims.slice(-2));
      return eachOf(output, (x, i) => a.select(a.equal(X.at(i * size), a.of(0)), a.of(0), x));
    }),
  },
  {
    name: 'determinant: rounded to bfloat16',
    source: ['results in a narrow type'],
    operators: ['Det'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.round(x, 'bfloat16'))),
  },
];
