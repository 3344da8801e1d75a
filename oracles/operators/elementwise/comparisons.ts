import { realsAndStrings } from '../../spec/schemas/declaration.ts';
import { elementwise } from './elementwise.ts';

/** Equal: x = y, of strings by their code points. */
export const equal = elementwise({
  name: 'Equal',
  definition: 'x = y',
  dtypes: realsAndStrings,
  kernel: (a, [x, y]) => a.equal(x!, y!),
});

/** Greater: x > y. */
export const greater = elementwise({ name: 'Greater', definition: 'x > y', kernel: (a, [x, y]) => a.less(y!, x!) });

/** GreaterOrEqual: x ≥ y. */
export const greaterOrEqual = elementwise({
  name: 'GreaterOrEqual',
  definition: 'x ≥ y',
  kernel: (a, [x, y]) => a.select(a.less(y!, x!), a.of(1), a.equal(x!, y!)),
});

/** IsInf: whether x is an infinity of a requested sign. */
export const isInf = elementwise({
  name: 'IsInf',
  definition: 'x = ±∞',
  kernel: (a, [x], node) => {
    const [plus, minus] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((end) => a.equal(x!, a.of(end)));
    const asked = (name: string) => a.of(Number(node.number(name) !== 0));
    const negative = a.select(minus!, asked('detect_negative'), a.of(0));
    return a.select(plus!, asked('detect_positive'), negative);
  },
});

/** IsNaN: whether x is NaN. */
export const isNan = elementwise({ name: 'IsNaN', definition: 'x = NaN', kernel: (a, [x]) => a.isNaN(x!) });

/** Less: x < y. */
export const less = elementwise({ name: 'Less', definition: 'x < y', kernel: (a, [x, y]) => a.less(x!, y!) });

/** LessOrEqual: x ≤ y. */
export const lessOrEqual = elementwise({
  name: 'LessOrEqual',
  definition: 'x ≤ y',
  kernel: (a, [x, y]) => a.select(a.less(x!, y!), a.of(1), a.equal(x!, y!)),
});
