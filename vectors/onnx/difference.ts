import { formatScalar } from '../../oracles/judge/acceptance.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { bitsAt, elementCount, isSameAt, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { readNpy } from './npy.ts';
import { shapeText } from './shape.ts';
import { decodeTensor } from './tensor-proto.ts';

/** Describes how the bytes of a file of a vector differ from the right ones, in a few words. */
export function differenceOf(path: string, found: Uint8Array, right: Uint8Array): string {
  if (path.endsWith('.onnx')) return differenceOfBytes(found, right);
  const read = (bytes: Uint8Array) => (path.endsWith('.npy') ? readNpy(bytes, path) : decodeTensor(bytes, path).tensor);
  try {
    return differenceOfTensors(read(found), read(right)) ?? `the same values, but ${differenceOfBytes(found, right)}`;
  } catch (error) {
    if (error instanceof BadInput) return error.message.replace(`${path}: `, '');
    throw error;
  }
}

function differenceOfBytes(found: Uint8Array, right: Uint8Array): string {
  if (found.length !== right.length) return `${found.length} bytes where there have to be ${right.length}`;
  const at = found.findIndex((byte, i) => byte !== right[i]);
  const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`;
  return `byte ${at} is ${hex(found[at]!)} where there has to be ${hex(right[at]!)}`;
}

/** `undefined` if every element has the same bits. */
function differenceOfTensors(found: Tensor, right: Tensor): string | undefined {
  const type = ({ dtype, dims }: Tensor) => `${dtype}${shapeText(dims)}`;
  if (type(found) !== type(right)) return `${type(found)} where there has to be ${type(right)}`;
  const count = elementCount(right.dims);
  const differing = Array.from({ length: count }, (_, i) => i).filter((i) => !isSameAt(found, right, i));
  if (differing.length === 0) return undefined;
  const { kind } = formatOf(right.dtype);
  const distance = kind === 'complex' || kind === 'string' ? undefined : distanceOf(found, right);
  const worst = distance ? differing.reduce((a, b) => (distance(b) > distance(a) ? b : a)) : differing[0]!;
  const value = (tensor: Tensor) => formatScalar(scalarsOf(tensor)(worst));
  const unit = kind === 'float' ? ` units in the last place` : '';
  const off = distance ? `, off by ${distance(worst)}${unit}` : '';
  const others = differing.length === 1 ? '' : `; ${differing.length} of ${count} elements differ`;
  return `element ${worst} is ${value(found)} where there has to be ${value(right)}${off}${others}`;
}

/** Returns a function from an index to the distance between two elements, in values of their type. */
function distanceOf(found: Tensor, right: Tensor): (index: number) => bigint {
  return (i) => {
    const gap = ordinal(found, i) - ordinal(right, i);
    return gap < 0n ? -gap : gap;
  };
}

/** Returns the position of an element among all values of its type, in ascending order. */
function ordinal(tensor: Tensor, index: number): bigint {
  const bits = bitsAt(tensor, index);
  const format = formatOf(tensor.dtype);
  const sign = 1n << BigInt(format.bits - 1);
  if (bits < sign) return bits;
  if (format.kind === 'float') return sign - bits;
  return format.kind === 'integer' && format.signed ? bits - 2n * sign : bits;
}
