import { bodiesIn } from '../../../oracles/graph/resolve.ts';
import { formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue, Subgraph } from '../../../oracles/spec/declaration.ts';

/** Whether an integer fits into 32 bits, with a sign. */
export const isNarrow = (x: bigint): boolean => BigInt.asIntN(32, x) === x;

/** The ends of int64, which models write for the end of a dimension; cut to 32 bits, they still are beyond every end. */
const { min: openStart, max: openEnd } = integerRange(formatOf('int64'));
const isCut = (x: bigint): boolean => !isNarrow(x) && x !== openStart && x !== openEnd;

/** Whether a graph, or one within its nodes, has an int64 constant that does not fit into 32 bits, other than an open end. */
export function hasWideIntegers({ initializers, nodes }: Pick<Subgraph, 'initializers' | 'nodes'>): boolean {
  return (
    initializers.some(({ tensor }) => isWide(tensor)) ||
    nodes.some(
      ({ attributes }) =>
        Object.values(attributes).some(isWideAttribute) ||
        bodiesIn(attributes).some(([, body]) => hasWideIntegers(body)),
    )
  );
}

const isWide = ({ dtype, data }: Tensor): boolean => dtype === 'int64' && (data as BigInt64Array).some(isCut);

function isWideAttribute(attribute: AttributeValue): boolean {
  switch (attribute.type) {
    case 'TENSOR':
      return isWide(attribute.value);
    case 'INT':
      return isCut(BigInt(attribute.value));
    case 'INTS':
      return attribute.value.some((x) => isCut(BigInt(x)));
    default:
      return false;
  }
}
