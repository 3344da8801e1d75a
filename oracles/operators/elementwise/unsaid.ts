import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import { NotJudged } from '../../bad-input.ts';
import type { Definition } from '../../define.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor } from '../../numerics/tensor.ts';

/** Calls on a tensor of integers and another one are not judged where a pair of elements is one of which nothing is said. */
const unless =
  (
    isUnsaid: (x: bigint, y: bigint | number, bits: number) => boolean,
    what: string,
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
    const { bits } = formatOf(x.dtype);
    for (let i = 0; i < elementCount(dims); i++) {
      if (isUnsaid(ofX!(i) as bigint, ofY!(i) as bigint | number, bits)) throw new NotJudged(what);
    }
    return expected;
  };

const holdsIntegers = ({ dtype }: Tensor): boolean => formatOf(dtype).kind === 'integer';

/** @throws NotJudged for integers that are divided by zero, even where no element of the output comes of it */
export const notByZero: NonNullable<Definition['refine']> = (expected, _, { inputs }) => {
  const by = inputs[1]!;
  if (holdsIntegers(by) && elementsOf(by).includes(0n)) throw new NotJudged('integers divided by zero');
  return expected;
};

/**
 * @throws NotJudged for powers of integers that are fractions, or far beyond their type; and where an exponent is a float for those
 * beyond it, which come from a float by a conversion that C leaves undefined
 */
export const integerPowers = unless((x, y, bits) => {
  const size = Math.abs(Number(x));
  const isFloat = typeof y === 'number';
  if (y < 0) return !isFloat && size !== 1;
  return size > 1 && Number(y) * Math.log2(size) > (isFloat ? bits - 1 : bits);
}, 'powers of integers that are fractions, or beyond the type');
