import { broadcastDims } from '../../oracles/arrays/broadcast.ts';
import { type DType, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { inputAt } from '../../oracles/operator.ts';
import { attributes, type CallPlan, dtypeOfInput, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers, type ValueKind } from '../values.ts';
import { particulars, type Way } from './elementwise-nodes.ts';

/** The inputs of a call, all of one shape or each of its own. */
function inputs(
  context: PlanContext,
  shapes: readonly (readonly number[])[],
  kind: ValueKind,
  { parameters }: Way,
): readonly (InputPlan | undefined)[] {
  const { version, operator } = context;
  const adjusted = (i: number) => particulars[operator.name]?.data?.(context, i, kind);
  const data = (dims: readonly number[], i: number): InputPlan => {
    const map = adjusted(i);
    return { dims, kind, ...(map && { map }) };
  };
  // data of rank 0 have no channels that a list of parameters could be for
  const ofRank = (own: InputPlan) => (shapes[0]!.length === 0 && own.dims.length > 0 ? { ...own, dims: [] } : own);
  if (parameters) return [data(shapes[0]!, 0), ...parameters.map((own) => own && ofRank(own))];
  const count = version.inputs.at(-1)!.variadic ? Math.max(3, shapes.length) : version.inputs.length;
  return Array.from({ length: count }, (_, i) => data(shapes[i % shapes.length]!, i));
}

const ways = (context: PlanContext): readonly Way[] => particulars[context.operator.name]?.ways?.(context) ?? [{}];

const call = (
  context: PlanContext,
  shapes: readonly (readonly number[])[],
  kind: ValueKind = 'mixed',
  way: Way = ways(context)[0]!,
): CallPlan => ({
  inputs: inputs(context, shapes, kind, way),
  ...(way.attributes && { attributes: way.attributes }),
});

/** Numbers that are no usual ones, of a dtype. */
function specials(dtype: DType): readonly (number | bigint)[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') return specialNumbers(format);
  if (format.kind !== 'integer') return [0, 1];
  const { min, max } = integerRange(format);
  return [...new Set([min, max, min + 1n, max - 1n, 0n, 1n, 2n, 7n, max >> 1n, ...(format.signed ? [-1n, -7n] : [])])];
}

/** Every special number of each input with every one of the others. */
function crossed(context: PlanContext, way: Way): CallPlan {
  const { operator } = context;
  const { edges = [], data } = particulars[operator.name] ?? {};
  const given = inputs(context, [[1]], 'mixed', way);
  const { length } = way.parameters ? [0] : given;
  const lists = Array.from({ length }, (_, i) => {
    const dtype = dtypeOfInput(context, i);
    const all = formatOf(dtype).kind === 'float' && i === 0 ? [...specials(dtype), ...edges] : specials(dtype);
    const map = data?.(context, i, 'special numbers');
    const own = map ? all.map((x) => map(formatOf(dtype).kind === 'integer' ? BigInt(x) : x)) : all;
    return length > 2 ? own.slice(0, 12) : own;
  });
  const total = lists.reduce((product, list) => product * list.length, 1);
  let stride = 1;
  const columns = lists.map((list) => {
    const step = stride;
    stride *= list.length;
    return Array.from({ length: total }, (_, i) => list[Math.floor(i / step) % list.length]!);
  });
  return {
    inputs: [...columns.map((numbers) => ({ dims: [total], numbers })), ...(way.parameters ?? [])],
    ...(way.attributes && { attributes: way.attributes }),
  };
}

/** Shapes that broadcast against each other: any one the longer, sizes of 1 in any place, none, no elements. */
const pairsOfShapes: readonly (readonly (readonly number[])[])[] = [
  [[2, 3], [3]],
  [[3], [2, 3]],
  [
    [2, 3],
    [1, 3],
  ],
  [
    [2, 1],
    [1, 3],
  ],
  [
    [2, 3, 4],
    [3, 1],
  ],
  [[4], [2, 3, 1]],
  [[1], [2, 2]],
  [[2, 2], []],
  [[], [5]],
  [[1, 1, 1], [4]],
  [
    [2, 1, 4, 1],
    [3, 1, 5],
  ],
  [[0], [1]],
  [[2, 0, 3], [3]],
  [
    [1, 3],
    [0, 1],
  ],
];

/** Whether an operator takes shapes: all, or where only the second input is broadcast those that leave the first as it is. */
function mayBroadcast({ clause }: PlanContext, shapes: readonly (readonly number[])[]): boolean {
  const isOfFirst = clause.source.place.startsWith('Unidirectional');
  return !isOfFirst || `${broadcastDims(shapes)}` === `${shapes[0]}`;
}

/** Second inputs that `broadcast` repeats, and the axis that they begin at; absent: at the end. */
const attributeShapes: readonly (readonly [first: readonly number[], second: readonly number[], axis?: number])[] = [
  [[2, 3, 4, 5], []],
  [
    [2, 3, 4, 5],
    [1, 1],
  ],
  [[2, 3, 4, 5], [5]],
  [
    [2, 3, 4, 5],
    [4, 5],
  ],
  [[2, 3, 4, 5], [3, 4], 1],
  [[2, 3, 4, 5], [2], 0],
  [[3, 3], [3], 0],
  [[3, 3], [3], 1],
  [[3, 3], [3]],
];

/** Numbers of both inputs. */
const pairs = (first: readonly number[], second: readonly number[]): CallPlan => ({
  inputs: [first, second].map((numbers) => ({ dims: [first.length], numbers })),
});

/** The elementwise operators: each element of the output follows from those at its place. */
export const elementwiseFamily = familyOf({
  samples: (context) =>
    ways(context).flatMap((way) => [call(context, [[2, 3]], 'distinct', way), call(context, [[4]], 'mixed', way)]),
  sizes: (context) => [
    [
      [2, 3],
      [3, 2],
      [4, 5],
    ].map((dims) => call(context, [dims])),
    [[40], [65], [7]].map((dims) => call(context, [dims])),
  ],
  copies: (context) => [call(context, [[2, 3]], 'small')],
  plans: {
    *definition(context) {
      for (const way of ways(context)) {
        for (const kind of ['distinct', 'small', 'mixed', 'wide'] as const) yield call(context, [[5, 7]], kind, way);
        yield call(context, [[2, 3, 4]], 'mixed', way);
      }
    },
    *'special-values'(context) {
      for (const way of ways(context)) {
        yield crossed(context, way);
        yield call(context, [[31]], 'special', way);
        yield call(context, [[9]], 'zeros', way);
      }
    },
    *'any-rank'(context) {
      for (const dims of [
        [3],
        [2, 3],
        [2, 1, 3],
        [2, 2, 1, 3],
        [1, 2, 1, 2, 2],
        [2, 1, 2, 1, 2, 2],
        [1, 2, 1, 1, 2, 1, 2, 1],
      ])
        yield call(context, [dims], 'distinct');
    },
    *'rank-zero'(context) {
      for (const kind of ['distinct', 'mixed'] as const) yield call(context, [[]], kind);
    },
    *'size-zero'(context) {
      for (const dims of [[0], [2, 0, 3], [0, 0]]) yield call(context, [dims]);
    },
    *'any-length'(context) {
      for (const length of rotate(lengths, context, 4)) yield call(context, [[length]], 'mixed');
    },
    *broadcasting(context) {
      for (const shapes of pairsOfShapes) if (mayBroadcast(context, shapes)) yield call(context, shapes, 'distinct');
      if (context.version.inputs.length === 3 || inputAt(context.version, 0)!.variadic) {
        yield call(context, [[2, 1, 1], [3, 1], [4]], 'distinct');
        yield call(context, [[], [2, 3], [3]], 'distinct');
      }
    },
    *'integer-truncation'() {
      yield pairs([7, -7, 7, -7, 1, -1, 100, -100], [2, 2, -2, -2, 3, 3, 7, -7]);
      yield pairs([8, -8, 6, -6, 5, -5], [3, 3, -4, -4, -5, 5]);
    },
    *'sign-of-divisor'() {
      yield pairs([7, -7, 7, -7, 1, -1, 100, -100], [3, 3, -3, -3, 5, 5, 7, -7]);
      yield pairs([6, -6, 6, -6, 0, 0], [3, 3, -3, -3, -5, 5]);
    },
    *'halves-to-even'() {
      const halves = [0.5, 1.5, 2.5, 3.5, 4.5, -0.5, -1.5, -2.5, -3.5, 0.25, 0.75, -0.75];
      yield { inputs: [{ dims: [12], numbers: halves }] };
    },
    *'negative-root'() {
      yield { inputs: [{ dims: [6], numbers: [-1, -0.25, -1000, 4, -4, Number.NEGATIVE_INFINITY] }] };
    },
    *'slope-by-channel'(context) {
      for (const dims of [
        [2, 3],
        [2, 3, 4],
        [1, 5, 2, 3],
        [3, 1, 4],
      ]) {
        for (const slope of [[dims[1]!], [1], []]) yield call(context, [dims, slope], 'distinct', {});
      }
    },
    *'bounds-crossed'(context) {
      for (const [low, high] of [
        [7, 3],
        [5, 0],
      ] as const)
        yield call(context, [[3, 4]], 'small', { parameters: [low, high].map((x) => ({ dims: [], numbers: [x] })) });
    },
    *'broadcast-attribute'(context) {
      for (const [first, second, axis] of attributeShapes) {
        const own = attributes({ broadcast: 1, ...(axis !== undefined && { axis }) });
        yield call(context, [first, second], 'distinct', { attributes: own });
      }
      yield call(context, [[2, 3]], 'distinct', { attributes: attributes({ broadcast: 0 }) });
      yield call(context, [[2, 3]], 'distinct', { attributes: attributes({ broadcast: 1 }) });
    },
  },
});
