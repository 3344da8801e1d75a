import { differenceFromFile } from '../../src/run/trial/vectors.ts';
import { computedCandidate, computedOperators, plain } from '../kernels/computed.ts';
import { correct } from '../kernels/correct.ts';
import type { Implementation } from '../kernels/implementation.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { kinds } from '../kernels/mutants.ts';
import { implementationOf, stagedOperators } from '../kernels/stages.ts';
import type { OfficialVector } from './official.ts';

/** How many faults of a kind vectors catch, of those whose operators they have. */
export interface CaughtOfKind {
  readonly kind: string;
  readonly faults: number;
  readonly caught: number;
}

/**
 * What vectors of one node say of the faulty kernels, operator by operator, under ONNX's own comparison. Those that a right
 * kernel does not pass count for nothing: they are not legal, or of an operator that is none.
 * @param names the operators that are looked at; all if there are none
 */
export function judgeOneNode(
  all: readonly OfficialVector[],
  names: readonly string[],
): {
  readonly vectors: number;
  readonly kinds: readonly CaughtOfKind[];
} {
  const computed = computedCandidate('right', computedOperators, (right) => right, plain).start();
  const reduced = implementationOf(correct);
  const right: Implementation = (node) =>
    (stagedOperators.includes(node.cell.operator.name) ? reduced : computed)(node);
  const vectors = all
    .filter(({ model: { nodes } }) => nodes.length === 1 && (names.length === 0 || names.includes(nodes[0]!.opType)))
    .filter((vector) => stands(vector, right));
  const rows = Object.entries(kinds).map(([kind, faults]): CaughtOfKind => {
    const told = faults.map(candidateOf).flatMap(({ operators, start }) => {
      const own = vectors.filter(({ model }) => operators.includes(model.nodes[0]!.opType));
      const faulty = start();
      return own.length === 0 ? [] : [!own.every((vector) => stands(vector, faulty))];
    });
    return { kind, faults: told.length, caught: told.filter(Boolean).length };
  });
  return { vectors: vectors.length, kinds: rows.filter(({ faults }) => faults > 0) };
}

/** Whether an implementation gives what a vector expects; whatever it throws is not that. */
function stands({ model, given, outputs }: OfficialVector, implementation: Implementation): boolean {
  const [node] = model.nodes;
  const initial = new Set(model.initializers.map(({ name }) => name));
  const inputs = node!.inputs.map((name) => ({
    form: name === '' ? ('omitted' as const) : initial.has(name) ? ('initializer' as const) : ('input' as const),
    value: given.get(name),
  }));
  try {
    const answer = implementation({
      cell: { operator: { name: node!.opType } },
      opset: model.opset,
      proposal: { attributes: node!.attributes, inputs, outputs: node!.outputs.length },
    });
    const asked = [...answer].filter((_, i) => node!.outputs[i] !== '');
    return differenceFromFile(outputs, asked) === undefined;
  } catch {
    return false;
  }
}
