/**
 * The element types of ONNX tensors: one table with all their properties for the suite (values, storage, names in files). A new
 * type is one more line. Codes and fields are those of TensorProto in onnx.proto. The formats of floats are IEEE 754-2019
 * binary16, binary32, binary64, bfloat16 (the upper half of binary32), the 8-bit ones of ONNX's float8.md, and those of the OCP
 * Microscaling Formats (MX) specification 1.0.
 */
import {
  type BoolTrait,
  bool,
  type ComplexTrait,
  codedFloat,
  complex,
  type FloatTrait,
  finite,
  type IntegerTrait,
  ieee,
  integer,
  machineFloat,
  noInfinity,
  oneZero,
  powersOfTwo,
  range,
  type StringTrait,
  string,
  type TypedArray,
} from './trait.ts';

// numpy has no bfloat16: V2 (two opaque bytes) is what its `save` writes for the bfloat16 of the ml_dtypes package, and
// what `load(…).view(bfloat16)` reads back
const table = [
  codedFloat('float16', { code: 10, numpy: 'f2' }, Uint16Array, 16, range(11, -24, 15), ieee),
  codedFloat('bfloat16', { code: 16, numpy: 'V2' }, Uint16Array, 16, range(8, -133, 127), ieee),
  machineFloat('float32', { code: 1, numpy: 'f4' }, 'floatData', Float32Array, 32, range(24, -149, 127)),
  machineFloat('float64', { code: 11, numpy: 'f8' }, 'doubleData', Float64Array, 64, range(53, -1074, 1023)),
  codedFloat('float8e4m3fn', { code: 17 }, Uint8Array, 8, range(4, -9, 8), noInfinity),
  codedFloat('float8e4m3fnuz', { code: 18 }, Uint8Array, 8, range(4, -10, 7), oneZero),
  codedFloat('float8e5m2', { code: 19 }, Uint8Array, 8, range(3, -16, 15), ieee),
  codedFloat('float8e5m2fnuz', { code: 20 }, Uint8Array, 8, range(3, -17, 15), oneZero),
  codedFloat('float8e8m0', { code: 24 }, Uint8Array, 8, range(1, -127, 127), powersOfTwo),
  codedFloat('float6e2m3', { code: 27 }, Uint8Array, 6, range(4, -3, 2), finite),
  codedFloat('float6e3m2', { code: 28 }, Uint8Array, 6, range(3, -4, 4), finite),
  codedFloat('float4e2m1', { code: 23 }, Uint8Array, 4, range(2, -1, 2), finite),
  integer('int8', 3, Int8Array, 8),
  integer('uint8', 2, Uint8Array, 8),
  integer('int16', 5, Int16Array, 16),
  integer('uint16', 4, Uint16Array, 16),
  integer('int32', 6, Int32Array, 32),
  integer('uint32', 12, Uint32Array, 32),
  integer('int64', 7, BigInt64Array, 64),
  integer('uint64', 13, BigUint64Array, 64),
  integer('int4', 22, Int8Array, 4),
  integer('uint4', 21, Uint8Array, 4),
  integer('int2', 26, Int8Array, 2),
  integer('uint2', 25, Uint8Array, 2),
  bool,
  complex('complex64', { code: 14, numpy: 'c8' }, 'floatData', Float32Array, 64),
  complex('complex128', { code: 15, numpy: 'c16' }, 'doubleData', Float64Array, 128),
  string,
] as const;

type FormatRow = (typeof table)[number];
/** An array class, independent of the kind of buffer that its constructor creates. */
type HolderClass<Held, Known = TypedArray | string[]> = Known extends unknown
  ? Held extends Known
    ? Known
    : never
  : never;

/** The name of a dtype, as in schemas. */
export type DType = FormatRow['name'];
/** The storage of the elements of each dtype: bool as 0 and 1, small floats as bit patterns, complex numbers as pairs. */
export type StorageOf = { [R in FormatRow as R['name']]: HolderClass<ReturnType<R['allocate']>> };

export type FloatDType = Extract<FormatRow, { kind: 'float' }>['name'];
export type IntegerDType = Extract<FormatRow, { kind: 'integer' }>['name'];
export type ComplexDType = Extract<FormatRow, { kind: 'complex' }>['name'];

/** A binary floating-point format. */
export type FloatFormat = FloatTrait<FloatDType, StorageOf[FloatDType]>;
/** A two's complement or unsigned integer format. */
export type IntegerFormat = IntegerTrait<IntegerDType, StorageOf[IntegerDType]>;
export type BoolFormat = BoolTrait<'bool', Uint8Array>;
export type ComplexFormat = ComplexTrait<ComplexDType, StorageOf[ComplexDType]>;
export type StringFormat = StringTrait<'string', string[]>;
export type Format = FloatFormat | IntegerFormat | BoolFormat | ComplexFormat | StringFormat;

type FormatOf<D extends DType> = D extends FloatDType
  ? FloatFormat
  : D extends IntegerDType
    ? IntegerFormat
    : D extends ComplexDType
      ? ComplexFormat
      : Extract<BoolFormat | StringFormat, { name: D }>;

const byName: ReadonlyMap<string, Format> = new Map<string, Format>(table.map((format) => [format.name, format]));
const byCode = new Map<number, DType>(table.map((format) => [format.code, format.name]));

/** All dtypes of ONNX, floats first. */
export const dtypes: readonly DType[] = table.map((format) => format.name);

export const floatDTypes: readonly DType[] = dtypes.filter((dtype) => formatOf(dtype).kind === 'float');

/** Returns whether elements are real numbers or truth values, which have an order. */
export const isReal = (dtype: DType): boolean => !['complex', 'string'].includes(formatOf(dtype).kind);

/** The dtypes that have sums, products and an order. */
export const numericDTypes: readonly DType[] = dtypes.filter((dtype) =>
  ['float', 'integer'].includes(formatOf(dtype).kind),
);

/** Returns whether `name` is a dtype of the table. */
export function isDType(name: string): name is DType {
  return byName.has(name);
}

/** Returns the format of a dtype. */
export function formatOf<D extends DType>(dtype: D): FormatOf<D> {
  return byName.get(dtype) as FormatOf<D>;
}

/** Returns the dtype of a `TensorProto.DataType` code; `undefined` for an unknown code. */
export function dtypeOfCode(code: number): DType | undefined {
  return byCode.get(code);
}

/** Returns the smallest and largest value of an integer format. */
export function integerRange(format: Pick<IntegerFormat, 'bits' | 'signed'>): {
  readonly min: bigint;
  readonly max: bigint;
} {
  const bits = BigInt(format.bits);
  return format.signed
    ? { min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n }
    : { min: 0n, max: (1n << bits) - 1n };
}

/** How a result outside an integer type is stored: modulo two to the number of bits, or as the nearer end. */
export type IntegerOverflow = 'wrap' | 'saturate';

/** Brings `x` into the range of a type. */
export function intoRange(
  x: bigint,
  format: Pick<IntegerFormat, 'bits' | 'signed'>,
  overflow: IntegerOverflow,
): bigint {
  if (overflow === 'wrap') return format.signed ? BigInt.asIntN(format.bits, x) : BigInt.asUintN(format.bits, x);
  const { min, max } = integerRange(format);
  return x < min ? min : x > max ? max : x;
}
