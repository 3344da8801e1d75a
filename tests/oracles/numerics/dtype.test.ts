import { expect, it } from 'vitest';
import { dtypeOfCode, dtypes, formatOf, integerRange, isDType } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { schemas } from '../../../oracles/spec/schemas/schemas.ts';

it('codes are those of TensorProto.DataType in onnx.proto', () => {
  const codes = Object.fromEntries(dtypes.map((dtype) => [dtype, formatOf(dtype).code]));
  expect(codes).toEqual({
    float32: 1,
    uint8: 2,
    int8: 3,
    uint16: 4,
    int16: 5,
    int32: 6,
    int64: 7,
    string: 8,
    bool: 9,
    float16: 10,
    float64: 11,
    uint32: 12,
    uint64: 13,
    complex64: 14,
    complex128: 15,
    bfloat16: 16,
    float8e4m3fn: 17,
    float8e4m3fnuz: 18,
    float8e5m2: 19,
    float8e5m2fnuz: 20,
    uint4: 21,
    int4: 22,
    float4e2m1: 23,
    float8e8m0: 24,
    uint2: 25,
    int2: 26,
    float6e2m3: 27,
    float6e3m2: 28,
  });
  for (const dtype of dtypes) expect(dtypeOfCode(formatOf(dtype).code)).toBe(dtype);
  // UNDEFINED, and what no release has
  for (const code of [0, 29]) expect(dtypeOfCode(code)).toBeUndefined();
});

it.each([
  ['float16', 2 ** -11, 2 ** -24, 65504],
  ['bfloat16', 2 ** -8, 2 ** -133, 3.3895313892515355e38],
  ['float32', 2 ** -24, 2 ** -149, 3.4028234663852886e38],
  ['float64', Number.EPSILON / 2, Number.MIN_VALUE, Number.MAX_VALUE],
  ['float8e4m3fn', 1 / 16, 2 ** -9, 448],
  ['float8e4m3fnuz', 1 / 16, 2 ** -10, 240],
  ['float8e5m2', 1 / 8, 2 ** -16, 57344],
  ['float8e5m2fnuz', 1 / 8, 2 ** -17, 57344],
  ['float8e8m0', 1 / 2, 2 ** -127, 2 ** 127],
  ['float6e2m3', 1 / 16, 1 / 8, 7.5],
  ['float6e3m2', 1 / 8, 1 / 16, 28],
  ['float4e2m1', 1 / 4, 1 / 2, 6],
] as const)('%s: roundoff, smallest, largest', (dtype, roundoff, smallest, largest) => {
  const format = formatOf(dtype);
  expect([2 ** -format.precision, 2 ** format.minExponent, largestFinite(format)]).toEqual([
    roundoff,
    smallest,
    largest,
  ]);
});

it.each([
  ['int2', -2n, 1n],
  ['uint2', 0n, 3n],
  ['int4', -8n, 7n],
  ['uint4', 0n, 15n],
  ['int8', -128n, 127n],
  ['uint8', 0n, 255n],
  ['int16', -32768n, 32767n],
  ['uint16', 0n, 65535n],
  ['int32', -2147483648n, 2147483647n],
  ['uint32', 0n, 4294967295n],
  ['int64', -9223372036854775808n, 9223372036854775807n],
  ['uint64', 0n, 18446744073709551615n],
] as const)('%s: %i to %i', (dtype, min, max) => expect(integerRange(formatOf(dtype))).toEqual({ min, max }));

it('knows its names', () => {
  expect(dtypes.every(isDType)).toBe(true);
  expect(['float', 'double', 'seq(string)', '', 'constructor', 'FLOAT16'].some(isDType)).toBe(false);
});

it('schemas have no other tensors', () => {
  const types = schemas.flatMap((schema) => (schema.deprecated ? [] : Object.values(schema.types)));
  const names = new Set(types.flatMap((list) => list.split(' ')).filter((name) => !name.includes('(')));
  expect([...names].toSorted()).toEqual(dtypes.toSorted());
});
