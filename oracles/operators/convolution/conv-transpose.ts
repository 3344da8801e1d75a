import { stridesOf } from '../../arrays/broadcast.ts';
import { range } from '../../arrays/lines.ts';
import { observe } from '../../judge/policy.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node } from '../../spec/node.ts';
import { automaticPadding, numbersFor, paddings } from '../pooling/sliding.ts';
import { convolutionClauses, convolutionRules } from './clauses.ts';
import { biasFirst, biasLast, evaluateConvolution, type WithBias } from './conv.ts';
import { type Convolution, kernelOf } from './convolution.ts';

/** The side of a dimension with the larger half of an odd padding. */
type LargerHalf = 'begin' | 'end';

/** The side of the larger half by auto_pad: by the formula of version 11, and by that of version 1. */
const splits: Readonly<Record<'since11' | 'before', (automatic: string) => LargerHalf>> = {
  since11: (automatic) => (automatic === 'SAME_UPPER' ? 'end' : 'begin'),
  before: (automatic) => (automatic === 'SAME_UPPER' ? 'begin' : 'end'),
};

/** The arrangement of the results of neighbours on one dimension of the output. */
interface KernelSpread {
  readonly length: number;
  readonly stride: number;
  readonly dilation: number;
  readonly begin: number;
}

/**
 * Returns how a node spreads its data over dimensions.
 * @throws BadInput if attributes do not fit
 */
function spreadsOf<S>(
  node: Node<S>,
  spatial: readonly number[],
  sizes: readonly number[],
  split: (automatic: string) => LargerHalf,
): readonly KernelSpread[] {
  const rank = spatial.length;
  const [strides, dilations] = [numbersFor(node, 'strides', rank, 1), numbersFor(node, 'dilations', rank, 1)];
  const [pads, added] = [numbersFor(node, 'pads', 2 * rank, 0), numbersFor(node, 'output_padding', rank, 0)];
  if (sizes.some((size) => size < 1)) throw new BadInput('the kernel has no elements');
  const automatic = automaticPadding(node);
  if (node.has('pads') && automatic !== 'NOTSET')
    throw new BadInput(`pads are given together with auto_pad ${automatic}`);
  // version 1 does not say that output_shape omits batch and channels, and its own test data included them
  const named = node.numbers('output_shape');
  const asked = named?.length === rank + 2 ? named.slice(2) : named;
  if (asked && asked.length !== rank)
    throw new BadInput(`output_shape has ${asked.length} numbers for ${rank} dimensions`);
  return spatial.map((size, i) => {
    const [stride, dilation] = [strides[i]!, dilations[i]!];
    if (stride < 1 || dilation < 1) throw new BadInput('strides and dilations are 1 or more');
    if (added[i]! >= Math.max(stride, dilation)) {
      throw new NotJudged('output_padding … with a stride of … and a dilation of …', added[i], stride, dilation);
    }
    const whole = stride * (size - 1) + added[i]! + (sizes[i]! - 1) * dilation + 1;
    const wanted = asked?.[i] ?? (automatic.startsWith('SAME') ? size * stride : undefined);
    if (wanted === undefined) {
      const [begin, end] = automatic === 'VALID' ? [0, 0] : [pads[i]!, pads[i + rank]!];
      return { length: whole - begin - end, stride, dilation, begin };
    }
    const all = whole - wanted;
    if (all < 0) throw new NotJudged('an output of … elements, more than the … available', wanted, whole);
    const begin = split(automatic) === 'begin' ? Math.ceil(all / 2) : Math.floor(all / 2);
    return { length: wanted, stride, dilation, begin };
  });
}

/**
 * Returns the layout of a transposed convolution of data [N, C, …] with weights [C, M/group, …].
 * @throws BadInput if shapes or attributes do not fit
 */
const transposed =
  (split: (automatic: string) => LargerHalf) =>
  <S>(node: Node<S>, data: readonly number[], weights: readonly number[]): Convolution => {
    const [batches, channels, ...spatial] = data as [number, number, ...number[]];
    const [depth, each] = weights as [number, number];
    const group = node.number('group');
    if (data.length < 3 || weights.length !== data.length) {
      throw new BadInput(`data of ${data.length} dimensions and weights of ${weights.length}`);
    }
    if (channels !== depth || channels % group !== 0) {
      throw new BadInput(`${channels} channels and weights [${weights}] do not make ${group} groups`);
    }
    const sizes = kernelOf(node, weights);
    const spreads = spreadsOf(node, spatial, sizes, split);
    const lengths = spreads.map(({ length }) => length);
    if (lengths.some((length) => length < 1)) throw new BadInput(`the output would have the shape [${lengths}]`);
    const [outer, inner, places] = [lengths, spatial, sizes].map(stridesOf) as [number[], number[], number[]];
    const [count, size, kernel] = [lengths, spatial, sizes].map(elementCount) as [number, number, number];
    const filters = each * group;
    const channel = (index: number) => Math.floor(index / count) % filters;
    /** returns the element of the data that a position of the kernel adds to an element of the output; `undefined` if there is none */
    const source = (at: number, place: number): number | undefined => {
      let sum = 0;
      for (const [i, { length, stride, dilation, begin }] of spreads.entries()) {
        const k = Math.floor(place / places[i]!) % sizes[i]!;
        const from = (Math.floor(at / outer[i]!) % length) + begin - k * dilation;
        if (from < 0 || from % stride !== 0 || from / stride >= spatial[i]!) return undefined;
        sum += (from / stride) * inner[i]!;
      }
      return sum;
    };
    const sources = memoized(count, (at) =>
      range(kernel).flatMap((place) => {
        const from = source(at, place);
        return from === undefined ? [] : [{ place, from }];
      }),
    );
    return {
      dims: [batches, filters, ...lengths],
      channel,
      terms(index) {
        const filter = channel(index);
        const batch = Math.floor(index / (count * filters));
        const inGroup = channels / group;
        const first = Math.floor(filter / each) * inGroup;
        return range(inGroup).flatMap((c) =>
          sources(index % count).map(({ place, from }) => ({
            left: (batch * channels + first + c) * size + from,
            right: ((first + c) * each + (filter % each)) * kernel + place,
          })),
        );
      },
    };
  };

const by = (split: keyof typeof splits, way: WithBias): Evaluate => evaluateConvolution(transposed(splits[split]), way);

/** The first version whose formula puts the larger half of an odd padding at the end for SAME_UPPER, as its attribute says. */
const firstConsistent = 11;

/** ConvTranspose: each element times the filters of its channel, spread over the output and summed where they overlap. */
export const convTranspose = define({
  name: 'ConvTranspose',
  family: 'convolution',
  definition: 'Y[n,m,i·stride + k·dilation - pad] = Σ W[c,m,k]·X[n,c,i] + B[m]',
  attributeValues: () => ({ auto_pad: paddings }),
  evaluate: by('since11', biasLast),
  algorithms: [by('since11', biasFirst)],
  alternatives: ({ since }) =>
    since >= firstConsistent
      ? []
      : [
          {
            choices: [observe('odd-padding', 'formula')],
            otherwise: [observe('odd-padding', 'attribute')],
            evaluate: by('before', biasLast),
            algorithms: [by('before', biasFirst)],
          },
        ],
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      ...convolutionClauses(
        schema,
        'Each element is multiplied by the filters of its channel, and products at the same position are added.',
      ).filter(({ id }) => id !== 'auto-pad'),
      says(
        'auto-pad',
        'SAME_UPPER and SAME_LOWER cut the output to the size of the data times the stride; VALID does not cut it.',
        'attribute auto_pad',
      ),
      says(
        'output-padding',
        'output_padding adds elements at the end, and does not change others.',
        'attribute output_padding',
      ),
      says(
        'output-shape',
        'output_shape is the shape of the output, which determines the pads.',
        'attribute output_shape',
      ),
    ];
  },
  rules: convolutionRules,
});
