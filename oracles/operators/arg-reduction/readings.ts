import type { Reading } from '../../acceptance/index-acceptance.ts';
import { observe } from '../../acceptance/policy.ts';
import type { NumericScalar } from '../../numerics/trait.ts';
import type { ArgReduction, Occurrence } from './axis.ts';

/** A strict order of numbers; false for equal ones. */
export type Beats = (a: NumericScalar, b: NumericScalar) => boolean;

/**
 * Where the extreme element of a slice stands: the occurrence that the version admits, under every treatment of NaN that
 * can be defended. Comparisons are of values, so zeros of either sign are equal.
 * @param values at least one
 */
export function readingsOf(
  values: readonly NumericScalar[],
  beats: Beats,
  occurrences: ArgReduction['occurrences'],
): Reading[] {
  const places = [...values.keys()];
  const nans = places.filter((k) => Number.isNaN(values[k]));
  const numbers = nans.length === 0 ? places : places.filter((k) => !Number.isNaN(values[k]));
  const extremes = extremesOf(numbers, values, beats);
  // a search that passes over NaN ends where it began if nothing else comes
  const numbersOnly = occurrences.map(
    (occurrence): Reading => ({
      index: at(extremes.length > 0 ? extremes : places, occurrence),
      choices: occurrences.length > 1 ? [observe('tie-index', occurrence)] : [],
    }),
  );
  if (nans.length === 0) return numbersOnly;
  const [recommended] = occurrences;
  const both = [recommended, recommended === 'first' ? 'last' : 'first'] as const;
  return [
    ...both.map((occurrence) => ({
      index: at(nans, occurrence),
      choices: [observe('nan-index', 'propagates'), observe('nan-occurrence', occurrence)],
    })),
    ...numbersOnly.map(({ index, choices }) => ({ index, choices: [observe('nan-index', 'ignored'), ...choices] })),
  ];
}

/** The places of the values that none of the others beats. */
function extremesOf(places: readonly number[], values: readonly NumericScalar[], beats: Beats): number[] {
  let extremes: number[] = [];
  for (const k of places) {
    const [best = k] = extremes;
    if (beats(values[k]!, values[best]!)) extremes = [k];
    else if (!beats(values[best]!, values[k]!)) extremes.push(k);
  }
  return extremes;
}

const at = (places: readonly number[], occurrence: Occurrence): number =>
  occurrence === 'first' ? places[0]! : places.at(-1)!;
