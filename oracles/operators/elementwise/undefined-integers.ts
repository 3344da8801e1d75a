import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import { formatOf, type IntegerFormat, intoRange } from '../../numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Definition } from '../../spec/define.ts';

/** Calls on a tensor of integers and another one are not judged if the result of some pair of elements is undefined. */
const unless =
  (
    isUnsaid: (x: bigint, y: bigint | number, format: IntegerFormat) => boolean,
    why: () => NotJudged,
  ): NonNullable<Definition['refine']> =>
  (expected, { attributes: declared }, { inputs: [first, second] }) => {
    const [x, y] = [first!, second!];
    const isBroadcastByAttribute = declared.some(({ name }) => name === 'broadcast');
    if (isBroadcastByAttribute || !holdsIntegers(x)) return expected;
    const dims = broadcastDims([x.dims, y.dims]);
    const [ofX, ofY] = [x, y].map((tensor) => {
      const [scalar, place] = [scalarsOf(tensor), broadcastIndex(tensor.dims, dims)];
      return (index: number) => scalar(place(index));
    });
    const format = formatOf(x.dtype) as IntegerFormat;
    for (let i = 0; i < elementCount(dims); i++) {
      if (isUnsaid(ofX!(i) as bigint, ofY!(i) as bigint | number, format)) throw why();
    }
    return expected;
  };

const holdsIntegers = ({ dtype }: Tensor): boolean => formatOf(dtype).kind === 'integer';

/**
 * Checks divisors of integers.
 * @throws NotJudged for a division by zero, even if it does not affect an element of the output
 */
export const checkDivisors: NonNullable<Definition['refine']> = (expected, _, { inputs }) => {
  const by = inputs[1]!;
  if (holdsIntegers(by) && elementsOf(by).includes(0n)) throw new NotJudged('integers divided by zero');
  return expected;
};

/** The number of bits of integers that doubles represent. */
const heldByDoubles = 53;

/**
 * Checks powers of integers.
 * @throws NotJudged for powers that are fractions or beyond their type: results come from wrapping, or from a conversion that C
 * leaves undefined. With float exponents also for powers that a double rounds, because some implementations compute in doubles.
 */
export const integerPowers = unless(
  (x, y, format) => {
    const size = Math.abs(Number(x));
    if (y < 0) return typeof y === 'bigint' && size !== 1;
    if (size <= 1) return false;
    const bits = Number(y) * Math.log2(size);
    if (bits > (typeof y === 'number' ? Math.min(format.bits, heldByDoubles) : format.bits)) return true;
    if (!Number.isInteger(Number(y))) return bits >= format.bits - 1;
    const power = x ** BigInt(y);
    return intoRange(power, format, 'wrap') !== power;
  },
  () => new NotJudged('powers of integers that are fractions, or beyond the type'),
);
