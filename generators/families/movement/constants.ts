import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { AttributeValue } from '../../../oracles/operator.ts';
import { attributes, type CallPlan, float } from '../../calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { type ValueKind, valuesOfKind } from '../../values.ts';
import type { Tried } from './call.ts';

const attributed = (own: Parameters<typeof attributes>[0]): CallPlan => ({ inputs: [], attributes: attributes(own) });

/** A tensor as the value of an attribute. */
export const tensorValue = (
  { random }: PlanContext,
  dtype: DType,
  dims: readonly number[],
  kind: ValueKind = 'distinct',
): AttributeValue => ({ type: 'TENSOR', value: valuesOfKind(kind, dtype, dims, random) });

const values = (context: PlanContext, dims: readonly number[], kind?: ValueKind): CallPlan[] =>
  context.version.dtypes.map((dtype) => attributed({ value: tensorValue(context, dtype, dims, kind) }));

export const constant: Tried = {
  samples: (context) => values(context, [2, 3]).slice(0, 4),
  'any-shape': (context) =>
    [[5], [1, 33], [2, 1, 2, 1, 2]].map((dims) => attributed({ value: tensorValue(context, 'float32', dims) })),
  clauses: {
    value: (context) => [...values(context, [2, 3]), ...values(context, [40], 'special')],
    'rank-zero': (context) => values(context, []),
    'size-zero': (context) => values(context, [2, 0]).slice(0, 3),
    'value-float': () =>
      [0.1, -0, 2 ** -149, Number.POSITIVE_INFINITY].map((x) => attributed({ value_float: float(x) })),
    'value-floats': () => [[0.1, -2, 3], [1], []].map((list) => attributed({ value_floats: floats(list) })),
    'value-int': () => [0, -7, 2 ** 31, -(2 ** 53) + 1].map((value_int) => attributed({ value_int })),
    'value-ints': () => [[1, -2, 2 ** 40], [5], []].map((value_ints) => attributed({ value_ints })),
  },
};

const floats = (list: readonly number[]): AttributeValue => ({ type: 'FLOATS', value: list.map(Math.fround) });
