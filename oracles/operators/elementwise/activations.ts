import { exp } from '../../arithmetic/functions.ts';
import { elementwise } from './elementwise.ts';

/** Sigmoid: 1 / (1 + e⁻ˣ). */
export const sigmoid = elementwise({
  name: 'Sigmoid',
  definition: '1 / (1 + e⁻ˣ)',
  // the tolerance of the tests of WebNN (web-platform-tests)
  accuracy: { ulps: 34, ulps16: 3 },
  kernel: (a, [x]) => a.divide(a.of(1), a.add(a.of(1), a.apply(exp, a.negate(x!)))),
});
