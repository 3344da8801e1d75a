import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { attributes, brokenCall, type CallPlan, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers } from '../values.ts';

/** The k first of each line in an order; k is an attribute or an input, as the version has it. */
function first(
  { version }: PlanContext,
  k: number,
  dims: readonly number[],
  own: Readonly<Record<string, number>> = {},
  data: Omit<InputPlan, 'dims'> = { kind: 'distinct' },
): CallPlan {
  const hasInput = version.inputs.length > 1;
  return {
    attributes: attributes({ ...own, ...(!hasInput && { k }) }),
    inputs: [{ dims, ...data }, ...(hasInput ? [{ dims: [1], numbers: [k], form: 'initializer' as const }] : [])],
  };
}

const atRunTime = (call: CallPlan): CallPlan => ({
  ...call,
  inputs: call.inputs.map((input) => input && { ...input, form: 'input' as const }),
});

/** Elements that all differ, in an order that is neither rising nor falling. */
const shuffled = (count: number): Omit<InputPlan, 'dims'> => ({
  numbers: Array.from({ length: count }, (_, i) => (i * 37 + 11) % count),
});

/** Operators of which an output depends on the order of the data. */
export const orderFamily = familyOf({
  samples: (context) => [
    first(context, 2, [2, 4], { axis: 1 }, shuffled(8)),
    first(context, 1, [3, 4], { axis: 0 }, shuffled(12)),
    first(context, 3, [2, 3, 4], { axis: 1 }),
  ],
  sizes: (context) => [
    [
      [2, 3],
      [4, 3],
      [2, 5],
    ].map((dims) => first(context, 2, dims)),
    [[40], [65], [7]].map((dims) => first(context, 3, dims, {}, { kind: 'mixed' })),
  ],
  pairs: (context) =>
    context.version.since < 11
      ? []
      : [{ differs: 'the smallest', calls: [first(context, 2, [3, 5]), first(context, 2, [3, 5], { largest: 0 })] }],
  copies: (context) => [first(context, 1, [1])],
  plans: {
    *definition(context) {
      yield first(context, 3, [8], {}, shuffled(8));
      for (const kind of ['distinct', 'mixed', 'wide'] as const) yield first(context, 3, [4, 6], {}, { kind });
      yield atRunTime(first(context, 2, [3, 4]));
    },
    *axes(context) {
      for (const [dims, axis] of [
        [[3, 4], 0],
        [[3, 4], 1],
        [[2, 3, 4], 0],
        [[2, 3, 4], 1],
        [[2, 3, 4], 2],
      ] as const) {
        yield first(context, 2, dims, { axis }, shuffled(23));
      }
    },
    *ties(context) {
      for (const numbers of [
        [1, 1, 1, 1],
        [1, 2, 1, 2, 2, 1],
        [0, 3, 3, 0, 3],
        [2, 1, 2, 0, 2],
      ]) {
        for (const k of [1, 2, 4]) yield first(context, k, [2, 7], {}, { numbers });
      }
      yield first(context, 5, [40], {}, { numbers: [1, 3, 2] });
      if (context.version.since >= 11) yield first(context, 4, [2, 9], { largest: 0 }, { numbers: [2, 1, 1, 3] });
    },
    *'every-k'(context) {
      for (const k of [1, 2, 4, 5]) yield first(context, k, [2, 5], {}, shuffled(10));
      yield first(context, 1, [3, 1]);
      yield first(context, 33, [33], {}, shuffled(33));
    },
    *'any-length'(context) {
      for (const length of rotate(lengths.slice(3, 21), context, 3)) {
        yield first(context, Math.min(3, length), [2, length], {}, shuffled(length));
      }
      // the greatest at either end, and where blocks meet
      for (const at of [0, 7, 8, 32]) {
        yield first(context, 2, [33], {}, { numbers: Array.from({ length: 33 }, (_, i) => (i === at ? 100 : i % 7)) });
      }
    },
    *smallest(context) {
      for (const dims of [[5], [3, 4], [2, 3, 4]]) yield first(context, 2, dims, { largest: 0 }, shuffled(11));
      yield first(context, 3, [3, 4], { largest: 0, axis: 0 }, shuffled(12));
      yield first(context, 17, [17], { largest: 0 }, shuffled(17));
    },
    *unsorted(context) {
      for (const largest of [1, 0]) {
        yield first(context, 3, [5], { sorted: 0, largest }, shuffled(5));
        yield first(context, 2, [3, 4], { sorted: 0, largest, axis: 0 }, shuffled(12));
        yield first(context, 9, [2, 33], { sorted: 0, largest }, shuffled(66));
        yield first(context, 4, [4], { sorted: 0, largest }, shuffled(4));
      }
    },
    *'special-values'(context) {
      const numbers = specialNumbers(formatOf(context.dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      for (const k of [3, 10]) yield first(context, k, [numbers.length], {}, { numbers });
      yield first(context, 4, [5], {}, { numbers: [0, -0, 0, -0, -1] });
      yield first(context, 2, [4], {}, { numbers: [Number.NEGATIVE_INFINITY, -1, Number.NEGATIVE_INFINITY] });
      if (context.version.since >= 11) yield first(context, 10, [numbers.length], { largest: 0 }, { numbers });
    },
  },
  invalid: {
    *'illegal-k'(context) {
      yield brokenCall(context, first(context, 4, [2, 4]), first(context, 5, [2, 4]));
    },
  },
});
