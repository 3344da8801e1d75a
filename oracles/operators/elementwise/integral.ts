import { clausesOf } from '../../clauses.ts';
import type { Clause } from '../../operator.ts';
import { releaseOf } from '../../releases.ts';
import type { Schema } from '../../schemas/schemas.ts';
import { changelog, sentence } from '../../source.ts';
import { elementwise } from './elementwise.ts';

const integralUnchanged = ({ name, since }: Schema): Clause => ({
  id: 'integral-unchanged',
  text: 'What is integral, a zero, an infinity or NaN is returned as it is.',
  source: sentence(changelog, `${name}-${since}, summary`, releaseOf(since), '1.14'),
  level: 'specified',
});
/** Ceil and Floor speak of integers since version 13. */
const sinceThirteen = (schema: Schema): readonly Clause[] => (schema.since < 13 ? [] : [integralUnchanged(schema)]);

/** Ceil: the least integer that is not below x. */
export const ceil = elementwise({
  name: 'Ceil',
  definition: '⌈x⌉',
  kernel: (a, [x]) => a.integral(x!, 'ceil'),
  clauses: sinceThirteen,
});

/** Floor: the greatest integer that is not above x. */
export const floor = elementwise({
  name: 'Floor',
  definition: '⌊x⌋',
  kernel: (a, [x]) => a.integral(x!, 'floor'),
  clauses: sinceThirteen,
});

/** Round: the integer nearest to x, of two the even one. */
export const round = elementwise({
  name: 'Round',
  definition: 'the nearest integer, of two the even one',
  kernel: (a, [x]) => a.integral(x!, 'nearest-even'),
  clauses: (schema) => [
    clausesOf('Round', schema).says(
      'halves-to-even',
      'Halves are rounded to the even one of the two nearest integers.',
    ),
    integralUnchanged(schema),
  ],
});
