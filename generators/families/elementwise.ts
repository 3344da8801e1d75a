import { type DType, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { type Attributes, inputAt } from '../../oracles/operator.ts';
import { attributes, type CallPlan, dtypeOfInput, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers, type ValueKind } from '../values.ts';

/** Attributes that an operator is tried with, besides its defaults. */
const attributesTried: Readonly<Record<string, readonly Attributes[]>> = {};

/** Numbers at which an operator is delicate. */
const edges: Readonly<Record<string, readonly number[]>> = {
  Sigmoid: [-104, -89, -88, -18, -17, -9, 9, 17, 18, 88, 89],
};

/** The inputs of a call, all of one shape or each of its own. */
function inputs({ version }: PlanContext, shapes: readonly (readonly number[])[], kind: ValueKind): InputPlan[] {
  const count = version.inputs.at(-1)!.variadic ? Math.max(3, shapes.length) : version.inputs.length;
  return Array.from({ length: count }, (_, i) => ({ dims: shapes[i % shapes.length]!, kind }));
}

const call = (
  context: PlanContext,
  shapes: readonly (readonly number[])[],
  kind: ValueKind = 'mixed',
  own?: Attributes,
): CallPlan => ({
  inputs: inputs(context, shapes, kind),
  ...(own && { attributes: own }),
});

const tried = ({ operator }: PlanContext): readonly (Attributes | undefined)[] =>
  attributesTried[operator.name] ?? [undefined];

/** Numbers that are no usual ones, of a dtype. */
function specials(dtype: DType): readonly (number | bigint)[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') return specialNumbers(format);
  if (format.kind !== 'integer') return [0, 1];
  const { min, max } = integerRange(format);
  return [...new Set([min, max, min + 1n, max - 1n, 0n, 1n, 2n, 7n, max >> 1n, ...(format.signed ? [-1n, -7n] : [])])];
}

/** Every special number of each input with every one of the others. */
function crossed(context: PlanContext): CallPlan {
  const count = inputs(context, [[1]], 'mixed').length;
  const lists = Array.from({ length: count }, (_, i) => {
    const all = specials(dtypeOfInput(context, i));
    const own = i === 0 ? [...all, ...(edges[context.operator.name] ?? [])] : all;
    return count > 2 ? own.slice(0, 12) : own;
  });
  const total = lists.reduce((product, list) => product * list.length, 1);
  let stride = 1;
  const columns = lists.map((list) => {
    const step = stride;
    stride *= list.length;
    return Array.from({ length: total }, (_, i) => list[Math.floor(i / step) % list.length]!);
  });
  return { inputs: columns.map((numbers) => ({ dims: [total], numbers })) };
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

/** The elementwise operators: each element of the output follows from those at its place. */
export const elementwiseFamily = familyOf({
  samples: (context) =>
    tried(context).flatMap((own) => [call(context, [[2, 3]], 'distinct', own), call(context, [[4]], 'mixed', own)]),
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
      for (const own of tried(context)) {
        for (const kind of ['distinct', 'small', 'mixed', 'wide'] as const) yield call(context, [[5, 7]], kind, own);
        yield call(context, [[2, 3, 4]], 'mixed', own);
      }
    },
    *'special-values'(context) {
      for (const own of tried(context)) {
        yield { ...crossed(context), ...(own && { attributes: own }) };
        yield call(context, [[31]], 'special', own);
        yield call(context, [[9]], 'zeros', own);
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
      for (const shapes of pairsOfShapes) yield call(context, shapes, 'distinct');
      if (context.version.inputs.length > 2 || inputAt(context.version, 0)!.variadic) {
        yield call(context, [[2, 1, 1], [3, 1], [4]], 'distinct');
        yield call(context, [[], [2, 3], [3]], 'distinct');
      }
    },
    *'broadcast-attribute'(context) {
      for (const [first, second, axis] of attributeShapes) {
        const own = attributes({ broadcast: 1, ...(axis !== undefined && { axis }) });
        yield call(context, [first, second], 'distinct', own);
      }
      yield call(context, [[2, 3]], 'distinct', attributes({ broadcast: 0 }));
      yield call(context, [[2, 3]], 'distinct', attributes({ broadcast: 1 }));
    },
  },
});
