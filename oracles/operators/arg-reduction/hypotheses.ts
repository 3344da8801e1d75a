import type { NumericScalar } from '../../numerics/trait.ts';
import type { Hypothesis } from '../../spec/operator.ts';
import { sizeOfAxis } from './axis.ts';

/** The hypothesis of an index outside the dimension. */
export const outOfRange: Hypothesis = {
  id: 'index-out-of-range',
  text: 'the index is outside of the dimension',
  predict: ({ version, call }, expected) => {
    const size = sizeOfAxis(version, call);
    return expected.map(({ dtype, dims }) => ({
      dtype,
      dims,
      accepts: (_, got: NumericScalar) => got < 0 || got >= size,
    }));
  },
};
