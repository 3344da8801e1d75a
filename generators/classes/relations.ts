import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor } from './inputs.ts';

/** Whether the floats of inputs are of one type: kernels that are written for one type read others wrongly, or not at all. */
export function* floatTypes(_: OperatorVersion, { inputs }: NodeRun): Iterable<ClassValue> {
  const types = inputs.flatMap((input) => describedTensor(input)?.dtype ?? []).filter(isFloat);
  if (types.length > 1) yield [{ kind: 'floats' }, new Set(types).size > 1 ? 'several types' : 'one type'];
}

const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';

/**
 * Compares lists that have a number or two for each dimension behind the first two of the first input, as a window has: a kernel may
 * rely on strides that are within the window, or on smaller pads. Of the two ends of a dimension the larger one counts.
 */
export function* attributeRelations({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const [first] = run.inputs;
  const rank = ((first && describedTensor(first)?.dims.length) ?? 0) - 2;
  const lists = declared.flatMap(({ name }) => {
    const given = run.attributes[name];
    const list = given?.type === 'INTS' && rank > 0 ? perDimension(given.value, rank) : undefined;
    return list ? [{ name, list }] : [];
  });
  for (const [i, { name, list }] of lists.entries())
    for (const other of lists.slice(0, i))
      yield [{ kind: 'relation', of: name, to: other.name }, relationOf(list, other.list)];
}

/** Whether sizes among the attributes are even: a window of even size has no middle. */
export function* parities({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, ofType } of declared) {
    const given = run.attributes[name];
    if (given?.type === 'INT' && !ofType && given.value > 1)
      yield [{ kind: 'parity', of: name }, given.value % 2 === 0 ? 'even' : 'odd'];
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
