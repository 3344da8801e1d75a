import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { type Mutant, misfold, ofTerms } from '../mutant.ts';
import type { Positions } from '../stages.ts';

export const operators = ['ArgMax', 'ArgMin'];

/** Another index where the right one is known. */
const renamed = (change: (index: bigint, n: number) => bigint) =>
  misfold((fold, terms, extents, request) => change(BigInt(fold(terms, extents, request)), terms.length));

/** Bugs in the axis of ArgMax and ArgMin, in how they compare, and in how they keep and store indices. */
export const indexFaults: readonly Mutant[] = [
  {
    name: 'a window of 16 whose first element is the best names index 0',
    source: ['TFJS-9e1d279'],
    operators,
    perturb: renamed((index) => (index % 16n === 0n ? 0n : index)),
  },
  {
    name: 'the upper half of 64 lanes is lost',
    source: ['IREE-16112'],
    operators,
    perturb: ofTerms((terms) => (terms.length > 32 ? terms.filter((_, k) => k % 64 < 32) : terms)),
  },
  {
    name: 'the index is that in the flat tensor',
    source: ['BURN-412'],
    operators,
    perturb: ({ positions, finish }) => {
      let lists: readonly Positions[] = [];
      return {
        positions(request, marks) {
          lists = positions(request, marks);
          return lists;
        },
        finish: (results, request) =>
          finish(
            results.map((k, i) => BigInt(lists[i]![Number(k)] ?? 0)),
            request,
          ),
      };
    },
  },
  {
    name: 'indices of 32 bits are stored where 64 are read',
    source: ['DML-266'],
    operators,
    perturb: ({ finish }) => ({
      finish: (results, request) =>
        finish(
          results.map((_, i) => BigInt(results[2 * i] ?? 0) + (BigInt(results[2 * i + 1] ?? 0) << 32n)),
          request,
        ),
    }),
  },
  {
    name: 'the output of indices is int32',
    source: ['DML-266', 'TRACT-c68e6d6'],
    operators,
    perturb: ({ store }) => ({
      store: (results, shape, request) => store(results, shape, { ...request, output: 'int32' }),
    }),
  },
  {
    name: 'the output of indices has the type of data',
    source: ['TRACT-c68e6d6'],
    operators,
    perturb: ({ store }) => ({
      store: (results, shape, request) => store(results, shape, { ...request, output: request.dtype }),
    }),
  },
  { name: 'indices are kept in 8 bits', source: ['PT-195008'], operators, perturb: renamed((index) => index & 255n) },
  {
    name: 'indices are kept in signed 8 bits',
    source: ['PT-195008'],
    operators,
    perturb: renamed((k) => BigInt.asIntN(8, k)),
  },
  {
    name: 'indices are kept in bfloat16',
    source: ['TFJS-4033'],
    operators,
    perturb: renamed((k) => BigInt(roundDouble(Number(k), formatOf('bfloat16')))),
  },
  { name: 'indices count from 1', source: ['Fortran, Lua, Julia'], operators, perturb: renamed((index) => index + 1n) },
  {
    name: 'indices count from the end of the slice',
    source: ['a search that goes backwards'],
    operators,
    perturb: renamed((index, n) => (n ? BigInt(n) - 1n - index : 0n)),
  },
];
