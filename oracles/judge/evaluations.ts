import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import { boundsIn } from '../arithmetic/bounds-arithmetic.ts';
import { type Exact, exactArithmetic, exactOf } from '../arithmetic/exact.ts';
import { machineIn } from '../arithmetic/machine.ts';
import { type DependentResult, sharingIn } from '../arithmetic/sharing.ts';
import { boundOf, type ValueSet } from '../arithmetic/value-set.ts';
import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../numerics/trait.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { Call } from '../spec/declaration.ts';
import { type Evaluate, type InputValues, memoized, Node, type NodeValues, once } from '../spec/node.ts';
import type { OperatorVersion } from '../spec/operator.ts';

/** The precision that decides nearly all roundings to 24 bits. */
export const initialPrecision = 60;

/** The evaluations of a call in several arithmetics, each by the same kernel. */
export interface Evaluations {
  readonly exact: (bits: number) => readonly NodeValues<Exact>[];
  /** the exact evaluation on the magnitudes of the inputs */
  readonly ofMagnitudes: () => readonly NodeValues<Exact>[];
  readonly bounds: (type: FloatFormat, least?: FloatFormat, factors?: FloatFormat) => readonly NodeValues<ValueSet>[];
  /** bounds that keep the numbers which rows share as separate quantities */
  readonly sharing: (type: FloatFormat) => readonly NodeValues<ValueSet | DependentResult>[];
  /** by a plain kernel in doubles, which calls `onRead` for each input element that it reads */
  readonly plain: (onRead: () => void) => readonly NodeValues<number>[];
  /** in any other arithmetic */
  readonly of: <S>(a: Arithmetic<S>) => readonly NodeValues<S>[];
}

/** Returns the evaluations of a call. Each is computed once for its arguments. */
export function evaluateCall(evaluate: Evaluate, version: OperatorVersion, call: Call, outputs: number): Evaluations {
  const reading = <S>(arithmetic: Arithmetic<S>, read: (x: number) => S): readonly NodeValues<S>[] =>
    evaluate(
      arithmetic,
      nodeOf(version, call, outputs, (x) => read(toNumeric(x) as number)),
    );
  return {
    exact: byKey((bits: number) => reading(exactArithmetic(bits), exactOf)),
    ofMagnitudes: once(() => reading(exactArithmetic(initialPrecision), Math.abs)),
    bounds: byKey((type: FloatFormat, least?: FloatFormat, factors?: FloatFormat) =>
      reading(boundsIn(type, least, factors), boundOf),
    ),
    sharing: byKey((type: FloatFormat) => reading(sharingIn(boundsIn(type)), boundOf)),
    plain: (onRead) => {
      const a = machineIn(formatOf('float64'));
      const counted = (tensor: Tensor): InputValues<number> => {
        const { dtype, dims, data } = tensor;
        const scalar = scalarsOf(tensor);
        // floats need no conversion, and are by far the most
        const areDoubles = data instanceof Float32Array || data instanceof Float64Array;
        const value = areDoubles
          ? (index: number) => data[index]!
          : (index: number) => a.of(toNumeric(scalar(index)) as number);
        const read = (index: number) => {
          onRead();
          return value(index);
        };
        return { dtype, dims, tensor, at: read };
      };
      const inputs = call.inputs.map((value) => value && mapTensors(value, counted));
      return evaluate(a, new Node(version, call.attributes, inputs, outputs));
    },
    of: byKey((a: Arithmetic<unknown>) => reading(a, a.of)) as Evaluations['of'],
  };
}

/** Returns a function that computes its result once for each key. It is made for few keys and many calls. */
function byKey<K extends readonly unknown[], T>(make: (...key: K) => T): (...key: K) => T {
  const keys: K[] = [];
  const made: T[] = [];
  return (...key) => {
    for (let i = 0; i < keys.length; i++) {
      const [a, b, c] = keys[i]!;
      if (a === key[0] && b === key[1] && c === key[2]) return made[i]!;
    }
    made.push(make(...key));
    keys.push(key);
    return made.at(-1)!;
  };
}

/** Converts an element to a number for kernels: a string becomes the integer of its UTF-8 bytes, different for each string. */
export function toNumeric(x: Scalar): NumericScalar {
  if (typeof x !== 'string') return x as NumericScalar;
  const bytes = [1, ...new TextEncoder().encode(x)];
  return BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** Returns the node of a call, with its inputs converted to scalars of some arithmetic. */
export function nodeOf<S>(
  version: OperatorVersion,
  { attributes, inputs }: Call<Value>,
  outputs: number,
  read: (x: Scalar) => S,
): Node<S> {
  return new Node(
    version,
    attributes,
    inputs.map((value) => value && mapTensors(value, (tensor) => valuesOfTensor(tensor, read))),
    outputs,
  );
}

/** Converts a tensor to the input of a node. */
export function valuesOfTensor<S>(tensor: Tensor, read: (x: Scalar) => S): InputValues<S> {
  const scalar = scalarsOf(tensor);
  const at = (index: number) => read(scalar(index));
  return {
    dtype: tensor.dtype,
    dims: tensor.dims,
    tensor,
    // large integers become objects, which are created once
    at: formatOf(tensor.dtype).kind === 'float' ? at : memoized(elementCount(tensor.dims), at),
  };
}
