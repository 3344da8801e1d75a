import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import type { Attributes } from '../../oracles/operator.ts';
import { attributes, type CallPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers, type ValueKind } from '../values.ts';

/** Running sums along an axis, which is given as a constant. */
const scan = (dims: readonly number[], axis: number, own?: Attributes, kind: ValueKind = 'small'): CallPlan => ({
  ...(own && { attributes: own }),
  inputs: [
    { dims, kind },
    { dims: [], numbers: [axis], form: 'initializer' },
  ],
});

const atRunTime = (call: CallPlan): CallPlan => ({
  ...call,
  inputs: call.inputs.with(1, { ...call.inputs[1]!, form: 'input' }),
});

const reverse = attributes({ reverse: 1 });
const exclusive = attributes({ exclusive: 1 });
const ways = [undefined, reverse, exclusive, attributes({ reverse: 1, exclusive: 1 })];

/** Values that follow from all before them along an axis. */
export const scanFamily = familyOf({
  samples: () => [
    scan([2, 3], 1),
    atRunTime(scan([3, 2], 0)),
    scan([2, 3, 2], 1, attributes({ reverse: 0, exclusive: 0 })),
  ],
  sizes: () => [
    [scan([2, 3], 1), scan([3, 2], 1), scan([4, 5], 1)],
    [scan([40], 0), scan([65], 0), scan([7], 0)],
  ],
  pairs: () => [{ differs: 'another direction', calls: [scan([2, 5], 1), scan([2, 5], 1, reverse)] }],
  copies: () => [scan([5, 1], 1)],
  plans: {
    *definition() {
      for (const dims of [[1], [5], [4, 5]]) yield scan(dims, dims.length - 1);
      yield scan([4, 6], 1, undefined, 'distinct');
    },
    *axes() {
      for (const own of ways.slice(0, 2)) {
        for (const [axis, dims] of [
          [4, 3],
          [4, 3],
          [2, 3, 4],
          [2, 3, 4],
          [2, 3, 4],
          [2, 1, 3, 2],
        ].entries()) {
          yield scan(dims, [0, 1, 0, 1, 2, 2][axis]!, own, 'distinct');
        }
      }
      yield atRunTime(scan([2, 3, 4], 1));
    },
    *reverse() {
      for (const dims of [[1], [5], [3, 4]]) yield scan(dims, dims.length - 1, reverse, 'distinct');
      yield scan([3, 4], 0, reverse);
    },
    *exclusive() {
      for (const own of ways.slice(2)) {
        for (const dims of [[1], [5], [3, 4]]) yield scan(dims, dims.length - 1, own, 'distinct');
        yield scan([3, 4], 0, own);
      }
    },
    *'any-length'(context) {
      for (const length of rotate(lengths.slice(3, 24), context, 4)) yield scan([2, length], 1);
    },
    *'size-zero'() {
      yield scan([0], 0);
      yield scan([2, 0, 3], 0);
      yield scan([2, 0, 3], 1);
    },
    *accuracy() {
      for (const own of ways) yield scan([2, 20], 1, own, 'mixed');
      yield scan([100], 0, undefined, 'mixed');
      yield scan([9], 0, undefined, 'wide');
    },
    *'special-values'({ dtype }) {
      const numbers = specialNumbers(formatOf(dtype) as FloatFormat);
      for (const own of ways) {
        for (const one of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
          yield { ...scan([5], 0, own), inputs: [{ dims: [5], numbers: [1, 2, one, 4, 5] }, scan([5], 0).inputs[1]] };
        }
      }
      for (const from of [1, 5, 9]) {
        yield { ...scan([4], 0), inputs: [{ dims: [4], numbers: numbers.slice(from) }, scan([4], 0).inputs[1]] };
      }
      yield scan([7], 0, undefined, 'zeros');
    },
  },
});
