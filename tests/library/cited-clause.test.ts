import { expect, it } from 'vitest';
import type { Kernel } from '../../src/index.ts';
import { check, tensor } from '../../src/index.ts';

/** Mod of int8 without broadcasting, by a function of two numbers. */
const mod =
  (of: (x: number, y: number, fmod: unknown) => number): Kernel =>
  ([a, b], { fmod }) => {
    if (a!.dtype !== 'int8' || `${a!.dims}` !== `${b!.dims}`) {
      throw Object.assign(new Error('int8 of equal shapes'), { name: 'Unsupported' });
    }
    const [xs, ys] = [a!, b!].map(({ data }) => Array.from(data as Int8Array));
    return tensor(
      'int8',
      a!.dims,
      xs!.map((x, i) => of(x, ys![i]!, fmod)),
    );
  };
const citedFor = async (kernel: Kernel) => `${(await check(kernel, { ids: 'Mod/28/int8' })).report}`;

it('a finding cites the clause that holds in no case, where the definition holds in some', async () => {
  expect(await citedFor(mod((x, y) => x % y))).toContain('clause   sign-of-divisor: Without fmod');
});

it('and the definition where that never holds', async () => {
  expect(await citedFor(mod((x, y, fmod) => (fmod ? 3 : 5) + (x % y)))).toContain('clause   definition:');
});
