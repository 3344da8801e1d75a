import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { Refusal } from '../implementation.ts';
import { isFloat, type Mutant, misfold, misplace, numberOf } from '../mutant.ts';
import type { Request, Stages } from '../stages.ts';

const end16 = 2 ** 16;

/** Other results where there are more than some; `undefined` stands for memory that was never written. */
const ofMany =
  (most: number, change: (results: readonly NumericScalar[]) => readonly (NumericScalar | undefined)[]) =>
  ({ finish }: Stages): Partial<Stages> => ({
    finish: (results, request) => finish(results.length > most ? written(change(results), request) : results, request),
  });

const written = (results: readonly (NumericScalar | undefined)[], { output }: Request): readonly NumericScalar[] =>
  results.map((x) => x ?? numberOf(0, isFloat(output) ? output : 'int64'));

/** Other positions in rows of more than some elements. */
const ofLong = (most: number, change: (list: readonly number[]) => readonly number[]) =>
  misplace((list) => (list.length > most ? change(list) : list));

/** Bugs that show beyond the sizes of usual tests. */
export const sizeFaults: readonly Mutant[] = [
  {
    name: 'the index of an output is held in 16 bits',
    source: ['an index type chosen for speed'],
    perturb: ofMany(end16, (results) => {
      const stored: (NumericScalar | undefined)[] = results.map(() => undefined);
      for (const [i, x] of results.entries()) stored[i % end16] = x;
      return stored;
    }),
  },
  {
    name: 'the position of an element is held in 16 bits',
    source: ['an index type chosen for speed'],
    perturb: misplace((list) => (list.at(-1)! < end16 ? list : list.map((at) => at % end16))),
  },
  {
    name: 'elements beyond 65,535 are not copied',
    source: ['a length of 16 bits'],
    perturb: ({ load }) => ({
      load(request) {
        const values = load(request);
        const zero = numberOf(0, request.dtype);
        return values.length > end16 ? values.map((x, i) => (i < end16 ? x : zero)) : values;
      },
    }),
  },
  {
    name: 'rows beyond the 65,535 of a launch are not computed',
    source: ['the greatest y of a grid in CUDA'],
    perturb: ofMany(end16 - 1, (results) => results.map((x, i) => (i < end16 - 1 ? x : undefined))),
  },
  {
    name: 'the number of rows is held in 16 bits',
    source: ['an index type chosen for speed'],
    perturb: ofMany(end16 - 1, (results) => results.map((x, i) => (i < results.length % end16 ? x : undefined))),
  },
  {
    name: 'the last block of 256 outputs is lost where there are more than 65,535',
    source: ['a launch in two levels'],
    perturb: ofMany(end16, (results) =>
      results.map((x, i) => (i < results.length - (results.length % 256) ? x : undefined)),
    ),
  },
  {
    name: 'rows beyond 1,024 are those of the first launch again',
    source: ['a block index that is not added'],
    perturb: ofMany(1024, (results) => results.map((_, i) => results[i % 1024])),
  },
  {
    name: 'rows beyond 4,096 are one too far',
    source: ['an offset of the second launch'],
    perturb: ofMany(4096, (results) => results.map((x, i) => (i < 4096 ? x : results[i + 1]))),
  },
  {
    name: 'the length of a row is held in 16 bits',
    source: ['an index type chosen for speed'],
    perturb: ofLong(end16, (list) => list.slice(0, list.length % end16)),
  },
  {
    name: 'a row is divided into blocks of 65,536, and the rest is lost',
    source: ['a second stage without its tail'],
    perturb: ofLong(end16, (list) => list.slice(0, end16)),
  },
  {
    name: 'the second block of 65,536 starts at the first again',
    source: ['an offset that is not added'],
    perturb: ofLong(end16, (list) => list.map((_, k) => list[k % end16]!)),
  },
  {
    name: 'blocks of 65,536 overlap by one',
    source: ['an inclusive end'],
    perturb: ofLong(end16, (list) => [...list.slice(0, end16), ...list.slice(end16 - 1, -1)]),
  },
  {
    name: 'of more than 65,536 elements the last is left out',
    source: ['an end that is one short in the kernel for long rows'],
    perturb: ofLong(end16, (list) => list.slice(0, -1)),
  },
  {
    name: 'of more than 65,536 elements, which four threads share, the last thread does nothing',
    source: ['PNUMPY-84', 'a join of three'],
    perturb: ofLong(end16, (list) => list.slice(0, 3 * (list.length >> 2))),
  },
  {
    name: 'of more than 32,768 elements only those before count',
    source: ['a signed index of 16 bits'],
    perturb: ofLong(end16 / 2, (list) => list.slice(0, end16 / 2)),
  },
  {
    name: 'the stride of a column is held in 16 bits',
    source: ['an index type chosen for speed'],
    perturb: misplace((list) => {
      const stride = list.length > 1 ? list[1]! - list[0]! : 0;
      return stride < end16 ? list : list.map((_, k) => list[0]! + k * (stride % end16));
    }),
  },
  {
    name: 'the mean of more than 65,535 elements is divided by a count of 16 bits',
    source: ['an index type chosen for speed'],
    operators: ['ReduceMean'],
    perturb: misfold((fold, terms, extents, request) => {
      const value = fold(terms, extents, request);
      const count = terms.length % end16;
      if (terms.length < end16 || count === 0) return value;
      return typeof value === 'bigint'
        ? terms.reduce<bigint>((sum, x) => sum + BigInt(x), 0n) / BigInt(count)
        : (value * terms.length) / count;
    }),
  },
  {
    name: 'ranks above 8 are refused',
    source: ['a fixed array of dimensions'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        if (request.dims.length > 8) throw new Refusal('more than 8 dimensions');
        return reduced(request);
      },
    }),
  },
  {
    name: 'axes beyond the eighth are kept',
    source: ['a mask of 8 bits'],
    perturb: ({ reduced }) => ({ reduced: (request) => reduced(request).map((mark, axis) => mark && axis < 8) }),
  },
  {
    name: 'axes are held in three bits',
    source: ['a packed descriptor'],
    perturb: ({ reduced }) => ({
      reduced(request) {
        const marks = reduced(request);
        return marks.length > 8 ? marks.map((_, axis) => marks.some((mark, i) => mark && i % 8 === axis)) : marks;
      },
    }),
  },
  {
    name: 'dimensions beyond the eighth count as one',
    source: ['a fixed array of dimensions'],
    perturb: misplace((list, { dims }) => {
      const rest = dims.slice(8).reduce((a, b) => a * b, 1);
      return rest > 1 ? list.map((at) => at - (at % rest)) : list;
    }),
  },
];
