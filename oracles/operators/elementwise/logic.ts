import { type Format, formatOf, type IntegerFormat, integerRange } from '../../numerics/dtype.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { elementwise } from './elementwise.ts';

/** And: x ∧ y. */
export const and = elementwise({
  name: 'And',
  definition: 'x ∧ y',
  kernel: (a, [x, y]) => a.select(x!, y!, a.of(0)),
});

/** Or: x ∨ y. */
export const or = elementwise({ name: 'Or', definition: 'x ∨ y', kernel: (a, [x, y]) => a.select(x!, a.of(1), y!) });

/** Xor: x ⊻ y. */
export const xor = elementwise({
  name: 'Xor',
  definition: 'x ⊻ y',
  kernel: (a, [x, y]) => a.select(x!, a.select(y!, a.of(0), a.of(1)), y!),
});

/** Not: ¬x. */
export const not = elementwise({ name: 'Not', definition: '¬x', kernel: (a, [x]) => a.select(x!, a.of(0), a.of(1)) });

/** BitwiseAnd: x & y. */
export const bitwiseAnd = elementwise({
  name: 'BitwiseAnd',
  definition: 'x & y',
  kernel: (a, [x, y]) => a.bitwise('and', x!, y!),
});

/** BitwiseOr: x | y. */
export const bitwiseOr = elementwise({
  name: 'BitwiseOr',
  definition: 'x | y',
  kernel: (a, [x, y]) => a.bitwise('or', x!, y!),
});

/** BitwiseXor: x ^ y. */
export const bitwiseXor = elementwise({
  name: 'BitwiseXor',
  definition: 'x ^ y',
  kernel: (a, [x, y]) => a.bitwise('xor', x!, y!),
});

/** BitwiseNot: all bits of x inverted, which mirrors the range of the type. */
export const bitwiseNot = elementwise({
  name: 'BitwiseNot',
  definition: '~x',
  kernel: (a, [x], node) => {
    const { min, max } = integerRange(integerFormat(node.input(0).dtype));
    return a.subtract(a.of(min + max), x!);
  },
});

/** The first version that defines every amount. */
const firstOfAnyAmount = 28;

/**
 * BitShift: x·2ʸ or ⌊x/2ʸ⌋, within the bits of the type. Amounts that are negative, or at least the bits of the type, shift out
 * all bits since version 28; earlier versions do not define them.
 */
export const bitShift = elementwise({
  name: 'BitShift',
  definition: 'x·2ʸ or ⌊x/2ʸ⌋',
  attributeValues: () => ({ direction: ['LEFT', 'RIGHT'] }),
  refine(expected, { since }, { inputs: [x, y] }) {
    const { bits } = integerFormat(x!.dtype);
    if (since < firstOfAnyAmount && elementsOf(y!).some((by) => Number(by) < 0 || Number(by) >= bits)) {
      throw new NotJudged('shifts by … bits and more', bits);
    }
    return expected;
  },
  kernel: (a, [x, y], node) => {
    const { bits, signed } = integerFormat(node.input(0).dtype);
    const isWithin = a.select(a.less(y!, a.of(0)), a.of(0), a.less(y!, a.of(bits)));
    const factor = a.power(a.of(2), a.select(isWithin, y!, a.of(bits)));
    if (node.string('direction') === 'RIGHT') return a.integral(a.divide(x!, factor), 'floor');
    const count = a.of(2n ** BigInt(bits));
    const shifted = a.multiply(x!, factor);
    const offset = a.of(signed ? 2n ** BigInt(bits - 1) : 0n);
    // the residue modulo 2^bits that is in the range of the type
    const turns = a.integral(a.divide(a.add(shifted, offset), count), 'floor');
    return a.subtract(shifted, a.multiply(turns, count));
  },
});

const integerFormat = (dtype: Format['name']) => formatOf(dtype) as IntegerFormat;
