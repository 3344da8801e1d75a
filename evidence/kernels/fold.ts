import { type FloatFormat, type Format, formatOf } from '../../oracles/numerics/dtype.ts';
import { type Definitions, definitions } from './definitions.ts';
import { givesIndices, type IndexChoices, indexIn } from './indices.ts';
import { fitting, floatMachine, type IntegerChoices, integerMachine, type Width } from './machine.ts';
import type { Stages } from './stages.ts';
import { type Summation, sequential } from './summation.ts';

/** What distinguishes the arithmetic of correct implementations. */
export interface Style {
  readonly summation: Summation;
  readonly integers: IntegerChoices;
  /** the type that floats are computed in; their own if absent */
  readonly accumulator?: (format: FloatFormat) => FloatFormat;
  /** algorithms for floats other than the definitions */
  readonly algorithms?: Definitions;
  /** the first NaN and the first of equal extremes if absent */
  readonly indices?: IndexChoices;
}

/** The arithmetic of an implementation. */
export function foldOf({
  summation,
  integers,
  accumulator,
  algorithms,
  indices = { nan: 'first', ties: 'first' },
}: Style): Stages['fold'] {
  const forFloats: Definitions = { ...definitions, ...algorithms };
  return (terms, extents, request) => {
    const { operator, dtype } = request;
    if (givesIndices(operator)) return indexIn(terms, request, indices);
    const format = formatOf(dtype);
    if (format.kind === 'float') {
      const machine = floatMachine(accumulator?.(format) ?? format, summation, extents);
      return forFloats[operator]!(machine, terms as readonly number[]);
    }
    const whole = wholeNumbers(format);
    if (operator === 'ReduceLogSumExp') return throughFloat64(operator, terms as readonly bigint[], whole, integers);
    const value = definitions[operator]!(integerMachine(whole, integers), terms as readonly bigint[]);
    return fitting(whole, integers.overflow)(value);
  };
}

/** Truth values are integers of one bit. */
export function wholeNumbers(format: Exclude<Format, FloatFormat>): Width {
  return format.kind === 'integer' ? format : { bits: 1, signed: false };
}

/** Integers have no exponentials of their own: the terms are converted, and the result is rounded back. */
function throughFloat64(
  operator: string,
  terms: readonly bigint[],
  format: Width,
  { rounding }: IntegerChoices,
): bigint {
  const x = definitions[operator]!(floatMachine(formatOf('float64'), sequential, []), terms.map(Number));
  return Number.isFinite(x) ? fitting(format, 'saturate')(BigInt(roundings[rounding](x))) : 0n;
}

/** Doubles rounded to integers. */
export const roundings: Readonly<Record<IntegerChoices['rounding'], (x: number) => number>> = {
  truncate: Math.trunc,
  floor: Math.floor,
  'nearest-even': (x) => {
    const floor = Math.floor(x);
    return x - floor > 0.5 || (x - floor === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  },
  'nearest-away': (x) => Math.sign(x) * Math.round(Math.abs(x)),
  'nearest-up': Math.round,
};
