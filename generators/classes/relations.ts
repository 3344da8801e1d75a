import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor } from './inputs.ts';

/** Whether the floats of inputs are of one type: kernels that are written for one type read others wrongly, or not at all. */
export function* floatTypes(_: OperatorVersion, { inputs }: NodeRun): Iterable<ClassValue> {
  const types = inputs.flatMap((input) => describedTensor(input)?.dtype ?? []).filter(isFloat);
  if (types.length > 1) yield ['float types', new Set(types).size > 1 ? 'several' : 'one'];
}

const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';

/**
 * How each list of integers goes along each list before it: a kernel may rely on strides that are within the window, or on smaller
 * pads. A list with an entry for each end of a dimension is compared by the larger one.
 */
export function* attributeRelations({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const lists = declared.flatMap(({ name }) => {
    const given = run.attributes[name];
    return given?.type === 'INTS' && given.value.length > 0 ? [{ name, list: given.value }] : [];
  });
  for (const [i, { name, list }] of lists.entries())
    for (const other of lists.slice(0, i)) {
      const [own, its] = [list, other.list].map((all) => perDimension(all, Math.min(list.length, other.list.length)));
      if (own && its) yield [`entries of ${name} relative to ${other.name}`, relationOf(own, its)];
    }
}

/** Returns a number for each dimension; `undefined` if there are neither one nor two. */
function perDimension(list: readonly number[], rank: number): readonly number[] | undefined {
  if (list.length === rank) return list;
  return list.length === 2 * rank ? list.slice(0, rank).map((x, i) => Math.max(x, list[i + rank]!)) : undefined;
}

function relationOf(own: readonly number[], others: readonly number[]): string {
  const signs = own.map((x, i) => Math.sign(x - others[i]!));
  return signs.includes(1) ? 'somewhere above' : signs.includes(0) ? 'somewhere equal to' : 'everywhere below';
}
