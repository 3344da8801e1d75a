import { expect, it } from 'vitest';
import { dtypeOfCode, dtypes, formatOf, integerRange, isDType } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';

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
    bool: 9,
    float16: 10,
    float64: 11,
    uint32: 12,
    uint64: 13,
    bfloat16: 16,
  });
  for (const dtype of dtypes) expect(dtypeOfCode(formatOf(dtype).code)).toBe(dtype);
  // UNDEFINED, STRING, COMPLEX64, FLOAT8E4M3FN
  for (const code of [0, 8, 14, 17]) expect(dtypeOfCode(code)).toBeUndefined();
});

it.each([
  ['float16', 2 ** -11, 2 ** -24, 65504],
  ['bfloat16', 2 ** -8, 2 ** -133, 3.3895313892515355e38],
  ['float32', 2 ** -24, 2 ** -149, 3.4028234663852886e38],
  ['float64', Number.EPSILON / 2, Number.MIN_VALUE, Number.MAX_VALUE],
] as const)('%s: roundoff, smallest, largest', (dtype, roundoff, smallest, largest) => {
  const format = formatOf(dtype);
  expect([2 ** -format.precision, 2 ** format.minExponent, largestFinite(format)]).toEqual([
    roundoff,
    smallest,
    largest,
  ]);
});

it.each([
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
  expect(['float', 'double', 'string', '', 'constructor', 'FLOAT16'].some(isDType)).toBe(false);
});
