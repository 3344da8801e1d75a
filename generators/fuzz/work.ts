import { numeric } from '../../oracles/acceptance/readings.ts';
import { machineIn } from '../../oracles/arithmetic/machine.ts';
import { NotJudged } from '../../oracles/bad-input.ts';
import type { Call } from '../../oracles/declaration.ts';
import { type Given, Node } from '../../oracles/node.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../oracles/operator.ts';
import { elementsIn } from './tensors.ts';

/** Elements that a call may read, each as often as it is needed: some milliseconds of the oracle's time. */
const mostReads = 2 ** 14;

/** What is read a few times each may be more. */
const mostTimes = 4;

/** Elements of an output that tell what one of them mostly takes. */
const samples = 8;

/**
 * Tells calls that would take the time of hundreds of others: long running sums, windows as large as their rows.
 * @throws NotJudged for more elements to read than there is time for
 */
export function limitWork(
  { evaluate }: Operator,
  version: OperatorVersion,
  { attributes, inputs }: Call,
  expected: readonly ExpectedOutput[],
): void {
  const given = elementsIn(inputs);
  const most = Math.max(mostReads, mostTimes * given);
  const wanted = expected.reduce((sum, { dims }) => sum + elementCount(dims), 0);
  if (!evaluate || given * wanted <= most) return;
  let reads = 0;
  const counted = (tensor: Tensor): Given<number> => {
    const scalar = scalarsOf(tensor);
    const at = (index: number) => {
      if (++reads > most) throw new NotJudged(`more than ${most} elements to read`);
      return Number(numeric(scalar(index)));
    };
    return { dtype: tensor.dtype, dims: tensor.dims, tensor, at };
  };
  const node = new Node(
    version,
    attributes,
    inputs.map((tensor) => tensor && counted(tensor)),
    expected.length,
  );
  for (const { dims, at } of evaluate(machineIn(formatOf('float64')), node)) {
    const count = elementCount(dims);
    if (count === 0) continue;
    const readsOf = (i: number) => {
      const before = reads;
      at(i);
      return reads - before;
    };
    const taken = Array.from({ length: samples }, (_, k) => readsOf(Math.floor((k * count) / samples)));
    // what several elements share is read for one of them alone
    if (median(taken) * count <= most) continue;
    for (let i = 0; i < count; i++) at(i);
  }
}

const median = (xs: readonly number[]): number => xs.toSorted((a, b) => a - b)[xs.length >> 1]!;
