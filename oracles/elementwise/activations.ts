import { exp } from '../arithmetic/functions.ts';
import { elementwise } from './elementwise.ts';

/** Sigmoid: 1 / (1 + e⁻ˣ). */
export const sigmoid = elementwise({
  name: 'Sigmoid',
  definition: '1 / (1 + e⁻ˣ)',
  kernel: (a, [x]) => a.divide(a.of(1), a.add(a.of(1), a.apply(exp, a.negate(x!)))),
});
