import { definitions, unshiftedLogSumExp } from '../definitions.ts';
import { type Mutant, ofFloats } from '../mutant.ts';
import type { Request } from '../stages.ts';
import { both, logSumExp, logSumExpBelow, machineOf, maximum, roundOf } from './logarithms.ts';

/** The sum of exponentials below some shift, as it is usually written: nothing guards an infinite one. */
const shiftedBy = (
  shiftOf: (terms: readonly number[], request: Request) => number,
  back: (shift: number) => number = (shift) => shift,
) =>
  ofFloats((terms, request, fold) => {
    if (terms.length === 0) return fold(terms, [], request);
    const shift = shiftOf(terms, request);
    return roundOf(request)(back(shift) + logSumExpBelow(shift, terms, request));
  });

/** A shift for each slice that depends on others. */
const shiftedByOthers =
  (shiftsOf: (most: readonly number[]) => readonly number[]): Mutant['perturb'] =>
  (stages) => {
    let shifts: readonly number[] = [];
    let next = 0;
    return {
      positions(request, marks) {
        const lists = stages.positions(request, marks);
        const values = stages.load(request);
        shifts = shiftsOf(lists.map((list) => maximum(list.map((at) => Number(values[at])))));
        next = 0;
        return lists;
      },
      fold: shiftedBy(() => shifts[next++]!)(stages).fold!,
    };
  };

const finite = (terms: readonly number[]) => terms.filter(Number.isFinite);

/** Bugs in what keeps exponentials within the range. */
export const shiftFaults: readonly Mutant[] = [
  {
    name: 'an infinite maximum is subtracted',
    source: ['TF-11692', 'OV-35677', 'PT-52213'],
    operators: logSumExp,
    perturb: shiftedBy(maximum),
  },
  {
    name: 'only a maximum of -Infinity is kept from being subtracted',
    source: ['OV-35677'],
    operators: logSumExp,
    perturb: shiftedBy((terms) => (maximum(terms) === Number.NEGATIVE_INFINITY ? 0 : maximum(terms))),
  },
  {
    name: 'the shift is the maximum of finite terms, -Infinity where there is none',
    source: ['ONNX-8441'],
    operators: logSumExp,
    perturb: shiftedBy((terms) => maximum(finite(terms))),
  },
  {
    name: 'the maximum is not added back',
    source: ['TRTONNX-1055'],
    operators: logSumExp,
    perturb: shiftedBy(
      (terms) => (Number.isFinite(maximum(terms)) ? maximum(terms) : 0),
      () => 0,
    ),
  },
  {
    name: 'the first term is the shift',
    source: ['a maximum that was never computed'],
    operators: logSumExp,
    perturb: shiftedBy((terms) => terms[0]!),
  },
  {
    name: 'the minimum is the shift',
    source: ['RTEN-a4d9768'],
    operators: logSumExp,
    perturb: shiftedBy((terms) => -maximum(terms.map((x) => -x))),
  },
  {
    name: 'the maximum of the whole tensor is the shift of every slice',
    source: ['one maximum for all rows'],
    operators: logSumExp,
    perturb: shiftedByOthers((most) => most.map(() => maximum(most))),
  },
  {
    name: 'each slice is shifted by the maximum of its neighbour',
    source: ['TRTONNX-1055'],
    operators: logSumExp,
    perturb: shiftedByOthers((most) => most.map((x, i) => most[i + 1] ?? most[0] ?? x)),
  },
  {
    name: 'one pass over the terms does not rescale the sum when the maximum moves',
    source: ['online softmax'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) => {
      if (!terms.every(Number.isFinite)) return fold(terms, [], request);
      let most = Number.NEGATIVE_INFINITY;
      let sum = 0;
      for (const x of terms) {
        most = Math.max(most, x);
        sum += Math.exp(x - most);
      }
      return most + Math.log(sum);
    }),
  },
  {
    name: 'terms far below the maximum are dropped',
    source: ['a cut-off at e^-10'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) => {
      const least = maximum(terms) - 10;
      return fold(terms.some((x) => x < least) ? terms.filter((x) => !(x < least)) : terms, [], request);
    }),
  },
  {
    name: 'exponents are clamped at 80 either way',
    source: ['saturated arguments of exp'],
    operators: logSumExp,
    perturb: ofFloats((terms, request) =>
      unshiftedLogSumExp(
        machineOf(request),
        terms.map((x) => Math.max(-80, Math.min(80, x))),
      ),
    ),
  },
  {
    name: 'pairs are combined as log(exp a + exp b), which two of -Infinity spoil',
    source: ['PT-52213'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) => {
      const round = roundOf(request);
      const join = (a: number, b: number) => {
        const [most, least] = [Math.max(a, b), Math.min(a, b)];
        return most === Number.POSITIVE_INFINITY ? most : round(most + Math.log1p(Math.exp(least - most)));
      };
      return terms.length < 2 ? fold(terms, [], request) : terms.reduce(join);
    }),
  },
  {
    name: 'the exponential is a polynomial with three good digits',
    source: ['fast math'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) => {
      const x = definitions[request.operator]!(machineOf(request), terms);
      return terms.length > 1 && Number.isFinite(x) ? roundOf(request)(x + 4e-4) : fold(terms, [], request);
    }),
  },
  {
    name: 'an empty set of exponentials is NaN',
    source: ['PT-91843'],
    operators: both,
    perturb: ofFloats((terms, request, fold) => (terms.length ? fold(terms, [], request) : Number.NaN)),
  },
];
