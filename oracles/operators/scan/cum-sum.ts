import { linesAlong, range } from '../../arrays/lines.ts';
import { placeOfAxis } from '../../attributes.ts';
import { clausesOf, ieee754, numpy } from '../../clauses.ts';
import { define } from '../../define.ts';
import { values } from '../../node.ts';
import { floatDTypes } from '../../numerics/dtype.ts';

/** CumSum: the sum of the first j elements along an axis, of j-1 if `exclusive`; from the end if `reverse`. */
export const cumSum = define({
  name: 'CumSum',
  family: 'scan',
  definition: 'yⱼ = Σ xᵢ over i ≤ j',
  axes: [{ name: 'axis', since: 11 }],
  evaluate(a, node) {
    const x = node.input(0);
    const lines = linesAlong(x.dims, placeOfAxis(node.integer(1), x.dims.length));
    const isReversed = node.number('reverse') === 1;
    const isExclusive = node.number('exclusive') === 1;
    return [
      values(x.dtype, x.dims, (index) => {
        const [line, end] = [lines.lineOf(index), lines.placeOf(index)];
        const before = isReversed ? range(lines.length).slice(end + 1) : range(end);
        return a.sum([...before, ...(isExclusive ? [] : [end])].map((place) => x.at(lines.index(line, place))));
      }),
    ];
  },
  clauses(schema) {
    const { says, implies } = clausesOf('CumSum', schema);
    return [
      says('definition', 'The j-th element is the sum of the first j along the axis.'),
      says('axes', 'Sums go along the axis that is given, of any rank.', 'input axis'),
      says('reverse', 'With reverse=1 sums begin at the last element.', 'attribute reverse'),
      says('exclusive', 'With exclusive=1 the element itself is left out: the first sum is 0.', 'attribute exclusive'),
      implies('any-length', 'Every element is added, however many there are.', numpy('cumsum')),
      implies('size-zero', 'Without elements the output has none.', numpy('cumsum')),
      implies(
        'accuracy',
        'Rounding errors stay within the proven bound of a sum in the type itself, in any order.',
        ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/acceptance.md'),
        floatDTypes,
      ),
      implies(
        'special-values',
        'An infinity or NaN shows from its place on, and not before.',
        ieee754('6 and 7'),
        floatDTypes,
      ),
    ];
  },
});
