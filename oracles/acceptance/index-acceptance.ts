import type { Scalar } from '../numerics/trait.ts';
import { type ElementAcceptance, exactly } from './acceptance.ts';
import { type Choosing, decided, openAmong } from './decided.ts';
import { observe } from './policy.ts';

/** An index that is right under some choices of policies; without choices it is right in any case. */
export interface Reading extends Choosing {
  readonly index: number;
}

/**
 * The acceptance of one index: it has to be that of a reading. An index is exact or wrong, there is nothing between.
 * @param readings at least one, the recommended one first
 */
export function indexAcceptance(readings: readonly Reading[]): ElementAcceptance {
  const best = readings[0]!.index;
  const single = readings.every(({ index }) => index === best);
  return {
    best: BigInt(best),
    orderFree: single,
    landmarks: readings.map(({ index }) => BigInt(index)),
    judge: (got: Scalar) => {
      const matching = readings.filter(({ index }) => BigInt(index) === got);
      if (matching.length === 0) {
        const open = single ? [] : openAmong(readings);
        return { accepted: false, exact: String(best), allowed: inWords(readings, single), open };
      }
      return single ? exactly : { ...exactly, observations: decided(readings, matching) };
    },
  };
}

/** Where there is no element to name: every index stands, and is recorded. */
export const anyIndex: ElementAcceptance = {
  best: 0n,
  orderFree: false,
  landmarks: [0n],
  judge: (got) => ({
    accepted: true,
    errorOverBound: 0,
    vacuous: false,
    observations: [observe('empty-index', got === 0n ? '0' : 'another value')],
  }),
};

/** "2", or "1 (tie-index: first) or 4 (tie-index: last)". */
function inWords(readings: readonly Reading[], single: boolean): string {
  if (single) return String(readings[0]!.index);
  const indices = [...new Set(readings.map(({ index }) => index))];
  return indices
    .map((index) => {
      const [first] = readings.filter((reading) => reading.index === index);
      return `${index} (${first!.choices.map(({ policy, choice }) => `${policy}: ${choice}`).join(', ')})`;
    })
    .join(' or ');
}
