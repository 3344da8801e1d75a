import { bodiesIn } from '../../../oracles/graph/resolve.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue, Subgraph } from '../../../oracles/spec/declaration.ts';

/** Whether an integer fits into 32 bits, with a sign. */
export const isNarrow = (x: bigint): boolean => BigInt.asIntN(32, x) === x;

/** Whether a graph, or one within its nodes, has an int64 constant that does not fit into 32 bits. */
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

const isWide = ({ dtype, data }: Tensor): boolean =>
  dtype === 'int64' && (data as BigInt64Array).some((x) => !isNarrow(x));

function isWideAttribute(attribute: AttributeValue): boolean {
  switch (attribute.type) {
    case 'TENSOR':
      return isWide(attribute.value);
    case 'INT':
      return !isNarrow(BigInt(attribute.value));
    case 'INTS':
      return attribute.value.some((x) => !isNarrow(BigInt(x)));
    default:
      return false;
  }
}
