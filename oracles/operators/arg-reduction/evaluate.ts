import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { flagOf } from '../../spec/attributes.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { slicesOf } from '../reduction/slices.ts';
import { type Occurrence, occurrencesOf, reducedDimension } from './axis.ts';

/** Whether x is nearer to the wanted extreme than y; false for equal ones and with NaN. */
export type Exceeds = <S>(a: Arithmetic<S>, x: S, y: S) => S;

/** What the text leaves open of a search. */
interface Search {
  /** which of several equal extremes is meant */
  readonly occurrence: Occurrence;
  /** which NaN is the extreme where there is one, that it is passed over, or that it stays where the search begins alone */
  readonly nan: Occurrence | 'ignored' | 'if-first';
  /** it begins outside, with the worst number and the first place, which stays where nothing is better */
  readonly beginsOutside?: true;
}

/** The infinity that no number is worse than. */
function worst<S>(a: Arithmetic<S>, exceeds: Exceeds): S {
  const [least, most] = [a.of(Number.NEGATIVE_INFINITY), a.of(Number.POSITIVE_INFINITY)];
  return a.select(exceeds(a, most, least), least, most);
}

/** The place of the extreme of each slice, in any reading of scalars; by default as the version recommends, and NaN is one. */
export const searchSlices =
  (exceeds: Exceeds, search?: Search): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { version } = node;
    const data = node.input(0);
    const reduced = reducedDimension(version, node, data.dims.length);
    const { dims, starts, offsets } = slicesOf(data.dims, reduced, flagOf(version, node, 'keepdims'));
    const [no, yes] = [a.of(0), a.of(1)];
    const [recommended] = occurrencesOf(version, node);
    const { occurrence, nan, beginsOutside } = search ?? { occurrence: recommended, nan: recommended };
    const isFirst = occurrence === 'first';
    /** whether a later number takes the place of the best one before it */
    const isBetter = (x: S, best: S): S => (isFirst ? exceeds(a, x, best) : a.select(exceeds(a, best, x), no, yes));
    const replaces = (x: S, best: S): S => {
      const [xIsNaN, bestIsNaN] = [a.isNaN(x), a.isNaN(best)];
      if (nan === 'if-first') return a.select(a.select(xIsNaN, yes, bestIsNaN), no, isBetter(x, best));
      return nan === 'ignored'
        ? a.select(xIsNaN, isFirst ? no : bestIsNaN, a.select(bestIsNaN, yes, isBetter(x, best)))
        : a.select(bestIsNaN, nan === 'first' ? no : xIsNaN, a.select(xIsNaN, yes, isBetter(x, best)));
    };
    const takesPlace = formatOf(data.dtype).kind === 'float' ? replaces : isBetter;
    return [
      values('int64', dims, (output) => {
        const at = (k: number): S => data.at(starts[output]! + offsets[k]!);
        let index = no;
        if (offsets.length === 0) return index;
        let best = beginsOutside ? worst(a, exceeds) : at(0);
        for (let k = beginsOutside ? 0 : 1; k < offsets.length; k++) {
          const x = at(k);
          const takes = takesPlace(x, best);
          index = a.select(takes, a.of(k), index);
          best = a.select(takes, x, best);
        }
        return index;
      }),
    ];
  };
