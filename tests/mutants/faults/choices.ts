import type { Scalar } from '../../../oracles/acceptance/acceptance.ts';
import { definitions } from '../definitions.ts';
import { type IntegerChoices, integerMachine } from '../machine.ts';
import { integerOf, type Mutant, misfold } from '../mutant.ts';
import { Refusal, type Request } from '../stages.ts';

const inIntegers = (terms: readonly Scalar[], { operator, dtype }: Request, overflow: IntegerChoices['overflow']) =>
  definitions[operator]!(
    integerMachine(integerOf(dtype)!, { overflow, rounding: 'truncate' }),
    terms as readonly bigint[],
  );

/** Each answer is one that some correct kernel gives; together they contradict each other. */
export const choiceFaults: readonly Mutant[] = [
  {
    name: 'long rows of integers saturate, short ones wrap',
    source: ['ORT-28743'],
    perturb: misfold((fold, terms, extents, request) =>
      integerOf(request.dtype) && terms.length > 4
        ? inIntegers(terms, request, 'saturate')
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
          ? inIntegers(terms, request, 'saturate')
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
