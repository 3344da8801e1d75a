import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { flagOf } from '../../attributes.ts';
import { type Evaluate, type Node, values } from '../../node.ts';
import { slicesOf } from '../reduction/slices.ts';
import { type Occurrence, occurrencesOf, reducedDimension } from './axis.ts';

/** Whether x is nearer to the wanted extreme than y; false with NaN. */
export type Exceeds = <S>(a: Arithmetic<S>, x: S, y: S) => S;

/** What the text leaves open of a search. */
interface Search {
  /** which of several equal extremes is meant; what the version recommends if absent */
  readonly occurrence?: Occurrence;
  /** a NaN is the extreme; else it is passed over */
  readonly nanWins: boolean;
}

/** The place of the extreme of each slice, in any reading of scalars. */
export const searchSlices =
  (exceeds: Exceeds, { nanWins, occurrence }: Search): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { version } = node;
    const data = node.input(0);
    const reduced = reducedDimension(version, node, data.dims.length);
    const { dims, starts, offsets } = slicesOf(data.dims, reduced, flagOf(version, node, 'keepdims'));
    const [no, yes] = [a.of(0), a.of(1)];
    const isFirst = (occurrence ?? occurrencesOf(version, node)[0]) === 'first';
    /** whether a later element takes the place of the best one before it */
    const replaces = (x: S, best: S): S => {
      const ofNumbers = isFirst ? exceeds(a, x, best) : a.select(exceeds(a, best, x), no, yes);
      const [xIsNaN, bestIsNaN] = [a.isNaN(x), a.isNaN(best)];
      return nanWins
        ? a.select(bestIsNaN, isFirst ? no : xIsNaN, a.select(xIsNaN, yes, ofNumbers))
        : a.select(xIsNaN, no, a.select(bestIsNaN, yes, ofNumbers));
    };
    return [
      values('int64', dims, (output) => {
        const slice = Array.from(offsets, (offset) => data.at(starts[output]! + offset));
        let index = no;
        let best = slice[0] as S;
        for (const [k, x] of slice.entries()) {
          const isBetter = k === 0 ? no : replaces(x, best);
          index = a.select(isBetter, a.of(k), index);
          best = a.select(isBetter, x, best);
        }
        return index;
      }),
    ];
  };
