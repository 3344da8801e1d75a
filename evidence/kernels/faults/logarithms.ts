import { floatMachine, roundingTo } from '../machine.ts';
import { formatIn, type Mutant, ofFloats } from '../mutant.ts';
import type { Request } from '../stages.ts';
import { pairwise } from '../summation.ts';

const logSum = ['ReduceLogSum'];
export const logSumExp = ['ReduceLogSumExp'];
export const both = [...logSum, ...logSumExp];

export const machineOf = (request: Request) => floatMachine(formatIn(request), pairwise, []);
export const roundOf = (request: Request) => roundingTo(formatIn(request));
export const maximum = (terms: readonly number[]): number =>
  terms.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** The logarithm of the sum of exponentials of the terms less a shift, which is not added back. */
export function logSumExpBelow(shift: number, terms: readonly number[], request: Request): number {
  const machine = machineOf(request);
  const round = roundOf(request);
  return machine.log(machine.sum(machine.exp(terms.map((x) => round(x - shift)))));
}

/** Something else than the logarithm of the sum, or of the sum of exponentials. */
const lastStep = (log: (sum: number, n: number) => number) =>
  ofFloats((terms, request) => {
    const machine = machineOf(request);
    if (request.operator === 'ReduceLogSum') return log(machine.sum(terms), terms.length);
    const shift = maximum(terms);
    const sum = machine.sum(machine.exp(machine.minus(terms, shift)));
    return machine.add(shift, log(sum, terms.length));
  });

/** Bugs in logarithms of sums. */
export const logarithmFaults: readonly Mutant[] = [
  {
    name: 'the logarithm is that of base 2',
    source: ['log2 in shading languages'],
    operators: both,
    perturb: lastStep(Math.log2),
  },
  {
    name: 'the logarithm is that of base 10',
    source: ['log in spreadsheets'],
    operators: both,
    perturb: lastStep(Math.log10),
  },
  {
    name: 'the logarithm is that of 1 + x',
    source: ['log1p taken for log'],
    operators: both,
    perturb: lastStep(Math.log1p),
  },
  {
    name: 'a millionth is added before the logarithm',
    source: ['epsilon against the logarithm of zero'],
    operators: both,
    perturb: lastStep((sum) => Math.log(sum + 1e-6)),
  },
  {
    name: 'the logarithm of zero is that of the smallest normal float32',
    source: ['clamping before the logarithm'],
    operators: both,
    perturb: lastStep((sum) => Math.log(Number.isNaN(sum) ? sum : Math.max(sum, 2 ** -126))),
  },
  {
    name: 'a negative sum has the logarithm of its magnitude',
    source: ['a magnitude against NaN'],
    operators: logSum,
    perturb: lastStep((sum) => Math.log(Math.abs(sum))),
  },
  {
    name: 'the logarithm of a negative sum is -Infinity',
    source: ['log(max(x, 0))'],
    operators: logSum,
    perturb: lastStep((sum) => Math.log(Number.isNaN(sum) ? sum : Math.max(sum, 0))),
  },
  {
    name: 'the logarithms are summed instead',
    source: ['RTEN-a4d9768', 'steps in the wrong order'],
    operators: logSum,
    perturb: ofFloats((terms, request) => machineOf(request).sum(terms.map(Math.log))),
  },
  {
    name: 'the logarithm is missing',
    source: ['RTEN-a4d9768'],
    operators: both,
    perturb: lastStep((sum) => sum),
  },
  {
    name: 'the exponential is missing',
    source: ['RTEN-a4d9768'],
    operators: logSumExp,
    perturb: ofFloats((terms, request, fold) => fold(terms, [], { ...request, operator: 'ReduceLogSum' })),
  },
  {
    name: 'the mean of exponentials takes the place of their sum',
    source: ['log-mean-exp'],
    operators: logSumExp,
    perturb: lastStep((sum, n) => Math.log(sum / n)),
  },
];
