import { select } from '../../generators/cases.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { bytesOf, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { newestOpset } from '../../oracles/operators.ts';
import type { Capabilities } from '../../reports/schema.ts';
import { encodeModel, type ModelSpec, type ValueInfo } from '../../vectors/model.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import type { RunRequest } from '../backends/backend.ts';
import type { NamedBytes } from '../backends/protocol.ts';
import { decodeNamed } from '../outputs.ts';
import { trialOfCase } from '../trial.ts';

/** A model whose answer is known. */
export interface Question {
  readonly request: RunRequest;
  /** what is wrong with the outputs that came; `undefined` if nothing is */
  readonly complaint: (outputs: readonly NamedBytes[]) => string | undefined;
}

/** An opset that a backend has: one that knows every dtype, if it may be chosen. */
export function opsetFor({ opsets: [first, last = newestOpset] = [1] }: Capabilities): number {
  return Math.min(Math.max(first, 16), last);
}

/** A model that gives its inputs back, in the order of `values` but asked for in that of `order`. */
export function echo(
  opset: number,
  values: Readonly<Record<string, Tensor>>,
  order: readonly string[] = Object.keys(values),
): Question {
  const names = Object.keys(values);
  const info = (name: string, of: string): ValueInfo => ({ name, dtype: values[of]!.dtype, dims: values[of]!.dims });
  const request = {
    model: modelOf(opset, {
      nodes: names.map((name) => node([name], [outputOf(name)])),
      inputs: names.map((name) => info(name, name)),
      outputs: names.map((name) => info(outputOf(name), name)),
    }),
    inputs: names.map((name) => ({ name, bytes: encodeTensor(values[name]!, name) })),
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

/** A model that gives back a constant of its own, and has no inputs. */
export function constant(opset: number, value: Tensor): Question {
  const model = modelOf(opset, {
    nodes: [node(['held'], ['y'])],
    outputs: [{ name: 'y', dtype: value.dtype, dims: value.dims }],
    initializers: [{ name: 'held', tensor: value }],
  });
  return {
    request: { model, inputs: [], outputs: ['y'] },
    complaint: (outputs) => difference([value], ['y'], outputs),
  };
}

/** A model whose node reads a value that nothing gives. */
export function dangling(opset: number): RunRequest {
  const value = tensor('float32', [2], Float32Array.of(1, 2));
  const model = modelOf(opset, {
    nodes: [node(['nowhere'], ['y'])],
    inputs: [{ name: 'x', dtype: 'float32', dims: [2] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [2] }],
  });
  return { model, inputs: [{ name: 'x', bytes: encodeTensor(value, 'x') }], outputs: ['y'] };
}

/** Small cases of the suite in one dtype, one for each operator, for backends that cannot give an input back. */
export function* smallCases(opset: number, dtype: DType): Generator<Question> {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [opset], dtypes: [dtype] });
  const seen = new Set<string>();
  for (const cell of cells) {
    if (seen.has(cell.operator.name)) continue;
    seen.add(cell.operator.name);
    const { request, judge } = trialOfCase(cases(cell)[0]!);
    const complaint = (outputs: readonly NamedBytes[]) => {
      const tensors = decodeNamed(request.outputs, outputs);
      return typeof tensors === 'string' ? tensors : judge(tensors).message;
    };
    yield { request, complaint };
  }
}

const outputOf = (name: string): string => `${name}_out`;

const node = (inputs: readonly string[], outputs: readonly string[]) => ({
  opType: 'Identity',
  attributes: {},
  inputs,
  outputs,
});

function modelOf(opset: number, parts: Pick<ModelSpec, 'nodes' | 'outputs'> & Partial<ModelSpec>): Uint8Array {
  return encodeModel({ name: 'check', opset, inputs: [], initializers: [], ...parts });
}

/** How tensors that have to come back as they are differ from what came. */
function difference(
  want: readonly Tensor[],
  names: readonly string[],
  outputs: readonly NamedBytes[],
): string | undefined {
  const order = outputs.map(({ name }) => name).join(', ');
  if (order !== names.join(', '))
    return `outputs ${order || 'of no name'} where ${names.join(', ')} were asked for, in this order`;
  const got = decodeNamed(names, outputs);
  if (typeof got === 'string') return got;
  for (const [i, value] of want.entries()) {
    const [is, was] = [got[i]!, value].map(({ dtype, dims }) => `${dtype}[${dims}]`);
    if (is !== was) return `${names[i]} is ${is} where ${was} is right`;
    const [a, b] = [bytesOf(got[i]!), bytesOf(value)];
    const at = b.findIndex((byte, k) => byte !== a[k]);
    if (at >= 0) return `${names[i]}: ${bitsAround(a, at, value)} where ${bitsAround(b, at, value)} was given`;
  }
  return undefined;
}

/** "element 3 is 0x7fc00000". */
function bitsAround(bytes: Uint8Array, at: number, { data }: Tensor): string {
  const width = data.BYTES_PER_ELEMENT;
  const element = Math.floor(at / width);
  const bits = [...bytes.subarray(element * width, (element + 1) * width)].reverse();
  return `element ${element} is 0x${bits.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
