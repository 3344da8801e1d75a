import { expect, it } from 'vitest';
import { candidatesOf, type IntegerDefinition } from '../../../oracles/acceptance/integer-candidates.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { average, greatest, least, length, logarithm, logSumExp, shown } from './candidates.ts';

it.each<[string, IntegerDefinition, 'int8' | 'uint8' | 'int64', readonly bigint[], string]>([
  ['a mean that is an integer', average, 'int8', [3n, 5n], '4!'],
  [
    'one that is not',
    average,
    'int8',
    [-4n, -3n],
    '-3! widen truncate exact, -4! widen floor exact, -4! widen nearest-even exact, -3 widen float64 truncate, -4 widen float64 floor, -4 widen float64 nearest-even',
  ],
  [
    'one whose sum overflows',
    average,
    'int8',
    [100n, 101n],
    '100! widen truncate exact, 100! widen floor exact, 100! widen nearest-even exact, -27! wrap truncate exact, -27 wrap truncate float64, 63 saturate truncate exact, 63 saturate truncate float64, -28! wrap floor exact, -28 wrap floor float64, 63 saturate floor exact, 63 saturate floor float64, -28! wrap nearest-even exact, -28 wrap nearest-even float64, 64 saturate nearest-even exact, 64 saturate nearest-even float64, 100 widen float64 truncate, 100 widen float64 floor, 100 widen float64 nearest-even',
  ],
  ['one that float32 holds', average, 'int64', [2n ** 24n], '16777216!'],
  [
    'or does not',
    average,
    'int64',
    [2n ** 24n + 1n],
    '16777217! widen truncate exact, 16777217! widen floor exact, 16777217! widen nearest-even exact, 16777217 widen float64 truncate, 16777217 widen float64 floor, 16777217 widen float64 nearest-even',
  ],
  [
    'one that float64 holds',
    average,
    'int64',
    [2n ** 53n - 1n],
    '9007199254740991! widen truncate exact, 9007199254740991! widen floor exact, 9007199254740991! widen nearest-even exact, 9007199254740991 widen float64 truncate, 9007199254740991 widen float64 floor, 9007199254740991 widen float64 nearest-even',
  ],
  [
    'nor does float64',
    average,
    'int64',
    [2n ** 53n + 1n],
    '9007199254740993! widen truncate exact, 9007199254740993! widen floor exact, 9007199254740993! widen nearest-even exact, 9007199254740992…9007199254740994 widen float64 truncate, 9007199254740992…9007199254740994 widen float64 floor, 9007199254740992…9007199254740994 widen float64 nearest-even',
  ],
  [
    'a root',
    length,
    'int8',
    [2n, 2n],
    '2! widen truncate exact, 3! widen nearest-even exact, 2 widen float64 truncate, 3 widen float64 nearest-even, 2 widen float32 truncate, 3 widen float32 nearest-even',
  ],
  [
    'of a sum that overflows',
    length,
    'int8',
    [10n, 10n],
    '14! widen truncate exact, 14! widen nearest-even exact, anything wrap truncate exact, anything wrap truncate float64, anything wrap truncate float32, 11 saturate truncate exact, 11 saturate truncate float64, 11 saturate truncate float32, anything wrap nearest-even exact, anything wrap nearest-even float64, anything wrap nearest-even float32, 11 saturate nearest-even exact, 11 saturate nearest-even float64, 11 saturate nearest-even float32, 14 widen float64 truncate, 14 widen float64 nearest-even, 14 widen float32 truncate, 14 widen float32 nearest-even',
  ],
  [
    'beyond float32',
    length,
    'int64',
    [2n ** 24n + 1n],
    '16777217! widen truncate exact, 16777217! widen nearest-even exact, 16777217 widen float64 truncate, 16777217 widen float64 nearest-even, 16777216 widen float32 truncate, 16777216 widen float32 nearest-even',
  ],
  ['a logarithm', logarithm, 'int8', [1n, 2n], '1! widen, 1 widen float64 truncate'],
  ['of zero', logarithm, 'int8', [0n], '-128! widen, anything widen float64'],
  ['below it', logarithm, 'int8', [-1n], 'anything widen, anything widen float64'],
  ['of a large number', logarithm, 'int64', [2n ** 60n], '41! widen, 41 widen float64 truncate'],
  ['of exponentials', logSumExp, 'int8', [0n, 0n], '0! widen, 0 widen float64 truncate'],
  ['a maximum of nothing', greatest, 'int8', [], '-128! widen'],
  ['a minimum of nothing', least, 'int8', [], '127! widen'],
  [
    'a root of a sum that float32 rounds once',
    length,
    'int64',
    [2n ** 24n + 1n, 2n ** 24n + 3n, 2n ** 24n + 5n],
    '29058995! widen truncate exact, 29058996! widen nearest-even exact, 29058995 widen float64 truncate, 29058996 widen float64 nearest-even, 29058996 widen float32 truncate, 29058996 widen float32 nearest-even',
  ],
  [
    'a root rounded with its sum, or without',
    length,
    'int64',
    [33554433n, 7000021n],
    '34276818! widen truncate exact, 34276818! widen nearest-even exact, 34276818 widen float64 truncate, 34276818 widen float64 nearest-even, 34276816…34276820 widen float32 truncate, 34276816…34276820 widen float32 nearest-even',
  ],
  [
    'or the other way round',
    length,
    'int64',
    [33554435n, 4000012n],
    '33792013! widen truncate exact, 33792014! widen nearest-even exact, 33792013 widen float64 truncate, 33792014 widen float64 nearest-even, 33792012…33792016 widen float32 truncate, 33792012…33792016 widen float32 nearest-even',
  ],
])('rounding: %s', (_, definition, name, xs, expected) => {
  // where a value is an integer in any case, how it is rounded is not told
  const brief = definition.roundings.length > 0 ? '' : ' truncate exact';
  const candidates = candidatesOf(definition, xs, formatOf(name));
  expect(candidates.map((c) => shown(c).replace(brief, '')).join(', ')).toBe(expected);
});
