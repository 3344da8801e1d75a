import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { checkShape } from '../convolution/convolution.ts';
import { type HeadLayout, layoutOf } from './heads.ts';

/** RotaryEmbedding: pairs of features, each rotated by the angle of its position. */
export const rotaryEmbedding = define({
  name: 'RotaryEmbedding',
  family: 'attention',
  definition: '(x₁, x₂) → (x₁·cos - x₂·sin, x₁·sin + x₂·cos)',
  evaluate(a, node) {
    const [x, cos, sin] = [node.input(0), node.input(1), node.input(2)];
    const layout = layoutOf('data', x.dims, () => node.number('num_heads'));
    const half = rotatedSize(node, layout) / 2;
    const row = cacheRows(node, layout, half);
    const isInterleaved = node.flag('interleaved');
    return [
      values(x.dtype, x.dims, (index) => {
        const [batch, head, position, feature] = layout.place(index);
        if (feature >= 2 * half) return x.at(index);
        const pair = isInterleaved ? Math.floor(feature / 2) : feature % half;
        const places = isInterleaved ? [2 * pair, 2 * pair + 1] : [pair, pair + half];
        const [x1, x2] = places.map((place) => x.at(layout.index(batch, head, position, place)));
        const angle = row(batch, position) * half + pair;
        const [c, s] = [cos.at(angle), sin.at(angle)];
        return feature === places[0]
          ? a.subtract(a.multiply(c, x1!), a.multiply(s, x2!))
          : a.add(a.multiply(s, x1!), a.multiply(c, x2!));
      }),
    ];
  },
  bindings: (schema) => dtypesOf(schema, { type: 'T' }).map((T) => ({ T, M: 'int64' })),
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'A pair of features is rotated by the angle whose cosine and sine are given.'),
      says('four-dimensions', 'With four dimensions, heads come before positions.', 'input X'),
      says(
        'three-dimensions',
        'With three dimensions, the last one consists of num_heads heads.',
        'attribute num_heads',
      ),
      says('halves', 'A pair consists of one feature from each half of a head.'),
      says('interleaved', 'With interleaved=1, a pair consists of neighbouring features.', 'attribute interleaved'),
      says(
        'partial-rotation',
        'With rotary_embedding_dim, only that number of features is rotated; the others are unchanged.',
        'attribute rotary_embedding_dim',
      ),
      says(
        'position-ids',
        'position_ids contain the row of the caches for each batch and position.',
        'input position_ids',
      ),
      says('no-position-ids', 'Without position_ids, the caches have a row for each batch and position.', 'cos_cache'),
      implies('any-length', 'Every position of every head is rotated, for any number of them.', ieee754('4.3')),
      implies('accuracy', 'Two products and their sum are rounded, or fused.', ieee754('4.3')),
      implies(
        'special-values',
        'Infinities and NaN are multiplied and added as in IEEE 754, and affect only their pair.',
        ieee754('6 and 7'),
      ),
    ];
  },
  rules: (schema) =>
    [
      ['invalid-rank', 'Data have three or four dimensions.', 'input X'] as const,
      ['invalid-num-heads', 'Data of three dimensions have num_heads heads of one size.', 'input X'] as const,
      ['invalid-head-size', 'A head has an even number of features.', 'input X'] as const,
      [
        'invalid-rotary-dim',
        'The number of rotated features is even, and not more than a head has.',
        'attribute rotary_embedding_dim',
      ] as const,
      ['invalid-cache', 'The caches have one number for each pair.', 'inputs cos_cache and sin_cache'] as const,
      ['invalid-position-id', 'Positions are within the caches.', 'input position_ids'] as const,
      ['invalid-position-ids', 'There is an id for each batch and position.', 'input position_ids'] as const,
    ].map(([id, text, place]) => rule(id, text, place, schema)),
});

/**
 * Returns the number of rotated features of a head.
 * @throws BadInput if it, or the number of all features, is odd, or it exceeds that number
 */
function rotatedSize<S>(node: Node<S>, { size }: HeadLayout): number {
  const given = node.number('rotary_embedding_dim');
  if (size % 2 !== 0) throw new BadInput(`heads of ${size} features`);
  if (given % 2 !== 0 || given < 0 || given > size) throw new BadInput(`${given} features of ${size} are turned`);
  return given === 0 ? size : given;
}

/** The row of the caches for each batch and position. @throws BadInput for shapes or positions that do not fit */
function cacheRows<S>(node: Node<S>, { batches, length }: HeadLayout, half: number) {
  const [cos, sin] = [node.input(1).dims, node.input(2).dims];
  checkShape('sines', sin, cos);
  if (!node.inputs[3]) {
    checkShape('a cache', cos, [batches, length, half]);
    return (batch: number, position: number) => batch * length + position;
  }
  const rows = cos[0]!;
  checkShape('a cache for positions', cos, [rows, half]);
  checkShape('positions', node.inputs[3].dims, [batches, length]);
  const ids = node.integers(3);
  const wrong = ids.find((id) => id >= rows);
  if (wrong !== undefined) throw new BadInput(`position ${wrong} of ${rows}`);
  if (ids.some((id) => id < 0)) throw new NotJudged('negative positions');
  return (batch: number, position: number) => ids[batch * length + position]!;
}
