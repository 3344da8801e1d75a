import { expect, it } from 'vitest';
import {
  definitions,
  logAddExp,
  maximumOfNumbers,
  meanByReciprocal,
  meanOfQuotients,
  minimumOfNumbers,
  normOfNorms,
  runningMean,
  scaledL2,
  unshiftedLogSumExp,
} from '../../../evidence/kernels/definitions.ts';
import { roundingTo } from '../../../evidence/kernels/machine.ts';
import type { Kernel } from '../../../evidence/kernels/vectors.ts';
import type { ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { type FloatName, floatNames, reductions, row } from '../call.ts';
import { everyOrderIn, type Results } from './every-order.ts';

// What is accepted, held against what machines give: every correct algorithm in every order, in the type and in wider ones.

const algorithms: Record<string, readonly Kernel[]> = {
  ReduceL2: [scaledL2, normOfNorms],
  ReduceLogSumExp: [logAddExp, unshiftedLogSumExp],
  ReduceMax: [maximumOfNumbers],
  ReduceMean: [meanByReciprocal, meanOfQuotients, runningMean],
  ReduceMin: [minimumOfNumbers],
};

const accumulators: Readonly<Record<string, readonly FloatName[]>> = {
  float16: ['float16', 'float32'],
  bfloat16: ['bfloat16', 'float32'],
  float32: ['float32', 'float64'],
  float64: ['float64'],
};

/** All that implementations answer, in every order; also the true value, rounded once. */
function answersOf(name: string, terms: readonly number[], format: FloatFormat): Results {
  const store = roundingTo(format);
  const kernels = [definitions[name]!, ...(algorithms[name] ?? [])];
  const answers = accumulators[format.name]!.flatMap((type) => {
    const machine = everyOrderIn(roundingTo(formatOf(type)));
    return kernels.flatMap((kernel) => [...kernel(machine, [terms])].map(store));
  });
  return new Set(answers);
}

const classOf = (x: number): string => (Number.isNaN(x) ? 'NaN' : Number.isFinite(x) ? 'finite' : String(x));

/** The classes of what is accepted: between two breakpoints all values of a class are judged alike. */
function acceptedClasses(acceptance: ElementAcceptance): ReadonlySet<string> {
  const probes = [...acceptance.breakpoints.map(Number), 0, Number.NaN, Infinity, -Infinity];
  return new Set(probes.filter((x) => acceptance.judge(x).accepted).map(classOf));
}

/** The special values of a format. */
function specialsOf(format: FloatFormat): readonly number[] {
  const least = 2 ** format.minExponent;
  const most = largestFinite(format);
  return [Number.NaN, Infinity, -Infinity, 0, -0, least, -least, most, -most];
}

/** One or two special values among one to four terms, the others being 1; each two are tried in two of the types. */
function rowsOf(format: FloatFormat): readonly (readonly number[])[] {
  const specials = specialsOf(format);
  const pairs = specials.flatMap((x, i) => specials.slice(0, i + 1).map((y) => [x, y]));
  const own = pairs.filter((_, k) => (k + floatNames.indexOf(format.name as FloatName)) % 2 === 0);
  const among = (xs: readonly number[], k: number) => {
    const ones = Array<number>(k % (5 - xs.length)).fill(1);
    return ones.toSpliced(k % (ones.length + 1), 0, ...xs);
  };
  return [...specials.flatMap((x, k) => [[x], among([x], k + 1)]), ...own.map(among)];
}

/** A logarithm of what cancels: on which side of zero the sum can end is more than its bound tells. */
const cancels = (name: string, terms: readonly number[], format: FloatFormat): boolean =>
  name === 'ReduceLogSum' && [1, -1].every((sign) => terms.includes(sign * largestFinite(format)));

const kinds = reductions.flatMap(({ name }) => floatNames.map((dtype) => ({ name, dtype })));

it.each(kinds)('$name of $dtype', ({ name, dtype }) => {
  const format = formatOf(dtype);
  const findings = rowsOf(format).flatMap((terms) => {
    const acceptance = row(name, dtype, terms);
    const answers = answersOf(name, terms, format);
    const given = new Set([...answers, Number(acceptance.best)].map(classOf));
    const refused = [...answers].filter((x) => !acceptance.judge(x).accepted);
    const accepted = cancels(name, terms, format) ? [] : [...acceptedClasses(acceptance)];
    const unheard = accepted.filter((one) => !given.has(one));
    return [
      ...refused.map((x) => `${name} [${terms}]: ${x} is refused`),
      ...unheard.map((one) => `${name} [${terms}]: ${one} is accepted, and no machine gives it`),
    ];
  });
  expect(findings).toEqual([]);
});
