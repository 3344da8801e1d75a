import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { either } from '../../judge/any-of.ts';
import { elementAsGiven } from '../../judge/copied-element.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { holdsNaN, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { attributeOf, normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { remembered, values } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';

/** TopK: the k largest (or smallest) elements of each line in order, and where they stood; of equal ones the first first. */
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
    if (k < 1 || k > lines.length) throw new BadInput(`k is ${k}, of ${lines.length} elements`);
    const isSorted = !node.has('sorted') || node.flag('sorted');
    if (!x.tensor && !isSorted && k > 1) throw new NotJudged('an order that is left open of values that are rounded');
    const isLargest = !node.has('largest') || node.flag('largest');
    const counting = a.in('float64');
    const sorted = remembered(lines.count, (line) => {
      const xs = range(lines.length).map((place) => x.at(lines.index(line, place)));
      return { xs, ranks: ranksOf(counting, xs, isLargest) };
    });
    const dims = x.dims.with(axis, k);
    const found = linesAlong(dims, axis);
    type S = ReturnType<typeof a.of>;
    /** of the elements of a line, what belongs to the one of a rank */
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
    if (k && k.dims.length !== 1) throw new BadInput(`K is not a list of one, but of the shape [${k.dims}]`);
    if (holdsNaN(x)) throw new NotJudged('an order of NaN');
    return attributeOf(version, call, 'sorted') === 0 ? inAnyOrder(expected, version, call) : expected;
  },
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The k largest elements of each line come out, in order, with the places where they stood.'),
      says('axes', 'Lines go along the dimension that axis names.', 'attribute axis'),
      says('ties', 'Of equal elements the one with the lower index comes first.'),
      says(
        'every-k',
        'k may be anything from 1 to the length of a line.',
        schema.since > 1 ? 'input K' : 'attribute k',
      ),
      says('any-length', 'Every element of a line counts, wherever it stands.'),
      ...(schema.since >= 11
        ? [
            says('smallest', 'With largest=0 it is the k smallest, the smallest first.'),
            says('unsorted', 'With sorted=0 the same elements come out with their indices, in any order.'),
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
  rules: (schema) => [rule('invalid-k', 'k is no greater than the length of the lines.', 'outputs', schema)],
});

/** How many elements of a line come before each. */
function ranksOf<S>(a: Arithmetic<S>, xs: readonly S[], isLargest: boolean): readonly S[] {
  const isLess = (one: S, other: S) => (isLargest ? a.less(other, one) : a.less(one, other));
  return xs.map((x, i) => a.sum(xs.map((y, j) => (j < i ? a.subtract(a.of(1), isLess(x, y)) : isLess(y, x)))));
}

/** The same elements and indices, in any order, as long as they go together. */
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
    either([output.accept(index).best, ...lineOf(output, index)].map(elementAsGiven));
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
          return elementAsGiven(element(from.index(found.lineOf(index), Number(place))));
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
          return left.length > 0 ? either(left.map(elementAsGiven)) : among(indices!, index);
        },
    },
  ];
}
