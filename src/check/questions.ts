import { formatScalar } from '../../oracles/judge/acceptance.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import {
  bitsAt,
  elementCount,
  isSameAt,
  isSameTensor,
  scalarsOf,
  type Tensor,
  tensor,
} from '../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, operators } from '../../oracles/operators.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Capabilities } from '../../reports/schema.ts';
import { encodeModel, type ModelSpec, type ValueInfo } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import type { RunRequest } from '../backends/backend.ts';
import { decodeTensors } from '../run/trial/decode-values.ts';
import { callsOf, casesOf } from './calls.ts';
import type { AdapterQuestion } from './question.ts';

/** Returns an opset of a backend, if possible one with all usual dtypes. */
export function opsetFor({ opsets: [first, last = newestOpset] = [1] }: Capabilities): number {
  return Math.min(Math.max(first, 16), last);
}

/** Returns an opset of a backend in which Identity accepts a dtype; `undefined` if it has none. */
export function opsetWith(dtype: DType, capabilities: Capabilities): number | undefined {
  const usual = opsetFor(capabilities);
  const since = echoOf(dtype)?.since ?? usual;
  return since <= (capabilities.opsets?.[1] ?? newestOpset) ? Math.max(usual, since) : undefined;
}

/** Returns the first version of Identity that accepts a dtype; `undefined` if there is none. */
export const echoOf = (dtype: DType): OperatorVersion | undefined =>
  findOperator(echoing)!.versions.find(({ dtypes }) => dtypes.includes(dtype));

/** The operator that returns its input. */
const echoing = 'Identity';

/** Returns a model that returns its inputs, or constants, in the order of `values`; the request asks in the order of `order`. */
export function identityModel(
  opset: number,
  values: Readonly<Record<string, Tensor>>,
  { order = Object.keys(values), data }: { readonly order?: readonly string[]; readonly data?: string } = {},
): AdapterQuestion {
  const names = Object.keys(values);
  const given = data === 'initializer' ? [] : names;
  const info = (name: string, of: string): ValueInfo => ({ name, dtype: values[of]!.dtype, dims: values[of]!.dims });
  const request = {
    model: modelOf(opset, {
      nodes: names.map((name) => node([name], [outputOf(name)])),
      inputs: given.map((name) => info(name, name)),
      outputs: names.map((name) => info(outputOf(name), name)),
      initializers: names.filter((name) => !given.includes(name)).map((name) => ({ name, tensor: values[name]! })),
    }),
    inputs: given.map((name) => ({ name, bytes: encodeTensor(values[name]!, name) })),
    outputs: order.map(outputOf),
  };
  return {
    request,
    complaint: (outputs) =>
      difference(
        order.map((name) => values[name]!),
        request.outputs,
        outputs,
      ),
  };
}

/** Returns an invalid model, whose node reads an undefined value. */
export function undefinedValueModel(opset: number): RunRequest {
  const value = tensor('float32', [2], Float32Array.of(1, 2));
  const model = modelOf(opset, {
    nodes: [node(['nowhere'], ['y'])],
    inputs: [{ name: 'x', dtype: 'float32', dims: [2] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [2] }],
  });
  return { model, inputs: [{ name: 'x', bytes: encodeTensor(value, 'x') }], outputs: ['y'] };
}

/** Yields a small case of each operator of the suite, `known` first, for backends that cannot return an input. */
export function* smallCases(opset: number, dtype: DType, known?: string): Generator<AdapterQuestion> {
  const names = operators.map(({ name }) => name);
  for (const name of new Set(known === undefined ? names : [known, ...names])) {
    const [question] = casesOf(name, opset, dtype);
    if (question) yield { operator: name, ...callsOf(opset, { x: question }) };
  }
}

const outputOf = (name: string): string => `${name}_out`;

const node = (inputs: readonly string[], outputs: readonly string[]) => ({
  opType: echoing,
  attributes: {},
  inputs,
  outputs,
});

function modelOf(opset: number, parts: Pick<ModelSpec, 'nodes' | 'outputs'> & Partial<ModelSpec>): Uint8Array {
  return encodeModel({ name: 'check', opset, inputs: [], initializers: [], ...parts });
}

/** Returns the first difference between the given tensors and the returned ones, which have to be equal. */
function difference(
  want: readonly Tensor[],
  names: readonly string[],
  outputs: readonly NamedBytes[],
): string | undefined {
  const order = outputs.map(({ name }) => name).join(', ');
  if (order !== names.join(', '))
    return `outputs ${order || 'of no name'} where ${names.join(', ')} were asked for, in this order`;
  const got = decodeTensors(names, outputs);
  if (!got.ok) return got.message;
  for (const [i, value] of want.entries()) {
    const [is, was] = [got.value[i]!, value].map(({ dtype, dims }) => `${dtype}[${dims}]`);
    if (is !== was) return `${names[i]} is ${is} where ${was} is right`;
    if (isSameTensor(got.value[i]!, value)) continue;
    const count = elementCount(value.dims);
    const at = Array.from({ length: count }, (_, k) => k).find((k) => !isSameAt(got.value[i]!, value, k));
    if (at !== undefined) return `${names[i]}: ${bitsText(got.value[i]!, at)} where ${bitsText(value, at)} was given`;
  }
  return undefined;
}

/** Formats the bits of an element: "element 3 is 0x7fc00000". */
function bitsText(value: Tensor, at: number): string {
  const { bits } = formatOf(value.dtype);
  const text =
    bits === 0
      ? formatScalar(scalarsOf(value)(at))
      : `0x${bitsAt(value, at)
          .toString(16)
          .padStart(Math.ceil(bits / 4), '0')}`;
  return `element ${at} is ${text}`;
}
