import { describe, expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const windowOf = (name: string, size: number, attributes = {}) =>
  values(name, attributes, [tensorOf('int64', [BigInt(size)], [])]) as (number | bigint)[];
const f = Math.fround;
const root = Math.sqrt(0.5);

describe('windows', () => {
  it.each([
    ['HannWindow', [0, (1 - root) / 2, 0.5, (1 + root) / 2, 1, (1 + root) / 2, 0.5, (1 - root) / 2]],
    ['HammingWindow', [4 / 46, (25 - 21 * root) / 46, 25 / 46, (25 + 21 * root) / 46, 1]],
    ['BlackmanWindow', [0, 0.42 - 0.5 * root, 0.34, 0.42 + 0.5 * root, 1]],
  ])('%s of eight', (name, expected) => {
    expect(windowOf(name, 8).slice(0, expected.length)).toEqual(expected.map(f));
  });

  it('end as they begin where they are symmetric', () => {
    expect(windowOf('HannWindow', 5, { periodic: 0 })).toEqual([0, 0.5, 1, 0.5, 0]);
    expect(windowOf('HannWindow', 4, { periodic: 0 })).toEqual([0, 0.75, 0.75, 0]);
    expect(windowOf('BlackmanWindow', 3, { periodic: 0 })).toEqual([0, 1, 0]);
  });

  it('are of the type that is named, and integers truncated', () => {
    expect(windowOf('HammingWindow', 4, { output_datatype: 11 })[0]).toBe(4 / 46);
    expect(windowOf('HannWindow', 4, { output_datatype: 6 })).toEqual([0n, 0n, 1n, 0n]);
  });

  it('admit what float32 gives, and a zero below it in integers', () => {
    const operator = findOperator('HannWindow')!;
    const given = (output_datatype: number, got: number | bigint, index: number) => {
      const [output] = operator.expect(versionAt(operator, 17), {
        attributes: { output_datatype: { type: 'INT', value: output_datatype } },
        inputs: [tensorOf('int64', [6n], [])],
      });
      return output!.accept(index).judge(got).accepted;
    };
    expect(given(11, f(0.75 + 2 ** -22), 2)).toBe(true);
    expect(given(11, 0.75 + 2 ** -18, 2)).toBe(false);
    expect(given(6, 0n, 3)).toBe(true);
    expect(given(6, 0n, 2)).toBe(true);
    expect(given(6, 1n, 2)).toBe(false);
  });

  it('have a number at least', () => {
    expect(windowOf('HannWindow', 1)).toEqual([0]);
    expect(windowOf('HannWindow', 1, { periodic: 0 })).toEqual([Number.NaN]);
    expect(() => windowOf('HannWindow', 0)).toThrow(NotJudged);
    expect(() => windowOf('HannWindow', -1)).toThrow(NotJudged);
    expect(() => values('HannWindow', {}, [[4n]])).toThrow(NotJudged);
  });
});
