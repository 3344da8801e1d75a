import { type Exact, Undecided } from '../arithmetic/exact.ts';
import type { Format, IntegerFormat } from '../numerics/dtype.ts';
import { formatOf, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import type { Scalar } from '../numerics/trait.ts';
import { type ElementAcceptance, type ElementVerdict, exactly } from './acceptance.ts';
import { type Choice, type Choosing, decided } from './decided.ts';
import { type Observation, observe } from './policy.ts';

/** What computes an element, and what else may. */
export interface ComputedInteger {
  readonly exact: (bits: number) => Exact;
  readonly alternatives: readonly (Choice & { readonly exact: (bits: number) => Exact })[];
}

/** An integer that may stand there under some choices; none: any integer may. */
interface Candidate extends Choosing {
  readonly value: bigint | undefined;
}

const truthValues: IntegerFormat = { ...formatOf('uint8'), bits: 1 };

/**
 * The acceptance of an integer, or truth value, that kernels compute: the true value if it fits the type, else what it is
 * modulo two to the number of bits, or the nearest one.
 */
export function computedInteger({ exact, alternatives }: ComputedInteger, format: Format): ElementAcceptance {
  const type = format.kind === 'integer' ? format : truthValues;
  const candidates: readonly Candidate[] = [
    ...candidatesOf(
      exact,
      type,
      alternatives.flatMap(({ otherwise }) => otherwise),
    ),
    ...alternatives.flatMap((other) => candidatesOf(other.exact, type, other.choices)),
  ];
  const values = [...new Set(candidates.map(({ value }) => value))];
  const best = values[0] ?? 0n;
  const single = values.length === 1 && values[0] !== undefined;
  return {
    best,
    orderFree: single,
    landmarks: candidates.map(({ value }) => value ?? 0n),
    fault: () =>
      candidates.some(({ choices }) => choices.some(({ policy }) => policy === 'integer-overflow'))
        ? 'integer-overflow'
        : 'value',
    judge(answer: Scalar): ElementVerdict {
      const matching = candidates.filter(({ value }) => value === undefined || value === BigInt(answer as bigint));
      if (matching.length === 0) return { accepted: false, exact: String(best), ...admittedValues(candidates) };
      const { tier: _, ...anyValue } = exactly;
      return {
        ...(matching.every(({ value }) => value === undefined) ? anyValue : exactly),
        observations: single ? [] : decided(candidates, matching),
      };
    },
  };
}

/** "2", or "1 (tie-index: first) or 4 (tie-index: last)", and the policies that are told of. */
function admittedValues(candidates: readonly Candidate[]): { readonly allowed: string; readonly open: string[] } {
  const values = [...new Set(candidates.map(({ value }) => value))];
  const told = values.map((one) => ({
    one,
    choices: decided(
      candidates,
      candidates.filter(({ value }) => value === one),
    ),
  }));
  const inWords = ({ policy, choice }: Observation) => `${policy}: ${choice}`;
  return {
    allowed: told
      .map(({ one, choices }) => (choices.length > 0 ? `${one} (${choices.map(inWords).join(', ')})` : `${one}`))
      .join(' or '),
    open: [...new Set(told.flatMap(({ choices }) => choices.map(({ policy }) => policy)))],
  };
}

function candidatesOf(
  exact: (bits: number) => Exact,
  type: IntegerFormat,
  choices: readonly Observation[],
): Candidate[] {
  const value = certainInteger(exact);
  if (value === undefined) return [{ value, choices }];
  const { min, max } = integerRange(type);
  if (min <= value && value <= max) return [{ value, choices }];
  const wrapped = type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
  return [
    { value: wrapped, choices: [...choices, observe('integer-overflow', 'wrap')] },
    { value: value < min ? min : max, choices: [...choices, observe('integer-overflow', 'saturate')] },
  ];
}

/** The integer that a kernel computes; `undefined` where it is none at all: NaN or an infinity. */
function certainInteger(exact: (bits: number) => Exact): bigint | undefined {
  for (let bits = 192; ; bits *= 2) {
    try {
      const value = exact(bits);
      if (typeof value === 'number') return Number.isFinite(value) ? BigInt(value) : undefined;
      const { m, e } = value.lo;
      if (e < 0 && m & ((1n << BigInt(-e)) - 1n)) throw new Error('a kernel of integers leaves a fraction');
      return d.toInteger(value.lo);
    } catch (error) {
      if (!(error instanceof Undecided) || bits > 2 ** 14) throw error;
    }
  }
}
