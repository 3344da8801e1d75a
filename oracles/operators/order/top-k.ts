import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { holdsNaN, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { attributeOf, normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { memoized, values } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';

/** TopK: the k largest (or smallest) elements of each line in order, and their indices; the lower index first if they are equal. */
export const topK = define({
  name: 'TopK',
  family: 'order',
  definition: 'the k largest elements of each line, in order',
  axes: [{ name: 'axis', since: 11 }],
  evaluate(a, node) {
    const x = node.input(0);
    const axis = node.axis('axis', x.dims.length);
    const lines = linesAlong(x.dims, axis);
    const k = node.has('k') ? node.number('k') : node.integer(1);
    if (k < 1 || k > lines.length)
      throw new BadInput(`k is ${k}; it must be from 1 to ${lines.length}, the length of a line`);
    const isSorted = !node.has('sorted') || node.flag('sorted');
    if (!x.tensor && !isSorted && k > 1) throw new NotJudged('an order of rounded values that may be equal');
    const isLargest = !node.has('largest') || node.flag('largest');
    const counting = a.in('float64');
    const sorted = memoized(lines.count, (line) => {
      const xs = range(lines.length).map((place) => x.at(lines.index(line, place)));
      return { xs, ranks: ranksOf(counting, xs, isLargest) };
    });
    const dims = x.dims.with(axis, k);
    const found = linesAlong(dims, axis);
    type S = ReturnType<typeof a.of>;
    /** the value that `of` gives for the element whose rank is the index in the output */
    const withRank = (index: number, of: (xs: readonly S[]) => readonly S[]): S => {
      const { xs, ranks } = sorted(found.lineOf(index));
      const rank = counting.of(found.placeOf(index));
      return of(xs).reduce((best, one, i) => a.select(counting.equal(ranks[i]!, rank), one, best));
    };
    return [
      values(x.dtype, dims, (index) => withRank(index, (xs) => xs)),
      values('int64' as const, dims, (index) => withRank(index, (xs) => xs.map((_, i) => a.of(i)))),
    ];
  },
  refine(expected, version, call) {
    const [x, k] = call.inputs;
    if (k && k.dims.length !== 1) throw new BadInput(`K must be a list of one element; its shape is [${k.dims}]`);
    if (holdsNaN(x)) throw new NotJudged('an order of NaN');
    return attributeOf(version, call, 'sorted') === 0 ? inAnyOrder(expected, version, call) : expected;
  },
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The output contains the k largest elements of each line, in order, and their indices.'),
      says('axes', 'Lines run along the dimension axis.', 'attribute axis'),
      says('ties', 'If elements are equal, the one with the lower index comes first.'),
      says(
        'every-k',
        'k may be any number from 1 to the length of a line.',
        schema.since > 1 ? 'input K' : 'attribute k',
      ),
      says('any-length', 'Every element of a line is considered, at any position.'),
      ...(schema.since >= 11
        ? [
            says('smallest', 'With largest=0, the output contains the k smallest elements, the smallest first.'),
            says('unsorted', 'With sorted=0, the same elements and their indices may be in any order.'),
          ]
        : []),
      implies(
        'special-values',
        'Infinities, subnormal numbers and zeros are ordered as in IEEE 754.',
        ieee754('5.11'),
        floatDTypes,
      ),
    ];
  },
  rules: (schema) => [rule('invalid-k', 'k is not greater than the length of the lines.', 'outputs', schema)],
});

/** Returns the rank of each element of a line: the number of elements that come before it. */
function ranksOf<S>(a: Arithmetic<S>, xs: readonly S[], isLargest: boolean): readonly S[] {
  const isLess = (one: S, other: S) => (isLargest ? a.less(other, one) : a.less(one, other));
  return xs.map((x, i) => a.sum(xs.map((y, j) => (j < i ? a.subtract(a.of(1), isLess(x, y)) : isLess(y, x)))));
}

/** Returns outputs that accept the elements and indices in any order, if each index belongs to its element. */
function inAnyOrder(
  [elements, indices]: readonly ExpectedOutput[],
  version: OperatorVersion,
  { attributes, inputs }: Call,
): readonly ExpectedOutput[] {
  const x = inputs[0]!;
  const axis = normalizeAxis(attributeOf(version, { attributes }, 'axis') as number, x.dims.length);
  const [from, found] = [linesAlong(x.dims, axis), linesAlong(indices!.dims, axis)];
  const element = scalarsOf(x);
  const lineOf = ({ accept }: ExpectedOutput, index: number) =>
    range(found.length).map((place) => accept(found.index(found.lineOf(index), place)).best);
  const among = (output: ExpectedOutput, index: number) =>
    acceptAnyOf([output.accept(index).best, ...lineOf(output, index)].map(copiedElement));
  const indexIn = (got: Tensor, index: number) => scalarsOf(got)(index) as bigint;
  return [
    {
      ...elements!,
      accept: (index) => among(elements!, index),
      given:
        ([, got]) =>
        (index) => {
          const place = indexIn(got!, index);
          if (!lineOf(indices!, index).includes(place)) return among(elements!, index);
          return copiedElement(element(from.index(found.lineOf(index), Number(place))));
        },
    },
    {
      ...indices!,
      accept: (index) => among(indices!, index),
      given:
        ([, got]) =>
        (index) => {
          const [line, place] = [found.lineOf(index), found.placeOf(index)];
          const before = range(place).map((earlier) => indexIn(got!, found.index(line, earlier)));
          const left = lineOf(indices!, index).filter((one) => !before.includes(one as bigint));
          return left.length > 0 ? acceptAnyOf(left.map(copiedElement)) : among(indices!, index);
        },
    },
  ];
}
