import { type Exact, Undecided } from '../arithmetic/exact.ts';
import type { Format, IntegerFormat } from '../numerics/dtype.ts';
import { formatOf, integerRange } from '../numerics/dtype.ts';
import type { Scalar } from '../numerics/trait.ts';
import { type ElementAcceptance, type ElementVerdict, exactly } from './acceptance.ts';
import { type Choosing, decided, openAmong } from './decided.ts';
import { type Observation, observe } from './policy.ts';

/** What computes an element, and what else may. */
export interface ComputedInteger {
  readonly exact: (bits: number) => Exact;
  readonly alternatives: readonly {
    readonly choice: Observation;
    readonly otherwise: Observation;
    readonly exact: (bits: number) => Exact;
  }[];
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
      alternatives.map(({ otherwise }) => otherwise),
    ),
    ...alternatives.flatMap((other) => candidatesOf(other.exact, type, [other.choice])),
  ];
  const values = new Set(candidates.map(({ value }) => value));
  const best = candidates[0]!.value ?? 0n;
  const single = values.size === 1 && !values.has(undefined);
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
      if (matching.length === 0) {
        const allowed = [...values].map(String).join(' or ');
        return { accepted: false, exact: String(best), allowed, open: single ? [] : openAmong(candidates) };
      }
      const { tier: _, ...anyValue } = exactly;
      return {
        ...(matching.every(({ value }) => value === undefined) ? anyValue : exactly),
        observations: single ? [] : decided(candidates, matching),
      };
    },
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
      if (typeof value === 'number') return value === 0 ? 0n : undefined;
      const { m, e } = value.lo;
      if (e < 0 && m & ((1n << BigInt(-e)) - 1n)) throw new Error('a kernel of integers leaves a fraction');
      return e < 0 ? m >> BigInt(-e) : m << BigInt(e);
    } catch (error) {
      if (!(error instanceof Undecided) || bits > 2 ** 14) throw error;
    }
  }
}
