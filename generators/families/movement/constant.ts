import type { PlanContext } from '../../cases/proposal.ts';
import { drawn, each, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';

/** A constant of each dtype of the version, or of the first ones. */
const ofEach =
  (shape: string, count?: number) =>
  ({ version }: PlanContext): NamedCall[] =>
    version.dtypes.slice(0, count).map((dtype) => ({ value: drawn(shape, dtype) }));

export const constant: NamedPlans = {
  samples: ofEach('2x3', 4),
  plans: {
    'any-shape': ['5', '1x33', '2x1x2x1x2'].map((shape) => ({ value: drawn(shape, 'float32') })),
    value: (context) => [...ofEach('2x3')(context), ...ofEach('40 special')(context)],
    'rank-zero': ofEach('scalar'),
    'size-zero': ofEach('2x0', 3),
    'value-float': each({ value_float: [0.1, -0, 2 ** -149, Number.POSITIVE_INFINITY] }),
    'value-floats': varied({}, 'value_floats', [0.1, -2, 3], [1], []),
    'value-int': each({ value_int: [0, -7, 2 ** 31, -(2 ** 53) + 1] }),
    'value-string': each({ value_string: ['a', '', 'é', ' 0'] }),
    'value-strings': varied({}, 'value_strings', filled('3', ['a', '', 'é']), filled('1', ['a b']), filled('0', [])),
    'value-ints': varied({}, 'value_ints', [1, -2, 2 ** 40], [5], []),
  },
  draw: (draws) => {
    const { version } = draws.context;
    const { name, type } = draws.pick(
      ...version.attributes.filter((one) => one.type.match(/^(?:TENSOR|FLOAT|INT)S?$/)),
    );
    if (type === 'TENSOR') {
      return { [name]: { ...draws.data(draws.sizes(draws.count(0, 5))), dtype: draws.pick(...version.dtypes) } };
    }
    const numbers = Array.from({ length: type.endsWith('S') ? draws.size(40) : 1 }, () =>
      draws.pick(0, -1, 7, -(2 ** 40)),
    );
    return { [name]: type.endsWith('S') ? numbers : numbers[0]! };
  },
};
