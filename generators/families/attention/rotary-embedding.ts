import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, longLengths, pinned, takeTurns } from '../../cases/take-turns.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withKind,
} from '../../notation/call-notation.ts';
import { edges } from '../contraction/edges.ts';

type RotatedSizes = readonly [batches: number, heads: number, length: number, size: number];

interface RotationForm {
  /** features that are turned, of those of a head */
  readonly rotated?: number;
  /** heads side by side in the last of three dimensions */
  readonly isPacked?: true;
}

/** A call on data of some sizes, with a row of the caches for each batch and position. */
const byPosition = (
  [batches, heads, length, size]: RotatedSizes,
  { rotated = size, isPacked }: RotationForm = {},
): NamedCall => ({
  X: isPacked ? `${batches}x${length}x${heads * size}` : `${batches}x${heads}x${length}x${size}`,
  cos_cache: `${batches}x${length}x${rotated / 2}`,
  sin_cache: `${batches}x${length}x${rotated / 2}`,
  ...(isPacked && { num_heads: heads }),
  ...(rotated < size && { rotary_embedding_dim: rotated }),
});

/** The same with caches of some rows, which ids name. */
const byId = (sizes: RotatedSizes, ids: readonly number[], form: RotationForm = {}): NamedCall => {
  const rotated = form.rotated ?? sizes[3];
  const cache = `${Math.max(...ids) + 2}x${rotated / 2}`;
  return {
    ...byPosition(sizes, form),
    cos_cache: cache,
    sin_cache: cache,
    position_ids: filled(`${sizes[0]}x${sizes[2]}`, ids),
  };
};

/** Both ways to pair features. */
const paired = (...calls: NamedCall[]) => each({ interleaved: [0, 1] }, ...calls);

const shuffled = [3, 0, 5, 1, 4, 2];
const plain = byPosition([2, 3, 4, 6]);

export const rotaryEmbedding: NamedPlans = {
  draw: (draws) => {
    const half = draws.size(draws.pick(4, 20, 130), 1);
    const isPacked = draws.once(2);
    const [batches, heads, length] = draws.sizes(3, 0, Math.floor(1000 / half)) as [number, number, number];
    const extra = draws.pick(0, 0, 2 * draws.count(1, 3));
    const size = 2 * half + extra;
    const heads1 = Math.max(heads, 1);
    const rows = draws.size(half < 5 ? draws.pick(40, 1200) : 40, 1);
    const hasIds = draws.once(2);
    const cache = hasIds ? [rows, half] : [batches, length, half];
    return {
      X: draws.summands(isPacked ? [batches, length, heads1 * size] : [batches, heads, length, size]),
      cos_cache: draws.summands(cache),
      sin_cache: draws.summands(cache),
      ...(hasIds && { position_ids: draws.integers([batches, length], () => rows) }),
      ...(isPacked && { num_heads: heads1 }),
      interleaved: draws.maybe(() => draws.pick(0, 1, 1)),
      ...(extra > 0
        ? { rotary_embedding_dim: 2 * half }
        : { rotary_embedding_dim: draws.maybe(() => draws.pick(0, size)) }),
    };
  },
  samples: [byId([2, 2, 3, 4], shuffled), { ...plain, interleaved: 1 }, byPosition([2, 2, 3, 4], { isPacked: true })],
  sizes: [
    [byPosition([2, 3, 4, 6]), byPosition([1, 3, 2, 6]), byPosition([2, 3, 7, 6])],
    [
      [2, 0],
      [1, 1, 3],
      [0, 3, 2, 1],
    ].map((ids) => byId([1, 2, ids.length, 4], [...ids, 3].slice(0, ids.length))),
  ],
  sameShapeCalls: [
    plain,
    byId([1, 2, 3, 4], [2, 0, 1]),
    byPosition([2, 2, 3, 4], { isPacked: true }),
    { ...plain, interleaved: 1 },
  ],
  pairs: () => [
    { differs: 'another way to pair features', calls: paired(plain) },
    {
      differs: 'another number of heads',
      calls: each(
        { num_heads: [1, 2] },
        { X: '1x3x8', cos_cache: '1x3x2', sin_cache: '1x3x2', rotary_embedding_dim: 4 },
      ),
    },
  ],
  plans: {
    definition: [
      ...paired(plain),
      byPosition([1, 1, 1, 2]),
      ...['distinct', 'mixed'].flatMap((kind) => paired(withKind(kind, byPosition([1, 2, 3, 4])))),
      // quarter turns
      ...[
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ].flatMap(([c, s]) =>
        paired({
          ...byPosition([1, 2, 2, 4]),
          X: '1x2x2x4 distinct',
          cos_cache: filled('1x2x2', [c!]),
          sin_cache: filled('1x2x2', [s!]),
        }),
      ),
    ],
    'four-dimensions': paired(
      byPosition([2, 3, 5, 4]),
      byPosition([3, 2, 2, 4]),
      byPosition([2, 3, 3, 8]),
      byPosition([1, 4, 4, 4]),
      withKind('distinct', byPosition([2, 5, 3, 4])),
    ),
    'three-dimensions': paired(
      byPosition([2, 3, 5, 4], { isPacked: true }),
      byPosition([3, 2, 2, 4], { isPacked: true }),
      byPosition([2, 1, 4, 6], { isPacked: true }),
      byPosition([1, 4, 3, 2], { isPacked: true }),
      withKind('distinct', byPosition([2, 5, 3, 4], { isPacked: true })),
      byId([2, 3, 3, 4], shuffled, { isPacked: true }),
    ),
    halves: [
      ...varied(byPosition([2, 2, 3, 8]), 'interleaved', undefined, 0),
      withKind('distinct', byPosition([1, 2, 3, 10])),
      byId([2, 2, 3, 8], shuffled),
    ],
    interleaved: each(
      { interleaved: [1] },
      byPosition([2, 2, 3, 8]),
      byPosition([2, 2, 3, 8], { isPacked: true }),
      withKind('distinct', byPosition([1, 2, 3, 10])),
      byId([2, 2, 3, 6], shuffled),
    ),
    'partial-rotation': [
      ...paired(
        byPosition([2, 2, 3, 8], { rotated: 4 }),
        byPosition([2, 3, 2, 10], { rotated: 2, isPacked: true }),
        byPosition([1, 2, 3, 6], { rotated: 4 }),
        byId([2, 2, 3, 8], shuffled, { rotated: 4 }),
        byId([2, 2, 3, 12], shuffled, { rotated: 6, isPacked: true }),
        withKind('distinct', byPosition([2, 2, 2, 8], { rotated: 6 })),
      ),
      // all of them, by their number and by 0
      ...each({ rotary_embedding_dim: [0, 6] }, plain),
    ],
    'position-ids': paired(
      byId([2, 3, 3, 4], shuffled),
      byId([1, 2, 4, 6], [7, 7, 0, 3]),
      byId([2, 2, 3, 4], [0, 1, 2]),
      byId([3, 1, 2, 4], [2, 3, 0, 0, 5, 1]),
      byId([2, 2, 3, 4], shuffled, { isPacked: true }),
      byId([1, 2, 1, 4], [300]),
      withKind('distinct', byId([2, 2, 2, 4], [1, 2, 0, 1])),
    ),
    'no-position-ids': paired(
      byPosition([3, 2, 2, 4]),
      byPosition([2, 1, 5, 4], { isPacked: true }),
      withKind('distinct', byPosition([2, 2, 3, 4])),
      // as many rows as positions
      byPosition([2, 2, 2, 4]),
      { ...byPosition([2, 2, 3, 4]), position_ids: '' },
    ),
    'omitted-position-ids': paired(plain, byPosition([2, 2, 3, 4], { isPacked: true })),
    'any-length': (context: PlanContext) => [
      ...takeTurns(lengths.slice(0, 16), context, 4).flatMap((n) =>
        paired(byPosition([1, 1, 2, 2 * n]), byPosition([1, 2, n, 4], { isPacked: true }), byPosition([1, n, 2, 4])),
      ),
      ...pinned(
        paired(
          byPosition([1, 2, 67, 8]),
          byPosition([2, 35, 3, 4], { isPacked: true }),
          byPosition([1, 1, 1, 258]),
          ...longLengths()
            .slice(3)
            .flatMap((n) => [
              byPosition([1, 1, n, 2]),
              byId([1, 1, 4, 4], [n, 0, n - 3, n >> 1]),
              byPosition([1, n, 1, 2], { isPacked: true }),
              byPosition([1, 1, 1, 2 * n]),
            ]),
          byPosition([131, 1, 1, 2]),
        ),
        context,
      ),
      ...[0, 1, 2].map((at) => byPosition([2, 2, 3, 4].with(at, 0) as unknown as RotatedSizes)),
    ],
    accuracy: paired(
      withKind('mixed', plain),
      withKind('mixed', byPosition([2, 2, 3, 8], { rotated: 4, isPacked: true })),
      withKind('wide', byPosition([1, 2, 3, 4])),
      withKind('mixed', byId([2, 2, 3, 4], shuffled)),
    ),
    'special-values': (context) => [
      ...[0, 2, 4].flatMap((from) =>
        paired(
          { ...byPosition([1, 2, 2, 6], { rotated: 4 }), X: edges(context, '1x2x2x6', from) },
          { ...byPosition([1, 2, 2, 4]), cos_cache: edges(context, '1x2x2', from) },
          { ...byPosition([1, 2, 2, 4]), sin_cache: edges(context, '1x2x2', from) },
        ),
      ),
      withKind('zeros', byPosition([1, 2, 2, 4])),
    ],
  },
  invalid: {
    'invalid-rank': breaking(plain, 'X', '3x4', '1x2x3x4x6'),
    'invalid-num-heads': [
      {
        valid: byPosition([2, 3, 4, 6], { isPacked: true }),
        broken: varied(byPosition([2, 3, 4, 6], { isPacked: true }), 'num_heads', undefined, 4, 0),
      },
    ],
    'invalid-head-size': [
      {
        valid: plain,
        broken: [
          { X: '2x3x4x5', cos_cache: '2x4x2', sin_cache: '2x4x2' },
          { X: '2x4x9', cos_cache: '2x4x1', sin_cache: '2x4x1', num_heads: 3 },
        ],
      },
    ],
    'invalid-rotary-dim': [
      {
        valid: byPosition([2, 3, 4, 6], { rotated: 4 }),
        broken: [
          { ...byPosition([2, 3, 4, 6], { rotated: 4 }), rotary_embedding_dim: 5 },
          { ...byPosition([2, 3, 4, 6], { rotated: 2 }), rotary_embedding_dim: 3 },
          { ...byPosition([2, 3, 4, 8]), X: '2x3x4x6', rotary_embedding_dim: 8 },
        ],
      },
    ],
    'invalid-cache': [
      {
        valid: plain,
        broken: [
          { ...plain, cos_cache: '2x4x2', sin_cache: '2x4x2' },
          { ...plain, sin_cache: '2x4x2' },
          { ...plain, cos_cache: '4x3', sin_cache: '4x3' },
        ],
      },
      ...breaking(byId([1, 2, 3, 4], [2, 0, 1]), 'cos_cache', '4x3'),
    ],
    'invalid-position-id': breaking(
      byId([1, 2, 3, 4], [2, 0, 1]),
      'position_ids',
      filled('1x3', [2, 0, 4]),
      filled('1x3', [9, 0, 1]),
    ),
    'invalid-position-ids': breaking(
      byId([1, 2, 3, 4], [2, 0, 1]),
      'position_ids',
      filled('1x2', [2, 0]),
      filled('2x3', [2, 0, 1]),
    ),
  },
};
