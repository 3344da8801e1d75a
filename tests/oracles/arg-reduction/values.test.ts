import { describe, expect, it } from 'vitest';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { accepted, type Request, row } from './call.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const tiny = 2 ** -1074;

type Row = [dtype: DType, values: readonly NumericScalar[], argMax: number, argMin: number];

describe('one index is right', () => {
  it.each<Row>([
    ['int64', [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n - 1n], 1, 2],
    ['int64', [2n ** 63n - 2n, 2n ** 63n - 1n, -(2n ** 63n), 1n - 2n ** 63n], 1, 2],
    ['uint64', [2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 0n], 2, 3],
    ['uint64', [2n ** 64n - 2n, 2n ** 64n - 3n, 2n ** 64n - 1n], 2, 1],
    ['uint32', [2 ** 31, 2 ** 31 - 1, 2 ** 32 - 1], 2, 1],
    ['int32', [2 ** 24 + 1, 2 ** 24 + 2, 2 ** 24], 1, 2],
    ['int16', [-32768, 32767, -32767], 1, 0],
    ['uint16', [32768, 65535, 32767], 1, 2],
    ['int8', [127, -128, 0], 0, 1],
    ['uint8', [128, 255, 127, 129], 1, 2],
    ['float16', [1, 1 + 2 ** -10, 1 - 2 ** -11], 1, 2],
    ['bfloat16', [1, 1 + 2 ** -7, 1 - 2 ** -8], 1, 2],
    ['float32', [1, 1 + 2 ** -23, 1 - 2 ** -24], 1, 2],
    ['float64', [1, 1 + 2 ** -52, 1 - 2 ** -53], 1, 2],
    ['float64', [0, tiny, -tiny], 1, 2],
    ['float16', [2 ** -24, 3 * 2 ** -24, -(2 ** -24)], 1, 2],
    ['float32', [0, -inf, inf], 2, 1],
    ['float32', [-inf, -3.4e38, -inf], 1, 0],
  ])('of %s %s', (dtype, values, argMax, argMin) => {
    for (const [name, index] of [
      ['ArgMax', argMax],
      ['ArgMin', argMin],
    ] as const) {
      const acceptance = row(name, dtype, values);
      expect([acceptance.best, accepted(acceptance, values.length)]).toEqual([BigInt(index), [index]]);
      expect(acceptance.isExactInAnyOrder).toBe(true);
      expect(acceptance.judge(BigInt(index))).toMatchObject({ tier: 'exact', errorOverBound: 0, observations: [] });
    }
  });
});

describe('ties', () => {
  const ofOpset12 = (values: readonly number[], request: Request) =>
    accepted(row('ArgMax', 'float32', values, request, 12), values.length);

  it('select_last_index decides from opset 12 on', () => {
    expect(ofOpset12([1, 3, 2, 3, 0], {})).toEqual([1]);
    expect(ofOpset12([1, 3, 2, 3, 0], { selectLastIndex: 0 })).toEqual([1]);
    expect(ofOpset12([1, 3, 2, 3, 0], { selectLastIndex: 1 })).toEqual([3]);
  });

  it.each([1, 10, 11])('at opset %i the first and the last are defensible, one between them is not', (opset) => {
    const acceptance = row('ArgMin', 'int8', [5, 1, 1, 2, 1], {}, opset);
    expect([acceptance.best, acceptance.isExactInAnyOrder]).toEqual([1n, false]);
    expect(accepted(acceptance, 5)).toEqual([1, 4]);
    expect(acceptance.judge(1n)).toMatchObject({ observations: [{ policy: 'tie-index', choice: 'first' }] });
    expect(acceptance.judge(4n)).toMatchObject({ observations: [{ policy: 'tie-index', choice: 'last' }] });
    expect(acceptance.judge(2n)).toMatchObject({
      accepted: false,
      exact: '1',
      allowed: '1 (tie-index: first) or 4 (tie-index: last)',
    });
  });

  it('zeros of either sign are equal, and infinities equal themselves', () => {
    expect(ofOpset12([-0, 0, -0, 0], {})).toEqual([0]);
    expect(ofOpset12([0, -0], { selectLastIndex: 1 })).toEqual([1]);
    expect(ofOpset12([-inf, -inf], {})).toEqual([0]);
    expect(ofOpset12([1, inf, inf], { selectLastIndex: 1 })).toEqual([2]);
  });
});

describe('NaN', () => {
  type Seen = readonly [index: number, ...choices: string[]];
  const atFirst = 'nan-index propagates or if-first';
  const last = ['nan-index propagates', 'nan-occurrence last'];
  it.each<[values: readonly number[], request: Request, ...seen: Seen[]]>([
    // a single NaN is the first and the last
    [[1, nan, 2], {}, [1, 'nan-index propagates'], [2, 'nan-index ignored or if-first']],
    [[1, nan, 2], { selectLastIndex: 1 }, [1, 'nan-index propagates'], [2, 'nan-index ignored or if-first']],
    [[1, 2, nan, 2], { selectLastIndex: 1 }, [2, 'nan-index propagates'], [3, 'nan-index ignored or if-first']],
    [[nan, 1, nan], {}, [0, atFirst], [1, 'nan-index ignored'], [2, ...last]],
    [[nan, 5, 5], { selectLastIndex: 1 }, [0, atFirst], [2, 'nan-index ignored']],
    [[nan, inf], {}, [0, atFirst], [1, 'nan-index ignored']],
    // a search that passes over NaN answers where it began: nothing is decided but what the other end says
    [[nan, nan], {}, [0], [1, ...last]],
    [[nan, nan], { selectLastIndex: 1 }, [0], [1, 'nan-index propagates or ignored']],
    // one that begins with -Infinity and the first place finds nothing better
    [[nan, -inf], {}, [0], [1, 'nan-index ignored']],
    [[nan], {}, [0]],
  ])('among %s %o', (values, request, ...seen) => {
    const acceptance = row('ArgMax', 'float64', values, request);
    expect(accepted(acceptance, values.length)).toEqual(seen.map(([index]) => index));
    for (const [index, ...choices] of seen) {
      const verdict = acceptance.judge(BigInt(index));
      const observed = verdict.accepted ? verdict.observations.map(({ policy, choice }) => `${policy} ${choice}`) : [];
      expect(observed).toEqual(choices);
    }
  });

  it('the place of a number that is not an extreme is wrong under every policy', () => {
    const verdict = row('ArgMin', 'float32', [4, 2, nan, 6, 1, 3]).judge(3n);
    expect(verdict).toMatchObject({ accepted: false, exact: '2' });
  });
});
