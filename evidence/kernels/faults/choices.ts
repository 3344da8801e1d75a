import { foldOf } from '../fold.ts';
import { Refusal } from '../implementation.ts';
import { integerOf, type Mutant, misfold } from '../mutant.ts';
import type { Stages } from '../stages.ts';
import { pairwise } from '../summation.ts';

/** As the correct kernel that faults are made from, but for integers that leave their range. */
const saturating = foldOf({ summation: pairwise, integers: { overflow: 'saturate', rounding: 'truncate' } });

const away = foldOf({ summation: pairwise, integers: { overflow: 'wrap', rounding: 'nearest-away' } });
const nearest = foldOf({ summation: pairwise, integers: { overflow: 'wrap', rounding: 'nearest-even' } });
const down = foldOf({ summation: pairwise, integers: { overflow: 'wrap', rounding: 'floor' } });
const rounded = ['ReduceMean', 'ReduceL2'];

/** Integers at even positions of an output are computed in one way, those at odd ones in another. */
const inTurns =
  (even: Stages['fold'], odd: Stages['fold']): Mutant['perturb'] =>
  ({ read, fold }) => {
    let position = 0;
    return {
      read(example) {
        position = 0;
        return read(example);
      },
      fold: (terms, extents, request) => {
        if (!integerOf(request.dtype)) return fold(terms, extents, request);
        return (position++ % 2 === 0 ? even : odd)(terms, extents, request);
      },
    };
  };

/** Each answer is one that some correct kernel gives; together they contradict each other. */
export const choiceFaults: readonly Mutant[] = [
  {
    name: 'long rows of integers saturate, short ones wrap',
    source: ['ORT-28743'],
    perturb: misfold((fold, terms, extents, request) =>
      integerOf(request.dtype) && terms.length > 4
        ? saturating(terms, extents, request)
        : fold(terms, extents, request),
    ),
  },
  {
    name: 'every other row of integers saturates',
    source: ['ORT-28681b'],
    perturb: (stages) => {
      let rows = 0;
      return misfold((fold, terms, extents, request) =>
        integerOf(request.dtype) && rows++ % 2 === 0
          ? saturating(terms, extents, request)
          : fold(terms, extents, request),
      )(stages);
    },
  },
  {
    name: 'integers are rounded to nearest at even positions, down at odd ones',
    source: ['lanes of a vector that round by another instruction'],
    operators: rounded,
    perturb: inTurns(nearest, down),
  },
  {
    name: 'halves of integers go to the even one at even positions, away from zero at odd ones',
    source: ['lanes of a vector that round by another instruction'],
    operators: ['ReduceMean'],
    perturb: inTurns(nearest, away),
  },
  {
    name: 'integers are rounded to nearest for odd lengths only',
    source: ['a division by multiplication and shift, with a bias for odd divisors'],
    operators: rounded,
    perturb: misfold((fold, terms, extents, request) =>
      integerOf(request.dtype) && terms.length % 2 === 1
        ? nearest(terms, extents, request)
        : fold(terms, extents, request),
    ),
  },
  {
    name: 'an axis listed twice is refused unless one of them is negative',
    source: ['RTEN-1270'],
    perturb: (stages) => ({
      reduced(request) {
        const { axes } = request;
        if (axes && new Set(axes).size < axes.length) throw new Refusal('an axis is listed twice');
        return stages.reduced(request);
      },
    }),
  },
];
