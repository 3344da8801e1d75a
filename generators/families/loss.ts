import type { InputPlan } from '../calls/draft-of-call.ts';
import { lengths, pinned, takeTurns } from '../cases/take-turns.ts';
import { breaking, each, filled, type NamedCall, type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** The names that an operator has for its inputs. */
type Names = Readonly<Record<'data' | 'classes' | 'weights', string>>;

/** What is tried of an operator that makes a loss of the classes that are meant. */
function lossPlans({ data, classes, weights }: Names): NamedPlans {
  /** Data of some shape, with a class for each sample: given ones, or any. */
  const call = (
    shape: string,
    { labels, ...more }: { readonly labels?: readonly number[] } & NamedCall = {},
  ): NamedCall => {
    const [instances, count, ...rest] = shape.split(' ')[0]!.split('x');
    const any = Array.from({ length: 7 }, (_, i) => (i * 3 + 1) % Number(count));
    return { [data]: shape, [classes]: filled([instances, ...rest].join('x'), labels ?? any), ...more };
  };
  const weighed = (shape: string, more: Parameters<typeof call>[1] = {}): NamedCall => ({
    ...call(shape, more),
    [weights]: { dims: [Number(shape.split(' ')[0]!.split('x')[1])], kind: 'mixed', map: positive },
  });
  /** Each with every reduction. */
  const reduced = (...calls: NamedCall[]) => each({ reduction: ['none', 'sum', 'mean'] }, ...calls);
  const given = (shape: string, numbers: readonly number[], labels: readonly number[]): NamedCall => ({
    ...call(shape, { labels }),
    [data]: filled(shape, numbers),
  });
  const ignoring = { ignore_index: 1 };
  return {
    draw: (draws) => {
      const [instances, count, ...rest] = draws.sizesOrLong(draws.count(2, 5), 1, 300) as [number, number, ...number[]];
      const isIgnoring = draws.once(3);
      const ignored = draws.pick(0, count - 1, -1, -100);
      const meant = draws.integers([instances, ...rest], () => count, { dtype: draws.pick('int32', 'int64') });
      const numbers = meant.numbers!.map((x, i) => (isIgnoring && i % 3 === 1 ? ignored : x));
      return {
        [data]: draws.data([instances, count, ...rest], 'small', 'mixed', 'distinct', 'negative', 'halves'),
        [classes]: { ...meant, numbers },
        [weights]: draws.maybe(() => ({ dims: [count], kind: 'mixed', map: positive })),
        reduction: draws.maybe(() => draws.pick('none', 'sum', 'mean')),
        ...(isIgnoring && { ignore_index: ignored }),
        ...(data === 'scores' && { outputs: draws.pick(1, 2) }),
      };
    },
    samples: [
      weighed('3x4'),
      weighed('2x3x4', { reduction: 'none' }),
      weighed('2x3x2', { reduction: 'sum', ...ignoring }),
    ],
    sizes: [each({ reduction: ['mean'] }, call('3x4'), call('5x4'), call('2x6'))],
    pairs: () => [{ differs: 'another reduction', calls: each({ reduction: ['sum', 'mean'] }, call('3x4')) }],
    plans: {
      definition: [
        ...reduced(call('3x5'), call('3x5 small'), call('4x3 distinct')),
        call('4x4 wide', { reduction: 'none' }),
        call('1x1'),
        call('1x3', { labels: [2] }),
      ],
      classes: reduced(
        call('2x3x4'),
        call('2x4x2x3'),
        call('1x3x2x1x2'),
        call('2x5x3', { labels: [4, 0, 2, 1] }),
      ).concat(
        // more classes than 8 bits count
        call('1x301', { labels: [290] }),
        weighed('2x301', { labels: [299, 258] }),
        call('3x150', { labels: [140, 20, 149], reduction: 'none' }),
      ),
      weights: reduced(weighed('4x3'), weighed('2x3x4'), weighed('2x4x2x2')),
      ignored: [
        ...reduced(
          call('4x3', { ...ignoring, labels: [1, 0, 2, 1] }),
          weighed('2x3x4', { ignore_index: 0, labels: [0, 1, 2] }),
        ),
        // no class of its own
        ...reduced(
          weighed('4x3', { ignore_index: -1, labels: [0, -1, 2, -1] }),
          call('4x3', { ignore_index: 9, labels: [9, 1, 2, 0] }),
        ),
        ...reduced(call('5x3', { ignore_index: -100, labels: [2, 1, 0, -100, 1] })),
        ...reduced(weighed('2x4x3x2', { ignore_index: 2, labels: [2, 0, 3, 1, 2, 3, 0] })),
      ],
      reductions: reduced(call('6x4'), weighed('3x2x3')),
      'mean-of-weights': [
        weighed('4x3'),
        weighed('2x3x4', { reduction: 'mean' }),
        ...[
          [2, 2, 2],
          [1, 2, 4],
          [0, 1, 3],
        ].map((list) => ({ ...call('4x3'), [weights]: filled('3', list) })),
        { ...call('4x3', { ...ignoring, labels: [0, 1, 2, 1] }), [weights]: filled('3', [1, 8, 4]) },
      ],
      'nothing-left': [
        ...reduced(call('2x3', { ignore_index: 1, labels: [1] })),
        ...reduced({ ...call('2x3'), [weights]: filled('3', [0]) }),
      ],
      'any-length': (context) => [
        ...takeTurns(lengths.slice(0, 21), context, 5).map((n) => weighed(`${n}x3`)),
        ...takeTurns(lengths.slice(0, 18), context, 5).map((n) => call(`2x${n}`)),
        ...pinned([weighed('2x3x65'), call('260x2')], context),
      ],
      'special-values': [nan, inf, -inf].flatMap((one) => [
        // at the class that is meant, and at another
        ...[0, 1].map((label) => ({ ...given('2x3', [one, 1, 2, 3, 0.5, 1], [label, 2]), reduction: 'none' })),
        { ...given('2x3', [1, 2, 0.5, one, 2, 3], [1, 0]), ignore_index: 0 },
      ]),
      logarithms: [
        ...each(
          { outputs: [2] },
          call('3x5'),
          weighed('2x3x4'),
          call('2x4x2x2'),
          call('3x4', { ...ignoring, reduction: 'sum' }),
          // logarithms do not know what is ignored
          ...each(
            { reduction: ['none', 'mean'] },
            call('4x3', { ignore_index: -100, labels: [2, -100, 0, -100] }),
            weighed('2x3x4', { ...ignoring, labels: [1, 0, 2] }),
          ),
        ),
        // the greatest is the last of a row whose length is not a multiple of four or eight
        ...[5, 9, 17].map((n) => ({
          ...given(
            `1x${n}`,
            Array<number>(n)
              .fill(0)
              .with(n - 1, 1000),
            [n - 1],
          ),
          outputs: 2,
        })),
        // what is far below the greatest counts, as far as the type has digits
        ...[
          [0, -22, -30, -25],
          [-30, 0, -31, -33],
          [0, -35, -36, -36],
          [-12, -40, 0, -50],
        ].map((numbers) => ({
          ...given('1x4', numbers, [numbers.indexOf(0)]),
          outputs: 2,
        })),
        ...[12, 80, 200, 1000].map((x) => ({ ...given('1x4', [x, x - 1, 0, -1], [1]), outputs: 2 })),
      ],
    },
    invalid: {
      'invalid-reduction': breaking(call('2x3'), 'reduction', 'max', 'Mean'),
      'invalid-class': [
        {
          valid: call('2x3', { labels: [0, 2] }),
          broken: [call('2x3', { labels: [0, 3] }), call('2x3', { labels: [-4, 1] })],
        },
      ],
      'invalid-class-shape': [{ valid: call('2x3'), broken: [{ ...call('2x3'), [classes]: filled('3', [0, 1]) }] }],
    },
  };
}

const positive: NonNullable<InputPlan['map']> = (x) => Math.abs(Number(x)) + 0.25;

/** Operators that make a loss of the classes that are meant. */
export const lossFamily = familyOf(
  byOperator({
    NegativeLogLikelihoodLoss: plansFrom(
      () => 'mixed',
      lossPlans({ data: 'input', classes: 'target', weights: 'weight' }),
    ),
    SoftmaxCrossEntropyLoss: plansFrom(
      () => 'mixed',
      lossPlans({ data: 'scores', classes: 'labels', weights: 'weights' }),
    ),
  }),
);
