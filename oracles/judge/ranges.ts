import { type DType, formatOf } from '../numerics/dtype.ts';
import { orderingOf } from '../numerics/order.ts';
import { isRepresentable, roundDouble } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import type { ElementAcceptance } from './acceptance.ts';
import type { Observation } from './policy.ts';
import type { Tier } from './tier.ts';

/** Values of a dtype with the same verdict, from `from` to `to`, both included. A range from NaN to NaN is NaN. */
export interface AcceptedRange {
  readonly from: NumericScalar;
  readonly to: NumericScalar;
  /** absent if any value is accepted */
  readonly tier?: Tier;
  /** the choices that an answer in this range shows */
  readonly observations: readonly Observation[];
}

/**
 * Returns all accepted values of one element as disjoint ranges in ascending order: -0 before 0, infinities at the ends, NaN
 * last. The acceptance itself judges one value between each two breakpoints, so that the ranges always agree with it.
 * @throws RangeError for complex numbers and strings, which have no order
 */
export function acceptedRanges(acceptance: ElementAcceptance, dtype: DType): readonly AcceptedRange[] {
  const { first, last, positionOf, valueAt } = orderingOf(dtype);
  const format = formatOf(dtype);
  const breakpoints = acceptance.breakpoints as readonly NumericScalar[];
  const numbers =
    format.kind === 'float'
      ? [...breakpoints, ...specials]
          .map((x) => roundDouble(Number(x), format))
          .filter((x) => !Number.isNaN(x) && isRepresentable(x, format))
      : [...breakpoints, 0n];
  const marks = [...new Set(numbers.map(positionOf))]
    .filter((mark) => first <= mark && mark <= last)
    .sort((a, b) => (a < b ? -1 : 1));
  const ranges: { -readonly [K in keyof AcceptedRange]: AcceptedRange[K] }[] = [];
  let end: bigint | undefined; // of the last range
  const add = (from: bigint, to: bigint) => {
    if (to < from) return;
    const verdict = acceptance.judge(valueAt(from));
    if (!verdict.accepted) return;
    const { tier, observations } = verdict;
    const before = ranges.at(-1);
    if (before && end === from - 1n && before.tier === tier && sameChoices(before.observations, observations)) {
      before.to = valueAt(to);
    } else {
      ranges.push({ from: valueAt(from), to: valueAt(to), ...(tier && { tier }), observations });
    }
    end = to;
  };
  let next = first;
  for (const mark of marks) {
    add(next, mark - 1n);
    add(mark, mark);
    next = mark + 1n;
  }
  add(next, last);
  const nan = format.kind === 'float' && format.hasNaN ? acceptance.judge(Number.NaN) : undefined;
  if (nan?.accepted) {
    const { tier, observations } = nan;
    ranges.push({ from: Number.NaN, to: Number.NaN, ...(tier && { tier }), observations });
  }
  return ranges;
}

/** Values whose verdicts may differ from those of their neighbours. */
const specials = [Number.NEGATIVE_INFINITY, -0, 0, Number.POSITIVE_INFINITY];

function sameChoices(a: readonly Observation[], b: readonly Observation[]): boolean {
  return a.length === b.length && a.every((one, i) => one.policy === b[i]!.policy && one.choice === b[i]!.choice);
}
