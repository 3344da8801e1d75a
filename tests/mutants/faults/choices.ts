import { foldOf } from '../fold.ts';
import { integerOf, type Mutant, misfold } from '../mutant.ts';
import { Refusal } from '../stages.ts';
import { pairwise } from '../summation.ts';

/** As the correct kernel that faults are made from, but for integers that leave their range. */
const saturating = foldOf({ summation: pairwise, integers: { overflow: 'saturate', rounding: 'truncate' } });

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
