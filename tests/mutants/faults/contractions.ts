import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { eachOf, inArithmetic, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const every = ['MatMul'];

/** Other sums of products. */
const dots = (change: <S>(a: Arithmetic<S>, xs: readonly S[], ys: readonly S[]) => S): NonNullable<Mutant['alter']> =>
  inArithmetic((a) => ({ dot: (xs, ys) => change(a, xs, ys) }));

/** Faults of kernels that sum products. */
export const contractionFaults: readonly Mutant[] = [
  {
    name: 'products: what is left after blocks of 4 is not added',
    source: ['unrolled loops without a tail'],
    operators: every,
    alter: dots((a, xs, ys) => {
      const whole = xs.length < 4 ? xs.length : xs.length - (xs.length % 4);
      return a.dot(xs.slice(0, whole), ys.slice(0, whole));
    }),
  },
  {
    name: 'products: zeros on the left are skipped, whatever they would be multiplied with',
    source: ['kernels for sparse data'],
    operators: every,
    alter: dots((a, xs, ys) =>
      a.dot(
        xs,
        ys.map((y, i) => a.select(a.equal(xs[i]!, a.of(0)), a.of(0), y)),
      ),
    ),
  },
  {
    name: 'products: a sum of no products is 1',
    source: ['TVM-19578'],
    operators: every,
    alter: dots((a, xs, ys) => (xs.length === 0 ? a.of(1) : a.dot(xs, ys))),
  },
  {
    name: 'products: factors are rounded to bfloat16',
    source: ['fast paths of matrix units that are on by default'],
    operators: every,
    alter: dots((a, xs, ys) => {
      const short = <T>(x: T) => a.round(x as never, 'bfloat16');
      return a.dot(xs.map(short), ys.map(short));
    }),
  },
  {
    name: 'products: the first matrix of the right stack is taken for all',
    source: ['batch strides of 0'],
    operators: every,
    alter: onNode(({ inputs: [A, B] }) => {
      const matrix = B!.dims.slice(-2).reduce((product, size) => product * size, 1);
      return { inputs: [A!, B!.dims.length < 3 ? B! : { ...B!, at: (index: number) => B!.at(index % matrix) }] };
    }),
  },
  {
    name: 'products: a square matrix on the right is read column by column',
    source: ['a flag of BLAS that follows from the shape'],
    operators: every,
    alter: onNode(({ inputs: [A, B] }) => {
      const [rows, columns] = B!.dims.slice(-2);
      if (B!.dims.length !== 2 || rows !== columns) return {};
      const n = rows!;
      return { inputs: [A!, { ...B!, at: (index: number) => B!.at((index % n) * n + Math.floor(index / n)) }] };
    }),
  },
  {
    name: 'products: 64-bit integers go through float64',
    source: ['kernels for doubles that are lent to integers'],
    operators: every,
    alter: onNode(({ inputs }, a) => ({
      inputs: inputs.map((input) =>
        formatOf(input!.dtype).kind === 'integer' ? eachOf(input!, (x) => a.round(x, 'float64')) : input!,
      ),
    })),
  },
];
