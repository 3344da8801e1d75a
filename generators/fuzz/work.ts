import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { machineIn } from '../../oracles/arithmetic/machine.ts';
import { toNumeric } from '../../oracles/judge/evaluations.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import { type InputValues, Node } from '../../oracles/spec/node.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { elementsIn } from './tensors.ts';

/** The limit on the work of a call, in additions: some tens of milliseconds in the oracle. */
const maxSteps = 2 ** 13;

/** The cost of reading, comparing or choosing, in additions. */
const quick = 1 / 8;

/** Each element of large inputs may be read this many times. */
const maxTimes = 4;

/** The cost of an operation for each of its terms, in additions; functions are computed to many bits. */
const stepsOf: Readonly<Record<string, number>> = {
  ...{ add: 1, subtract: 1, multiply: 1, divide: 1, remainder: 1, sqrt: 1 },
  ...{ sum: 1 / 4, dot: 1 / 4, product: 1 / 4, chain: 1 / 4 },
  ...{ apply: 8, root: 8, power: 32 },
};

/** The number of output elements from which the typical cost of an element is estimated. */
const samples = 8;

/**
 * Rejects calls that would take as long as hundreds of others: long running sums, windows as large as their rows.
 * @param allowed limit on the work, in additions; at most {@link maxSteps}
 * @throws NotJudged if the work exceeds the limit
 */
export function limitWork(
  { evaluate }: Operator,
  version: OperatorVersion,
  { attributes, inputs }: Call,
  expected: readonly ExpectedOutput[],
  allowed = maxSteps,
): void {
  const given = elementsIn(inputs);
  const most = Math.max(Math.min(allowed, maxSteps), maxTimes * given * quick);
  const wanted = expected.reduce((sum, { dims }) => sum + elementCount(dims), 0);
  if (!evaluate || given * wanted <= most) return;
  let steps = 0;
  const take = (more: number) => {
    steps += more;
    if (steps > most) throw new NotJudged('more work than … additions', most);
  };
  const read = (tensor: Tensor): InputValues<number> => {
    const scalar = scalarsOf(tensor);
    const at = (index: number) => {
      take(quick);
      return Number(toNumeric(scalar(index)));
    };
    return { dtype: tensor.dtype, dims: tensor.dims, tensor, at };
  };
  const node = new Node(
    version,
    attributes,
    inputs.map((tensor) => tensor && read(tensor)),
    expected.length,
  );
  for (const { dims, at } of evaluate(counting(machineIn(formatOf('float64')), take), node)) {
    const count = elementCount(dims);
    if (count === 0) continue;
    const stepsFor = (i: number) => {
      const before = steps;
      at(i);
      return steps - before;
    };
    const taken = Array.from({ length: samples }, (_, k) => stepsFor(Math.floor((k * count) / samples)));
    // work that several elements share is done once only
    if (median(taken) * count <= most) continue;
    for (let i = 0; i < count; i++) at(i);
  }
}

/** The arithmetic, with the cost of each operation reported before it is done. */
function counting(arithmetic: Arithmetic<number>, take: (steps: number) => void): Arithmetic<number> {
  const counted = Object.entries(arithmetic).map(([name, operation]) => {
    const each = stepsOf[name] ?? quick;
    const does = (...terms: readonly unknown[]) => {
      const many = terms.find(Array.isArray);
      take(each * (many?.length ?? 1));
      return operation(...terms);
    };
    return [name, does] as const;
  });
  const of = Object.fromEntries(counted) as unknown as Arithmetic<number>;
  return { ...of, in: (dtype) => counting(arithmetic.in(dtype), take) };
}

const median = (xs: readonly number[]): number => xs.toSorted((a, b) => a - b)[xs.length >> 1]!;
