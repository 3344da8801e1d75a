import type { GraphNode } from '../../oracles/graph/graph.ts';
import { nodesWithin, resolveNode, toWrittenNode } from '../../oracles/graph/resolve.ts';
import { findOperator, firstOpset, versionAt } from '../../oracles/operators.ts';
import type { FuzzSelection } from './pool.ts';
import type { Program } from './program.ts';
import { withFewerNodes } from './shrink-graphs.ts';
import { tensorsOf, withSimplerInputs } from './shrink-inputs.ts';
import { withSimplerValues } from './shrink-values.ts';
import { isLegal } from './validate.ts';

/**
 * Yields programs that are simpler than one, those that leave out most first. They have fewer runs and nodes, fewer attributes and
 * inputs, size 1 in place of 0, smaller dimensions or lower ranks. Or they have run-time inputs in place of constants, simpler values,
 * float32, or a lower opset. All are legal. Repeating this from a result always ends.
 * @param within opsets and dtypes that are allowed, besides the program's own dtypes; empty or absent: all are allowed
 */
export function* simplerPrograms(program: Program, within: Partial<FuzzSelection> = {}): Generator<Program> {
  const { opsets = [], dtypes = [] } = within;
  const known = new Set([...dtypes, ...dtypesOf(program)]);
  const isWithin = (one: Program) =>
    (opsets.length === 0 || opsets.includes(one.opset)) &&
    (dtypes.length === 0 || dtypesOf(one).every((dtype) => known.has(dtype)));
  for (const one of candidates(program)) if (!isSame(one, program) && isWithin(one) && isLegal(one)) yield one;
}

const dtypesOf = (program: Program) => tensorsOf(program).map(([, { dtype }]) => dtype);

function* candidates(program: Program): Generator<Program> {
  yield* withFewerRuns(program);
  yield* withFewerNodes(program);
  yield* withSimplerInputs(program);
  yield* withSimplerValues(program);
  yield* atLowerOpsets(program);
}

function* withFewerRuns(program: Program): Generator<Program> {
  const { runs } = program;
  if (runs.length === 1) return;
  for (const run of new Set(runs)) yield { ...program, runs: [run] };
  if (runs.length > 2) for (const i of runs.keys()) yield { ...program, runs: runs.toSpliced(i, 1) };
}

/** Yields the same nodes at each lower opset at which all operators exist, the lowest first. */
function* atLowerOpsets(program: Program): Generator<Program> {
  const { nodes } = program.graph;
  const least = Math.max(...nodesWithin(program.graph).map(({ operator }) => firstOpset(operator.versions[0]!)));
  for (let opset = least; opset < program.opset; opset++) {
    const moved = nodes.map((node) => atOpset(node, opset));
    yield { ...program, opset, graph: { ...program.graph, nodes: moved } };
  }
}

const atOpset = (node: GraphNode, opset: number): GraphNode =>
  node.bodies
    ? resolveNode(toWrittenNode(node), opset, findOperator)
    : { ...node, version: versionAt(node.operator, opset) };

/** True if two programs do not differ. */
function isSame(one: Program, other: Program): boolean {
  const tensors = tensorsOf(other);
  return (
    one.opset === other.opset &&
    one.graph.nodes === other.graph.nodes &&
    one.graph.outputs === other.graph.outputs &&
    one.runs.length === other.runs.length &&
    one.graph.initializers.size === other.graph.initializers.size &&
    tensorsOf(one).length === tensors.length &&
    tensorsOf(one).every(([, tensor], i) => tensor === tensors[i]![1])
  );
}
