import { acceptedExact, formatScalar } from '../../judge/acceptance.ts';
import { scalarsOf } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { Call } from '../../spec/declaration.ts';
import type { HistoricalWording } from '../../spec/operator.ts';
import type { Release } from '../../spec/releases.ts';
import { historicalWording, spanOf } from '../../spec/source.ts';

/** The former texts of noop_with_empty_axes, four texts within the same versions. */
export const formerNoop = {
  identity: {
    id: 'former-identity',
    ...historicalWording('the output equals the input, without the elementwise part of the operator', '1.13', '1.18'),
    expect: (_, __, call) => {
      if (!isNoop(call)) return undefined;
      const data = call.inputs[0]!;
      const value = scalarsOf(data);
      return [{ dtype: data.dtype, dims: data.dims, accept: (index) => exactValue(value(index)) }];
    },
  },
  bodyReducesAll: {
    id: 'former-body-reduces-all',
    ...elsewhereInOnnx(
      'the function bodies',
      'said',
      'all dimensions are reduced, because they did not pass the attribute on',
      '1.18',
    ),
    expect: (operator, version, call) => (isNoop(call) ? operator.expect(version, withoutNoop(call)) : undefined),
  },
  emptyTensorReducesAll: {
    id: 'former-empty-tensor-reduces-all',
    ...elsewhereInOnnx(
      'the reference evaluator',
      'did',
      'all dimensions are reduced if axes are given as an empty tensor',
      '1.19',
    ),
    expect: (operator, version, call) =>
      isNoop(call) && call.inputs[1] ? operator.expect(version, withoutNoop(call)) : undefined,
  },
} as const satisfies Readonly<Record<string, HistoricalWording>>;

/** What other parts of ONNX 1.13 and later said or did, in addition to the text. */
function elsewhereInOnnx(who: string, verb: string, said: string, to: Release) {
  const text = `${who} of ONNX ${spanOf({ from: '1.13', to })} ${verb}: ${said}`;
  return { text, wording: `${who} ${verb}: ${said}`, from: '1.13', to } as const;
}

/** Returns whether noop_with_empty_axes is set and axes are absent or an empty tensor. */
function isNoop({ attributes, inputs }: Call): boolean {
  return attributes.noop_with_empty_axes?.value === 1 && (inputs[1]?.data.length ?? 0) === 0;
}

function withoutNoop(call: Call): Call {
  return { ...call, attributes: { ...call.attributes, noop_with_empty_axes: { type: 'INT', value: 0 } } };
}

/** Returns the acceptance of exactly this value; of any NaN for NaN. */
function exactValue(best: Scalar) {
  return {
    best,
    isExactInAnyOrder: true,
    breakpoints: [best],
    judge: (got: Scalar) =>
      Object.is(got, best)
        ? acceptedExact
        : { accepted: false as const, exact: formatScalar(best), allowed: formatScalar(best) },
  };
}
