import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const f = Math.fround;
const rows = [
  [1, 2, 3, 4.5, -7, 0.25],
  [100.5, 101, 99.25, 100, 102.75, 98],
  [1e-3, -2e-3, 3e-3, 1e-4, 0, 5e-3],
].map((row) => row.map(f));
const scale = [1.5, -0.7, 2, 0.1, 1, -3].map(f);
const shift = [0.3, -0.2, 5, 0, 1, -1].map(f);

const sum = (xs: readonly number[]) => xs.reduce((total, x) => f(total + x), 0);
const meanOf = (xs: readonly number[]) => f(sum(xs) / xs.length);

type Form = (x: number, mean: number, inverse: number, g: number, b: number) => number;

it.each<[string, Form]>([
  ['x·(inv·scale) + (B - mean·inv·scale)', (x, m, i, g, b) => f(f(x * f(i * g)) + f(b - f(f(m * i) * g)))],
  ['(x·inv - mean·inv)·scale + B', (x, m, i, g, b) => f(f(f(f(x * i) - f(m * i)) * g) + b)],
])('LayerNormalization as %s, every step rounded', (_, form) => {
  const operator = findOperator('LayerNormalization')!;
  const version = versionAt(operator, newestOpset);
  for (const row of rows) {
    const inputs = [tensorOf('float32', row), tensorOf('float32', scale), tensorOf('float32', shift)];
    const [y, mean, inverse] = operator.expect(version, { attributes: {}, inputs, outputs: 3 });
    const m = meanOf(row);
    const inv = f(1 / f(Math.sqrt(f(meanOf(row.map((x) => f(f(x - m) ** 2))) + f(1e-5)))));
    const accepted = row.map((x, i) => y!.accept(i).judge(form(x, m, inv, scale[i]!, shift[i]!)).accepted);
    expect(accepted).toEqual(row.map(() => true));
    const far = row.map((x, i) => y!.accept(i).judge(f(form(x, m, inv, scale[i]!, shift[i]!) + 0.01)).accepted);
    expect(far).toEqual(row.map(() => false));
    expect(mean!.accept(0).judge(m).accepted).toBe(true);
    // an rsqrt of two units
    const units = 2 ** (Math.floor(Math.log2(inv)) - 22);
    expect(inverse!.accept(0).judge(f(inv + units)).accepted).toBe(true);
    expect(inverse!.accept(0).judge(f(inv * 1.01)).accepted).toBe(false);
  }
});
