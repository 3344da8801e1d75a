import { Float16Array } from '@petamoriken/float16';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../../oracles/numerics/rounding.ts';

const patterns = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);

describe.each(['float16', 'bfloat16'] as const)('%s', (name) => {
  const format = formatOf(name);
  const values = format.values!;
  const independent =
    name === 'float16'
      ? Float32Array.from(new Float16Array(patterns.buffer))
      : new Float32Array(Uint32Array.from(patterns, (bits) => bits * 0x10000).buffer);

  it('all patterns decode as elsewhere', () => {
    expect(values.length).toBe(0x10000);
    expect(patterns.every((bits) => Object.is(values[bits], independent[bits]))).toBe(true);
  });

  it('all values encode to their pattern, NaN to the quiet one', () => {
    const quiet = name === 'float16' ? 0x7e00 : 0x7fc0;
    const encoded = new Uint16Array(0x10000);
    const write = format.writer(encoded);
    for (const [bits, value] of values.entries()) write(bits, value);
    const wrong = patterns.filter((bits) => encoded[bits] !== (Number.isNaN(values[bits]) ? quiet : bits));
    expect([...wrong]).toEqual([]);
  });

  it('all values are representable, and no midpoint is', () => {
    expect(values.every((x) => isRepresentable(x, format))).toBe(true);
    const midpoints = values
      .filter((x, bits) => x > 0 && Number.isFinite(values[bits + 1]))
      .map((x) => x * (1 + 2 ** -20));
    expect(midpoints.some((x) => x > 2 ** -100 && isRepresentable(x, format))).toBe(false);
  });
});
