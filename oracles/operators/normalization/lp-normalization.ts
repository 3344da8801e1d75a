import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';
import { rsqrtAccuracy } from '../../arithmetic/functions.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { overflowingAlternatives } from '../../judge/other-ways.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, values } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { sentenceOf } from '../../spec/source.ts';
import { limitVariance } from './standardize.ts';

/** Divides the elements of a line by their norm of order p. The sum in the norm may leave the range if the limit is `spilled`. */
type NormFormula = <S>(a: Arithmetic<S>, xs: readonly S[], p: number, limit: RangeLimit) => readonly S[];

const normOf = <S>(a: Arithmetic<S>, xs: readonly S[], p: number, limit: RangeLimit): S =>
  p === 1 ? limitVariance(a, a.sum(xs.map((x) => a.abs(x))), limit) : a.sqrt(limitVariance(a, a.dot(xs, xs), limit));

/** Returns `of(x)` for each x; if the norm is 0, `zero(x)`, or +0 by default. */
const unlessZero = <S>(
  a: Arithmetic<S>,
  norm: S,
  xs: readonly S[],
  of: (x: S) => S,
  zero?: (x: S) => S,
): readonly S[] => {
  const isZero = a.equal(norm, a.of(0));
  return xs.map((x) => a.select(isZero, zero ? zero(x) : a.of(0), of(x)));
};

const quotients: NormFormula = (a, xs, p, limit) => {
  const norm = normOf(a, xs, p, limit);
  return unlessZero(a, norm, xs, (x) => a.divide(x, norm));
};
const products: NormFormula = (a, xs, p, limit) => {
  const norm = normOf(a, xs, p, limit);
  const inverse = a.divide(a.of(1), norm);
  const either = p === 1 ? inverse : a.within(inverse, rsqrtAccuracy);
  return unlessZero(
    a,
    norm,
    xs,
    (x) => a.multiply(x, either),
    (x) => x,
  );
};
/** Divides by the greatest magnitude first, so that the greatest element becomes ±1; not if it is infinite. */
const scaled: NormFormula = (a, xs, p, limit) => {
  const most = xs.map((x) => a.abs(x)).reduce(a.maximum, a.of(0));
  const unit = a.select(a.equal(most, a.of(Number.POSITIVE_INFINITY)), a.of(1), most);
  const shares = xs.map((x) => a.divide(x, unit));
  return unlessZero(a, most, quotients(a, shares, p, limit), (x) => x);
};

/** LpNormalization: divides x by the norm of its line, Σ|x| or √Σx². */
export const lpNormalization = define({
  name: 'LpNormalization',
  family: 'normalization',
  definition: 'y = x / ‖x‖ₚ',
  evaluate: lineByLine(quotients),
  algorithms: [lineByLine(products), lineByLine(scaled)],
  alternatives: () => overflowingAlternatives(lineByLine(quotients, 'spilled')),
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    const zero: Clause = {
      id: 'zero-norm',
      text: 'If all elements of a line are 0, so are those of the output.',
      source: sentenceOf(schema, 'summary', '1.21'),
      level: 'specified',
    };
    return [
      says('definition', 'Each line is divided by its norm.'),
      says('axes', 'Lines run along the dimension axis.', 'attribute axis'),
      says(
        'order',
        'With p=1, the norm is the sum of magnitudes; with p=2, the root of the sum of squares.',
        'attribute p',
      ),
      zero,
      implies('any-length', 'Every element of a line contributes, for any number of elements.', ieee754('4.3')),
      implies(
        'special-values',
        'A line that contains NaN becomes NaN; an infinity becomes NaN, and the other elements of its line 0.',
        ieee754('6.1, 6.2'),
      ),
    ];
  },
  rules: (schema) => [rule('invalid-order', 'p is 1 or 2.', 'attribute p', schema)],
});

function lineByLine(ofLine: NormFormula, limit: RangeLimit = 'held'): Evaluate {
  return (a, node) => {
    const x = node.input(0);
    const p = node.number('p');
    if (p !== 1 && p !== 2) throw new BadInput(`attribute p is ${p}; it must be 1 or 2`);
    const lines = linesAlong(x.dims, node.axis('axis', x.dims.length));
    const results = memoized(lines.count, (line) =>
      ofLine(
        a,
        range(lines.length).map((place) => x.at(lines.index(line, place))),
        p,
        limit,
      ),
    );
    return [values(x.dtype, x.dims, (index) => results(lines.lineOf(index))[lines.placeOf(index)]!)];
  };
}
