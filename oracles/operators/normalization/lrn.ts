import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';
import { linesOver, range } from '../../arrays/lines.ts';
import { cancellingForms, overflowingAlternatives } from '../../judge/other-ways.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';

/** A way to compute the sum of the squares in a window, and the quotient. */
interface LrnFormula {
  /** the sum of the squares of the channels from `first` to `last` */
  readonly sum: <S>(a: Arithmetic<S>, xs: readonly S[], first: number, last: number) => S;
  /** alpha / size · sum */
  readonly share: <S>(a: Arithmetic<S>, alpha: S, size: S, sum: S) => S;
  /** x / base^beta */
  readonly quotient: <S>(a: Arithmetic<S>, x: S, base: S, beta: S) => S;
  /** whether the base of the power may leave the range */
  readonly range: RangeLimit;
}

const definition: LrnFormula = {
  sum: (a, xs, first, last) => a.dot(xs.slice(first, last + 1), xs.slice(first, last + 1)),
  share: (a, alpha, size, sum) => a.multiply(a.divide(alpha, size), sum),
  quotient: (a, x, base, beta) => a.divide(x, a.power(base, beta)),
  range: 'held',
};

/** A sliding window: entering squares are added and leaving ones subtracted, so digits of the others are lost. */
const sliding: LrnFormula['sum'] = (a, xs, first, last) => {
  const squares = xs.slice(0, last + 1).map((x) => a.multiply(x, x));
  return a.sum([...squares, ...squares.slice(0, first).map((square) => a.negate(square))]);
};
const byPower: LrnFormula['quotient'] = (a, x, base, beta) => a.multiply(x, a.power(base, a.negate(beta)));

/** LRN: divides each element by (bias + alpha/size · Σx²)^beta, where the sum is over the channels around it. */
export const lrn = define({
  name: 'LRN',
  family: 'normalization',
  definition: 'y = x / (bias + alpha/size · Σx²)^beta',
  evaluate: normalizedBy(definition),
  algorithms: [
    { ...definition, share: (a, alpha, size, sum) => a.divide(a.multiply(alpha, sum), size) } satisfies LrnFormula,
    { ...definition, quotient: byPower },
  ].map(normalizedBy),
  alternatives: () => [
    ...cancellingForms([normalizedBy({ ...definition, sum: sliding, quotient: byPower })]),
    ...overflowingAlternatives(normalizedBy({ ...definition, range: 'spilled' })),
  ],
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Each element is divided by (bias + alpha/size · Σx²)^beta over the channels around it.'),
      says(
        'window',
        'The window has floor((size-1)/2) channels before and ceil((size-1)/2) after, cut off at the ends.',
      ),
      says('size', 'Alpha is divided by size, even if the window is cut off.', 'attribute size'),
      says('parameters', 'bias is added before the power, and beta is its exponent.', 'attributes'),
      says('any-rank', 'There may be any number of dimensions after the channels.', 'input X'),
      implies(
        'special-values',
        'Every element with NaN in its window becomes NaN; an infinity turns the others in its window into 0.',
        ieee754('6.1, 6.2'),
      ),
    ];
  },
  rules: (schema) => [rule('invalid-window', 'size is at least 1.', 'attribute size', schema)],
});

function normalizedBy(way: LrnFormula): Evaluate {
  return (a, node) => {
    const x = node.input(0);
    const size = node.number('size');
    if (x.dims.length < 2) throw new BadInput(`data [${x.dims}] have no dimension of channels`);
    if (size < 1) throw new BadInput(`attribute size is ${size}; it must be 1 or more`);
    const lines = linesOver(x.dims, [1]);
    const [before, after] = [Math.floor((size - 1) / 2), Math.ceil((size - 1) / 2)];
    const [alpha, beta, bias] = ['alpha', 'beta', 'bias'].map((name) => a.from(a.of(node.number(name))));
    const line = memoized(lines.count, (number) =>
      range(lines.length).map((place) => x.at(lines.index(number, place))),
    );
    return [
      values(x.dtype, x.dims, (index) => {
        const [xs, channel] = [line(lines.lineOf(index)), lines.placeOf(index)];
        const sum = way.sum(a, xs, Math.max(0, channel - before), Math.min(lines.length - 1, channel + after));
        const base = a[way.range](a.add(bias!, way.share(a, alpha!, a.of(size), sum)));
        return way.quotient(a, xs[channel]!, base, beta!);
      }),
    ];
  };
}
