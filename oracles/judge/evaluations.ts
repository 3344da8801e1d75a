import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import { boundsIn } from '../arithmetic/bounds-arithmetic.ts';
import { type Exact, exactArithmetic, exactOf } from '../arithmetic/exact.ts';
import { machineIn } from '../arithmetic/machine.ts';
import { type Dependent, sharingIn } from '../arithmetic/sharing.ts';
import { boundOf, type ValueSet } from '../arithmetic/value-set.ts';
import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../numerics/trait.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { Call } from '../spec/declaration.ts';
import { type Evaluate, type InputValues, Node, type NodeValues, once, remembered } from '../spec/node.ts';
import type { OperatorVersion } from '../spec/operator.ts';

/** Bits that decide nearly all roundings to 24 bits. */
export const initialPrecision = 60;

/** An evaluation of a call in each arithmetic that is asked for. */
export interface Readings {
  readonly exact: (bits: number) => readonly NodeValues<Exact>[];
  /** the same of the magnitudes of the inputs */
  readonly ofMagnitudes: () => readonly NodeValues<Exact>[];
  readonly bounds: (type: FloatFormat, least?: FloatFormat, factors?: FloatFormat) => readonly NodeValues<ValueSet>[];
  /** the bounds in which the numbers that rows share are told apart */
  readonly sharing: (type: FloatFormat) => readonly NodeValues<ValueSet | Dependent>[];
  /** by a plain kernel in doubles, which says of each element of an input that it reads it */
  readonly plain: (onRead: () => void) => readonly NodeValues<number>[];
  /** in another reading */
  readonly of: <S>(a: Arithmetic<S>) => readonly NodeValues<S>[];
}

/** An evaluation of a call in true values of some bits, in the bounds of a type and in others, each made once. */
export function readings(evaluate: Evaluate, version: OperatorVersion, call: Call, outputs: number): Readings {
  const reading = <S>(arithmetic: Arithmetic<S>, read: (x: number) => S): readonly NodeValues<S>[] =>
    evaluate(
      arithmetic,
      nodeOf(version, call, outputs, (x) => read(numeric(x) as number)),
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
      return reading(a, (x) => {
        onRead();
        return a.of(x);
      });
    },
    of: byKey((a: Arithmetic<unknown>) => reading(a, a.of)) as Readings['of'],
  };
}

/** A function that is asked with a few keys, again and again: what comes of each is made once. */
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

/** An element as kernels compute with it: a string is the integer that its UTF-8 bytes write, which is another for each string. */
export function numeric(x: Scalar): NumericScalar {
  if (typeof x !== 'string') return x as NumericScalar;
  const bytes = [1, ...new TextEncoder().encode(x)];
  return BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** The node of a call, its inputs read as scalars of some kind. */
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

/** A tensor as the input of a node. */
export function valuesOfTensor<S>(tensor: Tensor, read: (x: Scalar) => S): InputValues<S> {
  const scalar = scalarsOf(tensor);
  const at = (index: number) => read(scalar(index));
  return {
    dtype: tensor.dtype,
    dims: tensor.dims,
    tensor,
    // large integers become objects, which are made once
    at: formatOf(tensor.dtype).kind === 'float' ? at : remembered(elementCount(tensor.dims), at),
  };
}
