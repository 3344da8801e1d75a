/**
 * The properties of a dtype, and the few kinds of dtypes: machine floats, floats stored as bit patterns, integers, truth
 * values, complex numbers, strings.
 */
import { encode, type FloatEncoding, valuesOf } from './float-codes.ts';

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** A number in computations of the suite: floats as doubles (exact for every format), integers and bools as bigints. */
export type NumericScalar = number | bigint;

/** An element of a tensor of any dtype. */
export type Scalar = NumericScalar | Complex | string;

/** Returns whether two elements of one dtype are the same value: signs of zeros matter, payloads of NaN do not. */
export function isSame(a: Scalar, b: Scalar): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  return Object.is(a.re, b.re) && Object.is(a.im, b.im);
}

/** The arrays of machine numbers. */
export type TypedArray =
  | (Uint8Array | Uint16Array | Uint32Array | BigUint64Array)
  | (Int8Array | Int16Array | Int32Array | BigInt64Array)
  | (Float32Array | Float64Array);

/** The properties of every dtype. */
interface Trait<Name extends string, Held> {
  readonly name: Name;
  /** `TensorProto.DataType` */
  readonly code: number;
  /** the width of an element in raw_data, in bits: elements below 8 bits are packed; 0 for strings, whose width varies */
  readonly bits: number;
  /** the field of TensorProto for elements that are not in raw_data */
  readonly field: 'floatData' | 'int32Data' | 'int64Data' | 'doubleData' | 'uint64Data' | 'stringData';
  /** numpy's array-protocol string without the byte order; absent if numpy has no such type */
  readonly numpy?: string;
  /** the number of storage entries of an element: 2 for the real and imaginary part of a complex number */
  readonly parts: 1 | 2;
  /** Creates storage for `length` elements, all zero or empty. */
  allocate(length: number): Held;
  /** Returns a function from the index of an element in storage of this dtype to its value. */
  reader(data: Storage): (index: number) => Scalar;
  /**
   * Returns a function that writes a value to storage of this dtype, which must represent it.
   * @throws RangeError if the dtype is stored as bit patterns and has none for the value
   */
  writer(data: Storage): (index: number, x: Scalar) => void;
}

export interface FloatTrait<Name extends string, Held> extends Trait<Name, Held>, FloatEncoding {
  readonly kind: 'float';
  /** the value of each bit pattern, in formats that are stored as patterns */
  readonly values?: Float32Array;
  reader(data: Storage): (index: number) => number;
}

export interface IntegerTrait<Name extends string, Held> extends Trait<Name, Held> {
  readonly kind: 'integer';
  /** two's complement */
  readonly signed: boolean;
  reader(data: Storage): (index: number) => bigint;
}

export interface BoolTrait<Name extends string, Held> extends Trait<Name, Held> {
  readonly kind: 'bool';
  reader(data: Storage): (index: number) => bigint;
}

export interface ComplexTrait<Name extends string, Held> extends Trait<Name, Held> {
  readonly kind: 'complex';
  reader(data: Storage): (index: number) => Complex;
}

export interface StringTrait<Name extends string, Held> extends Trait<Name, Held> {
  readonly kind: 'string';
  reader(data: Storage): (index: number) => string;
}

export type Storage = TypedArray | string[];

type ArrayClass<Held> = new (length: number) => Held;
type InFiles = Pick<Trait<string, unknown>, 'code' | 'numpy'>;
type Range = Pick<FloatEncoding, 'precision' | 'minExponent' | 'maxExponent'>;

export const range = (precision: number, minExponent: number, maxExponent: number): Range => ({
  precision,
  minExponent,
  maxExponent,
});

/** The values of a format in addition to positive numbers; each of these has fewer than the previous. */
export const ieee = { signed: true, hasZero: true, hasMinusZero: true, hasInfinity: true, hasNaN: true };
export const noInfinity = { ...ieee, hasInfinity: false };
export const finite = { ...noInfinity, hasNaN: false };
export const oneZero = { ...noInfinity, hasMinusZero: false };
export const powersOfTwo = { ...oneZero, signed: false, hasZero: false };

/** Returns the trait of a machine float. */
export const machineFloat = <Name extends string, Held extends Float32Array | Float64Array>(
  name: Name,
  inFiles: InFiles,
  field: 'floatData' | 'doubleData',
  held: ArrayClass<Held>,
  bits: number,
  numbers: Range,
): FloatTrait<Name, Held> => ({
  kind: 'float',
  name,
  ...inFiles,
  field,
  bits,
  ...numbers,
  ...ieee,
  parts: 1,
  allocate: (length) => new held(length),
  reader: (data) => (i) => (data as Float64Array)[i]!,
  writer: (data) => (i, x) => {
    (data as Float64Array)[i] = Number(x);
  },
});

/** Returns the trait of a float that is stored as a bit pattern. */
export function codedFloat<Name extends string, Held extends Uint8Array | Uint16Array>(
  name: Name,
  inFiles: InFiles,
  held: ArrayClass<Held>,
  bits: number,
  numbers: Range,
  special: Omit<FloatEncoding, keyof Range | 'bits'>,
): FloatTrait<Name, Held> {
  const encoding = { bits, ...numbers, ...special };
  let values: Float32Array | undefined;
  const all = () => {
    values ??= valuesOf(encoding);
    return values;
  };
  return {
    kind: 'float',
    name,
    ...inFiles,
    field: 'int32Data',
    ...encoding,
    parts: 1,
    get values() {
      return all();
    },
    allocate: (length) => new held(length),
    reader(data) {
      const known = all();
      return (i) => known[(data as Uint16Array)[i]!]!;
    },
    writer(data) {
      const known = all();
      return (i, x) => {
        (data as Uint16Array)[i] = encode(Number(x), encoding, known);
      };
    },
  };
}

export const integer = <Name extends string, Held extends TypedArray>(
  name: Name,
  code: number,
  held: ArrayClass<Held>,
  bits: number,
): IntegerTrait<Name, Held> => {
  const signed = !name.startsWith('u');
  const wide = bits === 64;
  return {
    kind: 'integer',
    name,
    code,
    bits,
    signed,
    field: signed ? (wide ? 'int64Data' : 'int32Data') : bits >= 32 ? 'uint64Data' : 'int32Data',
    ...(bits >= 8 && { numpy: `${signed ? 'i' : 'u'}${bits / 8}` }),
    parts: 1,
    allocate: (length) => new held(length),
    reader: (data) => (i) => BigInt((data as TypedArray)[i]!),
    writer: (data) =>
      wide
        ? (i, x) => {
            (data as BigInt64Array)[i] = BigInt(x as NumericScalar);
          }
        : (i, x) => {
            (data as Int32Array)[i] = Number(x);
          },
  };
};

/** Truth values, one byte each. */
export const bool: BoolTrait<'bool', Uint8Array> = {
  kind: 'bool',
  name: 'bool',
  code: 9,
  bits: 8,
  field: 'int32Data',
  numpy: 'b1',
  parts: 1,
  allocate: (length) => new Uint8Array(length),
  reader: (data) => (i) => BigInt((data as Uint8Array)[i]!),
  writer: (data) => (i, x) => {
    (data as Uint8Array)[i] = Number(x);
  },
};

export const complex = <Name extends string, Held extends Float32Array | Float64Array>(
  name: Name,
  inFiles: InFiles,
  field: 'floatData' | 'doubleData',
  held: ArrayClass<Held>,
  bits: number,
): ComplexTrait<Name, Held> => ({
  kind: 'complex',
  name,
  ...inFiles,
  bits,
  field,
  parts: 2,
  allocate: (length) => new held(2 * length),
  reader: (data) => (i) => ({ re: (data as Float64Array)[2 * i]!, im: (data as Float64Array)[2 * i + 1]! }),
  writer: (data) => (i, x) => (data as Float64Array).set([(x as Complex).re, (x as Complex).im], 2 * i),
});

export const string: StringTrait<'string', string[]> = {
  kind: 'string',
  name: 'string',
  code: 8,
  bits: 0,
  field: 'stringData',
  numpy: 'U',
  parts: 1,
  allocate: (length) => Array<string>(length).fill(''),
  reader: (data) => (i) => (data as string[])[i]!,
  writer: (data) => (i, x) => {
    (data as string[])[i] = String(x);
  },
};
