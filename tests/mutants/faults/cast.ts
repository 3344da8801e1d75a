import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { eachOf, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const casts = ['Cast', 'CastLike'];
const isWide = (dtype: DType) => formatOf(dtype).kind === 'float' && formatOf(dtype).bits > 16;

/** Faults of conversions between types. */
export const castFaults: readonly Mutant[] = [
  {
    name: 'casts: the tail after the last multiple of 8 is left out',
    source: ['vector loops without a tail'],
    operators: casts,
    alter: onOutputs((output, a) => {
      const count = output.dims.reduce((product, dim) => product * dim, 1);
      return count < 8 ? output : eachOf(output, (x, i) => (i < count - (count % 8) ? x : a.of(0)));
    }),
  },
  {
    name: 'casts: numbers pass through float16',
    source: ['16-bit registers on the way'],
    operators: casts,
    alter: onOutputs((output, a) => (isWide(output.dtype) ? eachOf(output, (x) => a.round(x, 'float16')) : output)),
  },
  {
    name: 'casts: what is true is told by the sign',
    source: ['a comparison with 0 that is not for inequality'],
    operators: casts,
    alter: onOutputs((output, a, node) =>
      output.dtype === 'bool' ? eachOf(output, (_, i) => a.less(a.of(0), node.input(0).at(i))) : output,
    ),
  },
];
