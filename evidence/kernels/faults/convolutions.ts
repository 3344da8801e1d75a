import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes, withPadding } from '../views.ts';

const plain = ['Conv'];
const group = <S>(node: Node<S>): number => (node.has('group') ? node.number('group') : 1);
const isSquare = (dims: readonly number[]): boolean => dims.length === 4 && dims[2] === dims[3];
const isOfOnes = (dims: readonly number[]): boolean => dims.slice(2).every((size) => size === 1);
const named = (value: string): AttributeValue => ({ type: 'STRING', value });

/** SAME_LOWER as SAME_UPPER, or the other way. */
export const asOtherSide = (from: string, to: string) =>
  onNode(({ attributes }) => {
    const { auto_pad: given } = attributes;
    return given?.value === from ? { attributes: { ...attributes, auto_pad: named(to) } } : {};
  });

/** What goes wrong with windows, whatever is done with what lies in them. */
export const windowFaultsOf = (operators: readonly string[], what: string): readonly Mutant[] => [
  {
    name: `${what}: dilations are not looked at`,
    source: ['versions before dilations'],
    operators,
    alter: withoutAttributes('dilations'),
  },
  {
    name: `${what}: strides are taken in the other order`,
    source: ['width before height'],
    operators,
    alter: withNumbers('strides', (strides) => strides.toReversed()),
  },
  {
    name: `${what}: the last stride is taken for all`,
    source: ['kernels for square windows'],
    operators,
    alter: withNumbers('strides', (strides) => strides.map(() => strides.at(-1)!)),
  },
  {
    name: `${what}: dilations are taken in the other order`,
    source: ['width before height'],
    operators,
    alter: withNumbers('dilations', (dilations) => dilations.toReversed()),
  },
  {
    name: `${what}: pads are read in pairs of begin and end`,
    source: ['the order of other frameworks'],
    operators,
    alter: withNumbers('pads', (pads) => {
      const rank = pads.length / 2;
      return pads.map((_, i) => (i < rank ? pads[2 * i]! : pads[2 * (i - rank) + 1]!));
    }),
  },
  {
    name: `${what}: pads at the end are those at the beginning`,
    source: ['libraries with one padding for both sides'],
    operators,
    alter: withNumbers('pads', (pads) => pads.map((_, i) => pads[i % (pads.length / 2)]!)),
  },
  {
    name: `${what}: pads at the beginning are left out where those at the end are 0`,
    source: ['a test of the wrong end'],
    operators,
    alter: withNumbers('pads', (pads) =>
      pads.slice(pads.length / 2).every((pad) => pad === 0) ? pads.map(() => 0) : pads,
    ),
  },
  {
    name: `${what}: SAME_LOWER pads as SAME_UPPER does`,
    source: ['one case for both'],
    operators,
    alter: asOtherSide('SAME_LOWER', 'SAME_UPPER'),
  },
  {
    name: `${what}: SAME_UPPER pads as SAME_LOWER does`,
    source: ['the sides mixed up'],
    operators,
    alter: asOtherSide('SAME_UPPER', 'SAME_LOWER'),
  },
  {
    name: `${what}: SAME_UPPER does not pad`,
    source: ['an attribute that is not read'],
    operators,
    alter: asOtherSide('SAME_UPPER', 'VALID'),
  },
];

/** Faults of convolutions: of index maps, padding, groups and bias. */
export const convolutionFaults: readonly Mutant[] = [
  ...windowFaultsOf(plain, 'convolution'),
  {
    name: 'convolution: the kernel is turned round',
    source: ['convolutions as mathematics has them'],
    operators: plain,
    alter: onInput(1, (W) => readFrom(W, (at) => at.map((c, i) => (i < 2 ? c : W.dims[i]! - 1 - c)))),
  },
  {
    name: 'convolution: square kernels are transposed',
    source: ['kernels in column-major order'],
    operators: plain,
    alter: onInput(1, (W) => (isSquare(W.dims) ? readFrom(W, ([m, c, y, x]) => [m!, c!, x!, y!]) : W)),
  },
  {
    name: 'convolution: the weights of as many filters as channels are transposed',
    source: ['the layout of ConvTranspose'],
    operators: plain,
    alter: onInput(1, (W) => (W.dims[0] === W.dims[1] ? readFrom(W, ([m, c, ...rest]) => [c!, m!, ...rest]) : W)),
  },
  {
    name: 'convolution: every group reads the channels of the first',
    source: ['a group stride of 0'],
    operators: plain,
    alter: onInput(0, (X, node) => readFrom(X, ([n, c, ...rest]) => [n!, c! % (X.dims[1]! / group(node)), ...rest])),
  },
  {
    name: 'convolution: channels are dealt out to groups in turn',
    source: ['shuffled channels'],
    operators: plain,
    alter: onInput(0, (X, node) => {
      const [groups, depth] = [group(node), X.dims[1]! / group(node)];
      return readFrom(X, ([n, c, ...rest]) => [n!, (c! % depth) * groups + Math.floor(c! / depth), ...rest]);
    }),
  },
  {
    name: 'convolution: filters are dealt out to groups in turn',
    source: ['depthwise kernels with a multiplier'],
    operators: plain,
    alter: onInput(1, (W, node) => {
      const [groups, each] = [group(node), W.dims[0]! / group(node)];
      return readFrom(W, ([m, ...rest]) => [(m! % each) * groups + Math.floor(m! / each), ...rest]);
    }),
  },
  {
    name: 'convolution: every group has the filters of the first',
    source: ['a pointer that is not moved on'],
    operators: plain,
    alter: onInput(1, (W, node) => readFrom(W, ([m, ...rest]) => [m! % (W.dims[0]! / group(node)), ...rest])),
  },
  {
    name: 'convolution: every batch has the data of the first',
    source: ['a batch stride of 0'],
    operators: plain,
    alter: onInput(0, (X) => readFrom(X, ([_, ...rest]) => [0, ...rest])),
  },
  {
    name: 'convolution: the bias of the first channel is added to all',
    source: ['a bias that is taken for a scalar'],
    operators: plain,
    alter: onInput(2, (B) => readFrom(B, () => [0])),
  },
  {
    name: 'convolution: the bias is left out where there are groups',
    source: ['paths for groups'],
    operators: plain,
    alter: onInput(2, (B, node) => (group(node) > 1 ? undefined : B)),
  },
  {
    name: 'convolution: the bias is added along the last dimension where sizes agree',
    source: ['broadcasting by numpy’s rules'],
    operators: plain,
    alter: onOutputs((output, a, { inputs: [, , B] }) => {
      const size = output.dims.at(-1)!;
      if (!B || B.dims[0] !== size) return output;
      const inner = elementCount(output.dims.slice(2));
      return eachOf(output, (y, i) =>
        a.add(a.subtract(y, B.at(Math.floor(i / inner) % output.dims[1]!)), B.at(i % size)),
      );
    }),
  },
  {
    name: 'convolution: without channels the bias is left out as well',
    source: ['an early return'],
    operators: plain,
    alter: onInput(2, (B, { inputs: [X] }) => (X!.dims[1] === 0 ? undefined : B)),
  },
  {
    name: 'convolution: kernels of size 1 are matrix products without strides',
    source: ['paths for pointwise kernels'],
    operators: plain,
    alter: onInput(0, (X, node) => {
      const strides = node.numbers('strides') ?? [];
      if (!isOfOnes(node.input(1).dims) || elementCount(strides) === 1) return X;
      return readFrom(X, ([n, c, ...at]) => [n!, c!, ...at.map((x, i) => Math.floor(x / strides[i]!))]);
    }),
  },
  {
    name: 'convolution: SAME padding is computed without dilations',
    source: ['onnxruntime 1.30 refuses them'],
    operators: plain,
    alter: (correct) => (a, node) => {
      const isSame = node.has('auto_pad') && node.string('auto_pad').startsWith('SAME');
      return isSame ? withoutAttributes('dilations')(correct)(a, node) : correct(a, node);
    },
  },
  {
    name: 'convolution: padding repeats the border',
    source: ['clamped coordinates'],
    operators: plain,
    alter: withPadding((_, X, at) => {
      const clamped = at.map((c, i) => Math.min(Math.max(c, 0), X.dims[i]! - 1));
      return X.at(clamped.reduce((sum, c, i) => sum * X.dims[i]! + c, 0));
    }),
  },
  {
    name: 'convolution: what comes after the last multiple of 8 results is not written',
    source: ['vectors without a tail'],
    operators: plain,
    alter: withoutTail,
  },
];
