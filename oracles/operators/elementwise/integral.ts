import { elementwise } from './elementwise.ts';

/** Ceil: the least integer that is not below x. */
export const ceil = elementwise({ name: 'Ceil', definition: '⌈x⌉', kernel: (a, [x]) => a.integral(x!, 'ceil') });

/** Floor: the greatest integer that is not above x. */
export const floor = elementwise({ name: 'Floor', definition: '⌊x⌋', kernel: (a, [x]) => a.integral(x!, 'floor') });

/** Round: the integer nearest to x, of two the even one. */
export const round = elementwise({
  name: 'Round',
  definition: 'the nearest integer, ties to even',
  kernel: (a, [x]) => a.integral(x!, 'nearest-even'),
});
