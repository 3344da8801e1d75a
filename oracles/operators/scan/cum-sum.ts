import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { flagOf, normalizeAxis } from '../../spec/attributes.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';

/** The words for a cumulative operator, and its result without elements. */
interface Combination {
  readonly word: 'sum' | 'product';
  readonly ofNothing: 0 | 1;
  readonly like: string;
}

/** Returns an operator that combines the first j elements along an axis; j-1 if `exclusive`; from the end if `reverse`. */
function cumulative(
  name: string,
  definition: string,
  { word, ofNothing, like }: Combination,
  combine: <S>(a: Arithmetic<S>, xs: readonly S[]) => S,
): Operator {
  return define({
    name,
    family: 'scan',
    definition,
    axes: [{ name: 'axis', since: 11 }],
    evaluate(a, node) {
      const x = node.input(0);
      const lines = linesAlong(x.dims, normalizeAxis(node.integer(1), x.dims.length));
      const isReversed = flagOf(node.version, node, 'reverse');
      const isExclusive = flagOf(node.version, node, 'exclusive');
      return [
        values(x.dtype, x.dims, (index) => {
          const [line, end] = [lines.lineOf(index), lines.placeOf(index)];
          const before = isReversed ? range(lines.length).slice(end + 1) : range(end);
          return combine(
            a,
            [...before, ...(isExclusive ? [] : [end])].map((place) => x.at(lines.index(line, place))),
          );
        }),
      ];
    },
    clauses(schema) {
      const { says, implies } = clausesOf(schema);
      return [
        says('definition', `The j-th element is the ${word} of the first j along the axis.`),
        says('axes', `The ${word}s run along the given axis, in a tensor of any rank.`, 'input axis'),
        says('reverse', `With reverse=1, the ${word}s begin at the last element.`, 'attribute reverse'),
        says(
          'exclusive',
          `With exclusive=1, the element itself is left out: the first ${word} is ${ofNothing}.`,
          'attribute exclusive',
        ),
        implies('any-length', 'Every element contributes, for any number of elements.', numpy(like)),
        implies('size-zero', 'The output of an empty tensor is empty.', numpy(like)),
        implies(
          'accuracy',
          `Rounding errors stay within the proven bound of a ${word} in the type itself, in any order.`,
          ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
          floatDTypes,
        ),
        implies(
          'special-values',
          'An infinity or NaN affects the results from its position on, and not before.',
          ieee754('6 and 7'),
          floatDTypes,
        ),
      ];
    },
  });
}

/** CumSum: running sums. */
export const cumSum = cumulative(
  'CumSum',
  'yⱼ = Σ xᵢ over i ≤ j',
  { word: 'sum', ofNothing: 0, like: 'cumsum' },
  (a, xs) => a.sum(xs),
);

/** CumProd: running products. */
export const cumProd = cumulative(
  'CumProd',
  'yⱼ = Π xᵢ over i ≤ j',
  { word: 'product', ofNothing: 1, like: 'cumprod' },
  (a, xs) => a.product(xs),
);
