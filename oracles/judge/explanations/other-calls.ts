import { elementCount, scalarsOf, tensorOfScalars } from '../../numerics/tensor.ts';
import type { AttributeValue, Call } from '../../spec/declaration.ts';
import type { Hypothesis, OperatorVersion } from '../../spec/operator.ts';
import { predictedOutputs } from './explanation.ts';

/** Returns the misreadings of a node that follow from the declarations of its version: an attribute or input is ignored or inverted. */
export function misreadings({ attributes, inputs, axes = [] }: OperatorVersion): readonly Hypothesis[] {
  return [
    ...attributes.flatMap(({ name, type, default: usual }) => [
      answersOtherCall(`ignores-${name}`, `as if ${name} were left out`, (call) => withoutAttribute(call, name)),
      ...(type === 'INT' && isFlag(usual) && !axes.some((axis) => axis.name === name)
        ? [
            answersOtherCall(`${name}-as-${1 - usual}`, `as if ${name} were ${1 - usual}`, (call) =>
              (call.attributes[name]?.value ?? usual) === usual ? inverted(call, name, usual) : undefined,
            ),
            answersOtherCall(`inverts-${name}`, `as if ${name} were inverted, 0 for 1 or 1 for 0`, (call) =>
              inverted(call, name, usual),
            ),
          ]
        : []),
    ]),
    ...(attributes.length > 1
      ? [answersOtherCall('ignores-attributes', 'as if its attributes were left out', withoutAttributes)]
      : []),
    ...inputs.flatMap(({ name, optional }, i) =>
      optional
        ? [answersOtherCall(`ignores-${name}`, `as if ${name} were left out`, (call) => withoutInput(call, i))]
        : [],
    ),
  ];
}

/** The numbers of elements that vectors hold. */
const widths = [4, 8, 16] as const;

/** Returns the hypotheses that what is left of each row of the first input behind its last full vector does not count in the result. */
export const cutRows = ({ inputs: [first] }: OperatorVersion): readonly Hypothesis[] =>
  first === undefined
    ? []
    : widths.map((width) => ({
        id: `rows-end-at-${width}`,
        text: `as if rows of ${first.name} ended at a multiple of ${width}`,
        predict({ operator, version, call }, expected) {
          const cut = withCutRows(call, width);
          const size = elementCount(call.inputs[0]?.dims ?? []);
          // only where several elements make one
          if (!cut || expected.every(({ dims }) => elementCount(dims) >= size)) return undefined;
          const others = predictedOutputs(operator.expect(version, cut));
          return others.every(({ dims }, i) => String(dims) === String(expected[i]!.dims)) ? others : undefined;
        },
      }));

/** Returns a call with shorter rows of its first input; `undefined` if they fill whole vectors, or none. */
function withCutRows(call: Call, width: number): Call | undefined {
  const [data, ...others] = call.inputs;
  const row = data?.dims.at(-1) ?? 0;
  if (!data || row < width || row % width === 0) return undefined;
  const kept = row - (row % width);
  const value = scalarsOf(data);
  const dims = [...data.dims.slice(0, -1), kept];
  const cut = tensorOfScalars(data.dtype, dims, (i) => value(Math.floor(i / kept) * row + (i % kept)));
  return { ...call, inputs: [cut, ...others] };
}

/** The hypothesis that the input is returned unchanged. Empty data, and zeros, cannot show it. */
export const identity: Hypothesis = {
  id: 'identity',
  text: 'the input is returned',
  predict: ({ call }) => {
    const [data] = call.inputs;
    if (!data || data.data.length === 0) return undefined;
    const value = scalarsOf(data);
    return [
      {
        dtype: data.dtype,
        dims: data.dims,
        accepts: (index, got) => Object.is(value(index), got),
        isDistinctive: (_, got) => typeof got === 'string' || Number(got) !== 0,
      },
    ];
  },
};

/** Returns the hypothesis that a backend answers another call; it predicts nothing if that call is the same. */
export function answersOtherCall(id: string, text: string, other: (call: Call) => Call | undefined): Hypothesis {
  return {
    id,
    text,
    otherCall: other,
    predict: ({ operator, version, call }) => {
      const changed = other(call);
      return changed && predictedOutputs(operator.expect(version, changed));
    },
  };
}

function withoutAttribute(call: Call, name: string): Call | undefined {
  if (!call.attributes[name]) return undefined;
  const { [name]: _, ...attributes } = call.attributes;
  return { ...call, attributes };
}

const withoutAttributes = (call: Call): Call | undefined =>
  Object.keys(call.attributes).length > 0 ? { ...call, attributes: {} } : undefined;

const isFlag = (value: AttributeValue['value'] | undefined): value is 0 | 1 => value === 0 || value === 1;

function inverted(call: Call, name: string, usual: 0 | 1): Call | undefined {
  const value = call.attributes[name]?.value ?? usual;
  if (!isFlag(value)) return undefined;
  return { ...call, attributes: { ...call.attributes, [name]: { type: 'INT', value: 1 - value } } };
}

function withoutInput(call: Call, i: number): Call | undefined {
  return call.inputs[i] && { ...call, inputs: call.inputs.map((input, k) => (k === i ? undefined : input)) };
}
