import { stridesOf } from '../../arrays/broadcast.ts';
import { observe } from '../../judge/policy.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { numbersFor } from './sliding.ts';

/**
 * Returns the shape from which data were pooled, by the attributes of the pool.
 * @throws BadInput for attributes that do not match the dimensions
 * @throws NotJudged if a window may contain only padding
 */
function pooledFrom<S>(node: Node<S>): readonly number[] {
  const [batches, channels, ...spatial] = node.input(0).dims as [number, number, ...number[]];
  const rank = spatial.length;
  const sizes = node.numbers('kernel_shape')!;
  if (sizes.length !== rank)
    throw new BadInput(`a window of ${sizes.length} dimensions does not match ${rank} spatial dimensions`);
  const [strides, pads] = [numbersFor(node, 'strides', rank, 1), numbersFor(node, 'pads', 2 * rank, 0)];
  if (pads.some((pad, i) => pad >= sizes[i % rank]!)) throw new NotJudged('a window with nothing but padding');
  return [
    batches,
    channels,
    ...spatial.map((size, i) => (size - 1) * strides[i]! + sizes[i]! - pads[i]! - pads[i + rank]!),
  ];
}

/** The shape to which the indices refer: that from which data were pooled, or that of the output. */
type CountedShape = 'inferred' | 'output';

const by =
  (counted: CountedShape): Evaluate =>
  (a, node) => {
    const [x, places] = [node.input(0), node.integers(1)];
    if (String(node.input(1).dims) !== String(x.dims))
      throw new BadInput(`indices [${node.input(1).dims}] do not match data [${x.dims}]`);
    const inferred = pooledFrom(node);
    const asked = node.list('output_shape') ?? inferred;
    if (asked.length !== inferred.length)
      throw new BadInput(`output_shape has ${asked.length} numbers for ${inferred.length} dimensions`);
    if (String(asked.slice(0, 2)) !== String(inferred.slice(0, 2)))
      throw new BadInput(`output_shape [${asked}] does not match data [${x.dims}]`);
    if (asked.some((size, i) => size < inferred[i]!)) throw new NotJudged('an output_shape that is too small');
    const through = counted === 'inferred' ? inferred : asked;
    const count = elementCount(through);
    const wrong = places.find((place) => place < 0 || place >= count);
    if (wrong !== undefined) throw new BadInput(`index ${wrong} is outside [0, ${count})`);
    const [outer, inner] = [stridesOf(asked), stridesOf(through)];
    const from = new Map(places.map((place, i) => [place, i]));
    return [
      values(x.dtype, asked, (index) => {
        const at = asked.map((size, i) => Math.floor(index / outer[i]!) % size);
        if (at.some((c, i) => c >= through[i]!)) return a.of(0);
        const found = from.get(at.reduce((sum, c, i) => sum + c * inner[i]!, 0));
        return found === undefined ? a.of(0) : x.at(found);
      }),
    ];
  };

/** MaxUnpool: each element at its index, zeros elsewhere. */
export const maxUnpool = define({
  name: 'MaxUnpool',
  family: 'pooling',
  definition: 'Y[I[i]] = X[i], 0 elsewhere',
  evaluate: by('inferred'),
  alternatives: (_, { inputs }) =>
    inputs[2]
      ? [
          {
            choices: [observe('unpool-indices', 'output')],
            otherwise: [observe('unpool-indices', 'inferred')],
            evaluate: by('output'),
          },
        ]
      : [],
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says('definition', 'Each input element is at its index in the output; all other elements are 0.'),
      says('all-channels', 'Indices count the elements of all batches and channels.', 'input I'),
      says('strides', 'The size of the output follows from windows that are strides apart.', 'attribute strides'),
      says('pads', 'Padding is not part of the output.', 'attribute pads'),
      says('any-rank', 'Windows have one or several dimensions.', 'input X'),
      says('output-shape', 'output_shape is the shape of the output.', 'input output_shape'),
    ];
  },
  rules: (schema) => [
    rule('invalid-window-rank', 'A window has a size along each spatial dimension.', 'attribute kernel_shape', schema),
    rule('invalid-indices-shape', 'There is an index for each element.', 'input I', schema),
  ],
});
