/**
 * The number formats of ONNX tensors: one table, from which everything else (storage, rounding, bounds, random data)
 * is derived. Codes are those of `TensorProto.DataType` in onnx.proto; the float formats are IEEE 754-2019 binary16,
 * binary32, binary64 and bfloat16 (the upper half of binary32).
 */

/** A binary floating-point format with subnormals, infinities and NaN. */
export interface FloatFormat {
  readonly kind: 'float';
  readonly name: 'float16' | 'bfloat16' | 'float32' | 'float64';
  /** `TensorProto.DataType` */
  readonly code: number;
  /** width of one element in storage, in bits */
  readonly bits: number;
  /** significand bits, the hidden bit included; the unit roundoff is 2^-precision */
  readonly precision: number;
  /** exponent of the smallest positive subnormal, 2^minExponent */
  readonly minExponent: number;
  /** exponent of the largest binade: finite values are below 2^(maxExponent + 1) */
  readonly maxExponent: number;
}

/** A two's complement or unsigned integer format. */
export interface IntegerFormat {
  readonly kind: 'integer';
  readonly name: 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64';
  /** `TensorProto.DataType` */
  readonly code: number;
  readonly bits: number;
  readonly signed: boolean;
}

/** Truth values, one byte each. */
export interface BoolFormat {
  readonly kind: 'bool';
  readonly name: 'bool';
  /** `TensorProto.DataType` */
  readonly code: number;
  readonly bits: 8;
}

export type Format = FloatFormat | IntegerFormat | BoolFormat;
export type DType = Format['name'];

const float = (
  name: FloatFormat['name'],
  code: number,
  bits: number,
  precision: number,
  minExponent: number,
  maxExponent: number,
): FloatFormat => ({ kind: 'float', name, code, bits, precision, minExponent, maxExponent });

const integer = (name: IntegerFormat['name'], code: number, bits: number): IntegerFormat => ({
  kind: 'integer',
  name,
  code,
  bits,
  signed: !name.startsWith('u'),
});

const table: readonly Format[] = [
  float('float16', 10, 16, 11, -24, 15),
  float('bfloat16', 16, 16, 8, -133, 127),
  float('float32', 1, 32, 24, -149, 127),
  float('float64', 11, 64, 53, -1074, 1023),
  integer('int8', 3, 8),
  integer('uint8', 2, 8),
  integer('int16', 5, 16),
  integer('uint16', 4, 16),
  integer('int32', 6, 32),
  integer('uint32', 12, 32),
  integer('int64', 7, 64),
  integer('uint64', 13, 64),
  { kind: 'bool', name: 'bool', code: 9, bits: 8 },
];

const byName = new Map(table.map((format) => [format.name, format]));
const byCode = new Map(table.map((format) => [format.code, format]));

/** Every dtype that the suite knows, floats first. */
export const dtypes: readonly DType[] = table.map((format) => format.name);

export const floatDTypes: readonly DType[] = dtypes.filter((dtype) => formatOf(dtype).kind === 'float');

/** True if `name` is a dtype of the table. */
export function isDType(name: string): name is DType {
  return byName.has(name as DType);
}

/** The format of a dtype. */
export function formatOf(dtype: FloatFormat['name']): FloatFormat;
export function formatOf(dtype: IntegerFormat['name']): IntegerFormat;
export function formatOf(dtype: DType): Format;
export function formatOf(dtype: DType): Format {
  return byName.get(dtype)!;
}

/** The dtype of a `TensorProto.DataType` code, or `undefined` for a code that the suite does not know. */
export function dtypeOfCode(code: number): DType | undefined {
  return byCode.get(code)?.name;
}

/** Smallest and largest value of an integer format. */
export function integerRange(format: IntegerFormat): { readonly min: bigint; readonly max: bigint } {
  const bits = BigInt(format.bits);
  return format.signed
    ? { min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n }
    : { min: 0n, max: (1n << bits) - 1n };
}
