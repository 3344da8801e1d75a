import { exactly, type Scalar, show } from '../acceptance/acceptance.ts';
import { scalarsOf } from '../acceptance/comparator.ts';
import type { Call, FormerReading } from '../operator.ts';

/** What was said of noop_with_empty_axes, which was worded four times within the same versions. */
export const formerNoop = {
  identity: {
    text: 'ONNX 1.13 to 1.18 said: the output equals the input, without the part that works on each element',
    expect: (_, __, call) => {
      if (!isNoop(call)) return undefined;
      const data = call.inputs[0]!;
      const value = scalarsOf(data);
      return [{ dtype: data.dtype, dims: data.dims, accept: (index) => exactValue(value(index)) }];
    },
  },
  bodyReducesAll: {
    text: 'the function bodies of ONNX 1.13 to 1.18 said: all dimensions are reduced, because they did not pass the attribute on',
    expect: (operator, version, call) => (isNoop(call) ? operator.expect(version, withoutNoop(call)) : undefined),
  },
  emptyTensorReducesAll: {
    text: 'the reference evaluator of ONNX 1.13 to 1.19 did: all dimensions are reduced if axes are given as an empty tensor',
    expect: (operator, version, call) =>
      isNoop(call) && call.inputs[1] ? operator.expect(version, withoutNoop(call)) : undefined,
  },
} as const satisfies Readonly<Record<string, FormerReading>>;

/** True if noop_with_empty_axes is set and there are no axes: absent, or an empty tensor. */
function isNoop({ attributes, inputs }: Call): boolean {
  return attributes.noop_with_empty_axes?.value === 1 && (inputs[1]?.data.length ?? 0) === 0;
}

function withoutNoop(call: Call): Call {
  return { ...call, attributes: { ...call.attributes, noop_with_empty_axes: { type: 'INT', value: 0 } } };
}

/** Exactly this value; of NaN any. */
function exactValue(best: Scalar) {
  return {
    best,
    orderFree: true,
    landmarks: [best],
    judge: (got: Scalar) =>
      Object.is(got, best) ? exactly : { accepted: false as const, exact: show(best), allowed: show(best) },
  };
}
