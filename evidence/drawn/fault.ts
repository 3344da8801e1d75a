import type { SurroundedNode } from '../../generators/cases/node-in.ts';
import type { Class } from '../../generators/classes/class.ts';
import { dimensionOf } from '../../generators/classes/notation.ts';
import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { callOfValues } from '../../generators/suite/cases.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import { graphOfCall } from '../../oracles/spec/graph-operator.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import { type Asked, classesIn } from './asked.ts';
import type { Effect } from './effects.ts';

/** A fault that is drawn: what a right kernel does wrong wherever a call has some classes. */
export interface Fault {
  readonly operator: string;
  readonly family: string;
  /** the aspects of calls do not count: one dimension belongs to one aspect */
  readonly conditions: readonly Class[];
  readonly effect: Effect;
}

/** The fault in a line: `Gather: axis is the last and rank of data is 3: the last element is zero`. */
export const describeFault = ({ operator, conditions, effect }: Fault): string =>
  `${operator}: ${conditions.map(({ dimension, value }) => `${dimension} is ${value}`).join(' and ')}: ${effect.what}`;

/** Whether a run has all classes on which a fault depends. */
export function triggers({ conditions }: Fault, asked: Asked): boolean {
  const classes = classesIn(asked);
  return conditions.every(({ dimension, value }) => classes.get(dimensionOf(dimension)) === value);
}

const expectations = new WeakMap<Asked, readonly ExpectedValue[] | undefined>();

/** What the oracle accepts; `undefined` where it has no answer. */
export function expectationOf(asked: Asked): readonly ExpectedValue[] | undefined {
  if (!expectations.has(asked))
    expectations.set(
      asked,
      valueIfJudged(() => expect(asked, asked.run)),
    );
  return expectations.get(asked);
}

/** Runs of graphs within a node: a fault may make a loop endless. */
const mostRuns = 1000;

function expect({ operator, version }: Asked, run: SurroundedNode): readonly ExpectedValue[] {
  const call = callOfValues(run);
  if (!call.graph) return expectValues(operator, version, call);
  const { graph, values } = graphOfCall(call, version.since);
  return expectGraphValues(graph, values, undefined, { mostRuns });
}

/** Whether the oracle refuses what a kernel with the fault answers; false where the fault changes nothing. */
export function isShownBy({ effect }: Fault, asked: Asked): boolean {
  const expected = expectationOf(asked);
  if (!expected) return false;
  const wrong = valueIfJudged(() => effect.apply(asked, (run) => answer(asked, run, expected)));
  if (!wrong) return false;
  return valueIfJudged(() => !compare(expected, wrong).accepted) ?? false;
}

/** Elements of an answer, twice those of the largest call that is drawn: a size or a count that is changed may ask for billions. */
const mostElements = 2 ** 18;

/** A right kernel. @throws NotJudged where its outputs are too large to try */
function answer(asked: Asked, run: SurroundedNode, expected: readonly ExpectedValue[]): readonly Value[] {
  if (run === asked.run) return expected.map(best);
  const outputs = expect(asked, run);
  const large = outputs.flatMap((value) => tensorsIn(value)).find(({ dims }) => elementCount(dims) > mostElements);
  if (large) throw new NotJudged('an output of […]', large.dims);
  return outputs.map(best);
}

const best = (value: ExpectedValue): Value => mapTensors(value, referenceTensor);
