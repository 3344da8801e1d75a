import { bytesOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import type { Mutant } from '../mutant.ts';
import { operators } from './indices.ts';

const partOf = (data: Tensor, from: number, to?: number): string =>
  Buffer.from(bytesOf(data)).subarray(from, to).toString('latin1');

/** Results that are kept for nodes and inputs that look alike. */
const keeping =
  (looks: (data: Tensor) => string): Mutant['perturb'] =>
  ({ finish }) => {
    const known = new Map<string, readonly NumericScalar[]>();
    return {
      finish(results, request) {
        const { operator, dtype, dims, axes, keepdims, selectLast, data } = request;
        const key = [operator, dtype, dims, axes, keepdims, selectLast, looks(data)].join(' ');
        if (!known.has(key)) known.set(key, finish(results, request));
        return known.get(key)!;
      },
    };
  };

/** Bugs in how an implementation recognises an input whose results it has kept. */
export const resultCacheFaults: readonly Mutant[] = [
  {
    name: 'results are kept by the first 16 bytes of the input',
    source: ['a hash of the beginning'],
    operators,
    perturb: keeping((data) => partOf(data, 0, 16)),
  },
  {
    name: 'results are kept by the last 16 bytes of the input',
    source: ['a hash of the end'],
    operators,
    perturb: keeping((data) => partOf(data, -16)),
  },
];
