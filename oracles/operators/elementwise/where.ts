import { realsAndStrings } from '../../spec/schemas/declaration.ts';
import { elementwise } from './elementwise.ts';

/** Where: x if the condition is true, else y, bit for bit. */
export const where = elementwise({
  name: 'Where',
  definition: 'x if the condition is true, else y',
  dtypes: realsAndStrings,
  copiesElements: true,
  kernel: (a, [condition, x, y]) => a.select(condition!, x!, y!),
});
