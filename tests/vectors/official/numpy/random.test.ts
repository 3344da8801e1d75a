import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BoundedDType } from '../../../../vectors/official/numpy/bounded-integers.ts';
import { NumpyRandom } from '../../../../vectors/official/numpy/random.ts';

// The figures are what numpy 1.24.2 answers (Debian's python3-numpy, x86-64, glibc 2.36).

const seeded = (seed: number) => new NumpyRandom(seed);
const digest = (data: NodeJS.ArrayBufferView) => createHash('sha256').update(data).digest('hex');

describe('uniform values', () => {
  it.each([
    [0, [0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.5448831829968969, 0.4236547993389047]],
    [1, [0.417022004702574, 0.7203244934421581, 0.00011437481734488664, 0.30233257263183977]],
    [42, [0.3745401188473625, 0.9507143064099162, 0.7319939418114051]],
    [2 ** 32 - 1, [0.0976320289940138, 0.9123828453026218]],
  ])('rand after seed(%i)', (seed, expected) => {
    expect([...seeded(seed).random(expected.length)]).toEqual(expected);
  });

  it('uniform(-10, 10) after seed(0)', () => {
    const expected = [0.9762700785464951, 4.30378732744839, 2.055267521432878, 0.8976636599379368];
    expect([...seeded(0).uniform(-10, 10, 4)]).toEqual(expected);
  });

  it('past the first 624 words, in one call or in several', () => {
    const stream = seeded(0);
    stream.random(1999);
    expect([...stream.random(1)]).toEqual([0.5017731306999452]);
    expect(seeded(0).random(2000).at(-1)).toBe(0.5017731306999452);
  });
});

describe('normal values', () => {
  it.each([
    [
      0,
      [
        1.764052345967664, 0.4001572083672233, 0.9787379841057392, 2.240893199201458, 1.8675579901499675,
        -0.977277879876411, 0.9500884175255894,
      ],
    ],
    [42, [0.4967141530112327, -0.13826430117118466, 0.6476885381006925, 1.5230298564080254]],
  ])('randn after seed(%i)', (seed, expected) => {
    expect([...seeded(seed).randn(expected.length)]).toEqual(expected);
  });

  it('the second half of a pair outlives other draws', () => {
    const stream = seeded(0);
    expect([...stream.randn(3), ...stream.random(2), ...stream.randn(2)]).toEqual([
      1.764052345967664, 0.4001572083672233, 0.9787379841057392, 0.4236547993389047, 0.6458941130666561,
      2.240893199201458, 0.9500884175255894,
    ]);
  });

  it('60 of them as float32, the most that one tensor of the softmax vectors takes', () => {
    expect(digest(Float32Array.from(seeded(0).randn(60)))).toBe(
      '20d9a6dfda5a332779c9430e95d358117b5f3e63cd745aef68d074f028e5ef50',
    );
  });
});

describe('integers', () => {
  const hundred: readonly (readonly [BoundedDType, readonly number[]])[] = [
    ['int64', [44, 47, 64, 67, 67, 9, 83, 21, 36, 87]],
    ['uint64', [44, 47, 64, 67, 67, 9, 83, 21, 36, 87]],
    ['int32', [44, 47, 64, 67, 67, 9, 83, 21, 36, 87]],
    ['uint32', [44, 47, 64, 67, 67, 9, 83, 21, 36, 87]],
    ['int16', [44, 47, 68, 22, 64, 33, 67, 78, 34, 67]],
    ['uint16', [44, 47, 68, 22, 64, 33, 67, 78, 34, 67]],
    ['int8', [44, 10, 12, 47, 42, 68, 23, 38, 22, 55]],
    ['uint8', [44, 10, 12, 47, 42, 68, 23, 38, 22, 55]],
  ];
  it.each(hundred)('randint(0, 100) of %s after seed(0)', (dtype, expected) => {
    expect([...seeded(0).randint(0, 100, 10, dtype)].map(Number)).toEqual(expected);
  });

  const ranges: readonly (readonly [BoundedDType, bigint, bigint, readonly bigint[]])[] = [
    ['bool', 0n, 2n, [0n, 0n, 1n, 1n, 0n, 1n, 0n, 1n, 0n, 1n]],
    ['uint8', 0n, 256n, [172n, 10n, 127n, 140n, 47n, 170n]],
    ['int8', -128n, 128n, [44n, -118n, -1n, 12n, -81n, 42n]],
    ['uint32', 0n, 2n ** 32n, [2357136044n, 2546248239n, 3071714933n]],
    ['int64', -(2n ** 31n), 2n ** 31n - 1n, [209652396n, 398764591n, 924231285n, 1478610112n]],
    ['int64', 0n, 2n ** 40n, [741280623151n, 506137267392n, 291447657211n]],
    ['int64', -(2n ** 63n), 2n ** 63n - 1n, [900450186894289455n, 3969543146641149120n, 1895649597198586619n]],
    ['uint64', 0n, 2n ** 64n, [10123822223749065263n, 13192915183495924928n, 11119021634053362427n]],
  ];
  it.each(ranges)('randint of %s in [%i, %i) after seed(0)', (dtype, low, high, expected) => {
    expect([...seeded(0).randint(low, high, expected.length, dtype)].map(BigInt)).toEqual(expected);
  });

  it('a range of one value draws nothing; what is left of a word goes with the call', () => {
    const one = seeded(0);
    expect([...one.randint(5, 6, 3, 'int32'), ...one.random(1)]).toEqual([5, 5, 5, 0.5488135039273248]);
    const bytes = seeded(0);
    expect([...bytes.randint(0, 10, 3, 'uint8'), ...bytes.random(1)]).toEqual([4, 7, 5, 0.8442657485810173]);
  });

  it('100000 of them', () => {
    const expected = '12ade34e22baaf03486aec42aec109d5942826f0fdc01c7b78dd47ddcd0a4c2d';
    expect(digest(seeded(0).randint(0, 1000, 100_000, 'int64'))).toBe(expected);
  });

  it.each([
    ['uint8', -1, 4],
    ['int8', 0, 129],
    ['bool', 0, 3],
    ['int32', 4, 4],
  ] as const)('%s has no range [%i, %i)', (dtype, low, high) => {
    expect(() => seeded(0).randint(low, high, 1, dtype)).toThrow(`[${low}, ${high}) is not a range of ${dtype}`);
  });
});
