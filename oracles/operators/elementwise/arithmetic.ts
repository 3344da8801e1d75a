import { elementwise } from './elementwise.ts';

/** Add: x + y. */
export const add = elementwise({ name: 'Add', definition: 'x + y', kernel: (a, [x, y]) => a.add(x!, y!) });

/** Neg: -x. */
export const neg = elementwise({ name: 'Neg', definition: '-x', kernel: (a, [x]) => a.negate(x!) });
