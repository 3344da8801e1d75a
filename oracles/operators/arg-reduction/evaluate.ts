import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { flagOf } from '../../spec/attributes.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { slicesOf } from '../reduction/slices.ts';
import { type Occurrence, occurrencesOf, reducedDimension } from './axis.ts';

/** Returns whether x is closer to the wanted extreme than y; false for equal ones and with NaN. */
export type Exceeds = <S>(a: Arithmetic<S>, x: S, y: S) => S;

/** The choices that the text leaves open for a search. */
interface Search {
  /** which of several equal extremes is meant */
  readonly occurrence: Occurrence;
  /** which NaN is the extreme, that NaN is ignored, or that only a leading NaN stays */
  readonly nan: Occurrence | 'ignored' | 'if-first';
  /** the search starts with the worst number at the first index, which stays if nothing is better */
  readonly beginsOutside?: true;
}

/** The worst infinity for a search. */
function worst<S>(a: Arithmetic<S>, exceeds: Exceeds): S {
  const [least, most] = [a.of(Number.NEGATIVE_INFINITY), a.of(Number.POSITIVE_INFINITY)];
  return a.select(exceeds(a, most, least), least, most);
}

/** Returns the index of the extreme of each slice, in any arithmetic; by default as the version recommends, with NaN as an extreme. */
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
    /** returns whether a later number replaces the best one before it */
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
