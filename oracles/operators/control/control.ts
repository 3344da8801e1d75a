import { dtypes } from '../../numerics/dtype.ts';
import { elementsOf, type Tensor, tensor } from '../../numerics/tensor.ts';
import { isTensor, type Value } from '../../numerics/value.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { versionsOf } from '../../spec/define.ts';
import { once } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import type { Unfold } from '../../spec/unfold.ts';

/** Runs of a body, beyond which nothing is judged. */
export const mostRuns = 10_000;

/** An operator that runs graphs. It is judged as a node of a graph, whose values its bodies see. */
export function controlling(name: string, definition: string, unfold: Unfold): Operator {
  const versions = once(() => versionsOf({ name, dtypes, clauses: () => [] }));
  return {
    name,
    domain: '',
    family: 'control',
    definition,
    get versions() {
      return versions();
    },
    expect() {
      throw new NotJudged('a node of … without the graph around it', name);
    },
    unfold,
  };
}

/** The only element of a tensor. @throws BadInput for any other value */
function only(value: Value, what: string): number {
  if (!isTensor(value)) throw new BadInput(`${what} is not a tensor`);
  const [first, ...more] = elementsOf(value);
  if (first === undefined || more.length > 0) throw new BadInput(`${what} has not one element but ${more.length}`);
  return Number(first);
}

export const integerIn = (value: Value, what: string): number => only(value, what);
export const truthIn = (value: Value, what: string): boolean => only(value, what) !== 0;

export const integer = (x: number): Tensor => tensor('int64', [], BigInt64Array.of(BigInt(x)));
export const truth = (x: boolean): Tensor => tensor('bool', [], Uint8Array.of(x ? 1 : 0));
