import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';
import { linesOver, range } from '../../arrays/lines.ts';
import { cancellingForms, overflowing } from '../../judge/other-ways.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, remembered, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';

/** How the sum of the squares of a window is made, and the quotient of it. */
interface LrnFormula {
  /** of the squares of all channels, those from `first` to `last` */
  readonly sum: <S>(a: Arithmetic<S>, xs: readonly S[], first: number, last: number) => S;
  readonly share: <S>(a: Arithmetic<S>, alpha: S, size: S, sum: S) => S;
  readonly quotient: <S>(a: Arithmetic<S>, x: S, base: S, beta: S) => S;
  /** what is raised to the power, in which squares may leave the range */
  readonly range: RangeLimit;
}

const definition: LrnFormula = {
  sum: (a, xs, first, last) => a.dot(xs.slice(first, last + 1), xs.slice(first, last + 1)),
  share: (a, alpha, size, sum) => a.multiply(a.divide(alpha, size), sum),
  quotient: (a, x, base, beta) => a.divide(x, a.power(base, beta)),
  range: 'held',
};

/** A window that slides: what enters is added, what leaves is subtracted, so that digits of the rest are lost. */
const sliding: LrnFormula['sum'] = (a, xs, first, last) => {
  const squares = xs.slice(0, last + 1).map((x) => a.multiply(x, x));
  return a.sum([...squares, ...squares.slice(0, first).map((square) => a.negate(square))]);
};
const byPower: LrnFormula['quotient'] = (a, x, base, beta) => a.multiply(x, a.power(base, a.negate(beta)));

/** LRN: each element over a power of the mean of the squares of the channels around it, at its place. */
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
    ...overflowing(normalizedBy({ ...definition, range: 'spilled' })),
  ],
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Each element is divided by a power of what its neighbours in other channels come to.'),
      says(
        'window',
        'The window has floor((size-1)/2) channels before and ceil((size-1)/2) after, as far as there are so many.',
      ),
      says('size', 'Alpha is divided by size, also where the window is cut off.', 'attribute size'),
      says('parameters', 'bias is added before, beta is the exponent.', 'attributes'),
      says('any-rank', 'There may be any number of dimensions after the channels.', 'input X'),
      implies(
        'special-values',
        'NaN makes of all whose window it is in NaN; an infinity makes 0 of the others.',
        ieee754('6.1, 6.2'),
      ),
    ];
  },
  rules: (schema) => [rule('invalid-window', 'size is a number of channels.', 'attribute size', schema)],
});

function normalizedBy(way: LrnFormula): Evaluate {
  return (a, node) => {
    const x = node.input(0);
    const size = node.number('size');
    if (x.dims.length < 2) throw new BadInput(`[${x.dims}] has no instances of channels`);
    if (size < 1) throw new BadInput(`a window of ${size} channels`);
    const lines = linesOver(x.dims, [1]);
    const [before, after] = [Math.floor((size - 1) / 2), Math.ceil((size - 1) / 2)];
    const [alpha, beta, bias] = ['alpha', 'beta', 'bias'].map((name) => a.from(a.of(node.number(name))));
    const line = remembered(lines.count, (number) =>
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
