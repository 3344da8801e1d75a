import { type ElementAcceptance, formatScalar } from '../../oracles/judge/acceptance.ts';
import type { Observation } from '../../oracles/judge/policy.ts';
import { type AcceptedRange, acceptedRanges } from '../../oracles/judge/ranges.ts';
import { type DType, formatOf, isReal } from '../../oracles/numerics/dtype.ts';
import { orderingOf } from '../../oracles/numerics/order.ts';
import type { NumericScalar, Scalar } from '../../oracles/numerics/trait.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import { Printable } from './printing.ts';

/** The accepted values of one element of an output. */
export class Allowed extends Printable {
  readonly #acceptance: ElementAcceptance;
  readonly #dtype: DType;
  #ranges: readonly AcceptedRange[] | undefined;

  constructor(acceptance: ElementAcceptance, dtype: DType) {
    super();
    this.#acceptance = acceptance;
    this.#dtype = dtype;
  }

  /** the exact value, rounded once: integers and booleans as bigints, 16-bit floats as numbers */
  get best(): Scalar {
    return this.#acceptance.best;
  }

  /** Whether a value is accepted. */
  admits(value: Scalar): boolean {
    return this.#acceptance.judge(value).accepted;
  }

  /** The accepted ranges in ascending order, NaN last; `undefined` for complex numbers and strings, which have no order. */
  get ranges(): readonly AcceptedRange[] | undefined {
    if (!isReal(this.#dtype)) return undefined;
    this.#ranges ??= acceptedRanges(this.#acceptance, this.#dtype);
    return this.#ranges;
  }

  /** Describes the accepted values: "1.5", "1.5, within 3e-7", "NaN, or 2 if nan-in-extremum=ignored". */
  toString(): string {
    const { best, ranges } = this;
    if (!ranges)
      return this.#acceptance.isExactInAnyOrder
        ? formatScalar(best)
        : `${formatScalar(best)}, or another text of the same number`;
    return describeRanges(best as NumericScalar, ranges, this.#dtype);
  }
}

/** Neighbouring ranges of one choice, of any tiers. */
interface ChoiceInterval {
  readonly from: NumericScalar;
  readonly to: NumericScalar;
  readonly choice: string;
}

function describeRanges(best: NumericScalar, ranges: readonly AcceptedRange[], dtype: DType): string {
  const { first, last, positionOf, valueAt } = orderingOf(dtype);
  const follows = (a: NumericScalar, b: NumericScalar) =>
    !Number.isNaN(a) && !Number.isNaN(b) && positionOf(b) - positionOf(a) === 1n;
  const merged = (choiceOf: (seen: readonly Observation[]) => string): ChoiceInterval[] => {
    const intervals: ChoiceInterval[] = [];
    for (const { from, to, observations } of ranges) {
      const choice = choiceOf(observations);
      const before = intervals.at(-1);
      if (before?.choice === choice && follows(before.to, from)) intervals.splice(-1, 1, { ...before, to });
      else intervals.push({ from, to, choice });
    }
    return intervals;
  };
  const [all] = merged(() => '');
  const isAnyNumber = all && Object.is(all.from, valueAt(first)) && Object.is(all.to, valueAt(last));
  if (isAnyNumber && (!hasNaN(dtype) || Number.isNaN(ranges.at(-1)!.to))) {
    const policies = new Set(ranges.flatMap(({ observations }) => observations.map(({ policy }) => policy)));
    return policies.size > 0 ? `anything (${[...policies].join(', ')})` : 'anything';
  }
  const intervals = merged((seen) => seen.map(({ policy, choice }) => `${policy}=${choice}`).join(', '));
  const own = intervals.find((one) => holds(one, best));
  // for a choice that only widens the interval, the greatest distance is sufficient
  const widens = (one: ChoiceInterval) =>
    own !== undefined &&
    one.choice !== '' &&
    reachOf(best, one) > 0 &&
    (follows(own.to, one.from) || follows(one.to, own.from));
  const [wider, others] = [intervals.filter(widens), intervals.filter((one) => one !== own && !widens(one))];
  const words = [
    ...(own ? [describeInterval(best, own)] : []),
    ...[...groupBy(wider, ({ choice }) => choice)].map(([choice, some]) => {
      const reach = Math.max(...some.map((one) => reachOf(best, one)));
      return `within ${roundedUp(reach)} if ${choice}`;
    }),
    ...others.map((one) => `${span(one)}${one.choice && ` if ${one.choice}`}`),
  ];
  return words.join(', or ');
}

function hasNaN(dtype: DType): boolean {
  const format = formatOf(dtype);
  return format.kind === 'float' && format.hasNaN;
}

/** Returns the distance of a float from the farther end of an interval; 0 if it is not a number. */
function reachOf(best: NumericScalar, { from, to }: ChoiceInterval): number {
  if (typeof best === 'bigint') return 0;
  const reach = Math.max(best - Number(from), Number(to) - best);
  return Number.isFinite(reach) ? reach : 0;
}

function holds({ from, to }: ChoiceInterval, x: NumericScalar): boolean {
  if (Number.isNaN(x) || Number.isNaN(from)) return Object.is(from, x);
  return (from < x && x < to) || Object.is(from, x) || Object.is(to, x);
}

function span({ from, to }: ChoiceInterval): string {
  if (Object.is(from, to)) return formatScalar(from);
  return from === 0 && to === 0 ? '0 of either sign' : `between ${formatScalar(from)} and ${formatScalar(to)}`;
}

/** Describes an interval by its longer side, rounded up: "1.5, within 3e-7". */
function describeInterval(best: NumericScalar, interval: ChoiceInterval): string {
  const { from, to } = interval;
  if (Object.is(from, to)) return formatScalar(best);
  const reach = Math.max(Number(best) - Number(from), Number(to) - Number(best));
  if (!Number.isFinite(reach) || typeof best === 'bigint') return `${formatScalar(best)}, or ${span(interval)}`;
  return reach === 0 ? `${formatScalar(best)} of either sign` : `${formatScalar(best)}, within ${roundedUp(reach)}`;
}

/** Formats a number rounded up to two digits. */
function roundedUp(x: number): string {
  const text = x.toPrecision(2);
  const digits = Number(text) >= x ? Number(text) : Number((x + 10 ** (Math.floor(Math.log10(x)) - 1)).toPrecision(2));
  return digits < 1e-3 ? digits.toExponential() : String(digits);
}
