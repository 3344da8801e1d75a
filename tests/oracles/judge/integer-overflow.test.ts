import { expect, it } from 'vitest';
import {
  candidates,
  type Example,
  energy,
  type IntegerName,
  inFloat64,
  length,
  M,
  product,
  root,
  total,
} from './candidates.ts';

it.each<[string, Example, IntegerName, readonly bigint[], string]>([
  ['nothing is open', total, 'int8', [100n, 27n], '127!'],
  ['the least', total, 'int8', [-100n, -27n], '-127!'],
  [
    'overflow',
    total,
    'int8',
    [100n, 28n],
    '-128! widen wrap, 127! widen saturate, -128! wrap wrap, 127 saturate saturate',
  ],
  [
    'underflow',
    total,
    'int8',
    [-100n, -29n],
    '127! widen wrap, -128! widen saturate, 127! wrap wrap, -128 saturate saturate',
  ],
  ['both signs', total, 'int8', [100n, -100n, 100n, -100n], '0! widen, 0! wrap, -73…72 saturate'],
  [
    'one sign that turns',
    product,
    'int8',
    [-64n, -10n, -1n, 2n],
    '0! widen wrap, -128! widen saturate, 0! wrap wrap, -128…-127 saturate saturate',
  ],
  [
    'a result that a float type clamps',
    inFloat64,
    'int8',
    [100n, 28n],
    '-128! widen wrap, 127! widen saturate, -128! wrap wrap, 127 saturate saturate, -128 wrap wrap truncate float64, 127 saturate saturate truncate float64, -128 widen wrap truncate float64, 127 widen saturate truncate float64, anything widen truncate float64',
  ],
  ['a root of what is clamped below zero', root, 'int8', [-100n, -100n], 'anything widen, 7! wrap, anything saturate'],
  ['overflow on the way only', total, 'int8', [100n, 100n, -100n], '100! widen, 100! wrap, 27…100 saturate'],
  [
    'unsigned',
    total,
    'uint8',
    [200n, 100n],
    '44! widen wrap, 255! widen saturate, 44! wrap wrap, 255 saturate saturate',
  ],
  [
    'int64',
    total,
    'int64',
    [M, 1n],
    `${-M - 1n}! widen wrap, ${M}! widen saturate, ${-M - 1n}! wrap wrap, ${M} saturate saturate`,
  ],
  ['squares that fit', energy, 'int8', [11n, -2n], '125!'],
  [
    'squares that do not',
    energy,
    'int8',
    [-12n],
    '-112! widen wrap, 127! widen saturate, -112! wrap wrap, 127 saturate saturate',
  ],
  [
    // each wraps to -112: the sum of a wider type has a root only where it is clamped, or wraps again
    'a root of squares that wrap one by one',
    { ...length, roundings: ['truncate'] },
    'int8',
    [12n, 12n],
    '16! widen truncate exact, 5! wrap truncate exact, 11 saturate truncate exact, anything wrap truncate exact, 5 wrap truncate float64, 11 saturate truncate float64, anything wrap truncate float64, 5 wrap truncate float32, 11 saturate truncate float32, anything wrap truncate float32, 16 widen truncate float64, 16 widen truncate float32',
  ],
  [
    'squares that wrap one by one, and a sum that is clamped',
    energy,
    'int8',
    [12n, 12n],
    '32! widen wrap, 127! widen saturate, 32! wrap wrap, 127 saturate saturate, 32! wrap wrap, -128! wrap saturate',
  ],
  [
    'a clamped product',
    product,
    'int8',
    [-2n, 100n, 1n, -1n],
    '-56! widen wrap, 127! widen saturate, -56! wrap wrap, 127 saturate saturate',
  ],
  ['that depends on the order', product, 'int8', [-1n, 2n, 64n], '-128! widen, -128! wrap, -128…-127 saturate'],
])('overflow: %s', (_, definition, name, xs, expected) => {
  // where a value is an integer in any case, how it is rounded is not reported
  const brief = definition.roundings ? '' : ' truncate exact';
  const all = candidates(definition, name, xs);
  expect(all.map((c) => c.replace(brief, '')).join(', ')).toBe(expected);
});
