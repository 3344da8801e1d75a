import type { DType } from '../../../oracles/numerics/dtype.ts';
import { each, type NamedCall, type NamedPlans } from '../../named-calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { type ValueKind, valuesOfKind } from '../../values.ts';

/** A constant as a tensor. */
const held = ({ random }: PlanContext, dtype: DType, dims: readonly number[], kind: ValueKind): NamedCall => ({
  value: { type: 'TENSOR', value: valuesOfKind(kind, dtype, dims, random) },
});

/** One of each dtype of the version. */
const ofEach = (context: PlanContext, dims: readonly number[], kind: ValueKind = 'distinct'): NamedCall[] =>
  context.version.dtypes.map((dtype) => held(context, dtype, dims, kind));

export const constant: NamedPlans = {
  samples: (context) => ofEach(context, [2, 3]).slice(0, 4),
  sizes: [],
  plans: {
    'any-shape': (context) => [[5], [1, 33], [2, 1, 2, 1, 2]].map((dims) => held(context, 'float32', dims, 'distinct')),
    value: (context) => [...ofEach(context, [2, 3]), ...ofEach(context, [40], 'special')],
    'rank-zero': (context) => ofEach(context, []),
    'size-zero': (context) => ofEach(context, [2, 0]).slice(0, 3),
    'value-float': each({ value_float: [0.1, -0, 2 ** -149, Number.POSITIVE_INFINITY] }),
    'value-floats': each({ value_floats: [[0.1, -2, 3], [1], []] }),
    'value-int': each({ value_int: [0, -7, 2 ** 31, -(2 ** 53) + 1] }),
    'value-ints': each({ value_ints: [[1, -2, 2 ** 40], [5], []] }),
  },
};
