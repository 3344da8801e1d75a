import { expectGraph } from '../graph/expect.ts';
import { type CalledGraph, resolveCall } from '../graph/resolve.ts';
import type { DType } from '../numerics/dtype.ts';
import type { Value } from '../numerics/value.ts';
import { findOperator } from '../operators.ts';
import type { Call } from './declaration.ts';
import { once } from './node.ts';
import type { Clause, Operator, OperatorVersion } from './operator.ts';

/**
 * Returns the graph that a call contains, with the versions of its nodes that are in force at an opset.
 * @throws BadInput for a call without a graph, and for operators that the oracle does not know or that do not exist at the
 * opset
 */
export const graphOfCall = (call: Call<Value>, opset: number): CalledGraph => resolveCall(call, opset, findOperator);

/** The properties of graphs at one opset. */
export interface GraphVersion {
  readonly opset: number;
  readonly clauses: readonly Clause[];
  readonly dtypes: readonly DType[];
}

/** The operator name for models of several nodes in ids and reports; their opset is the version. */
export const graphName = 'graph';

/** Returns the operator of graphs of several nodes. Its versions are opsets, created on first access; a call contains the nodes. */
export function operatorOfGraphs(versionsOf: () => readonly GraphVersion[]): Operator {
  const versions = once(() => versionsOf().map(versionOf));
  return {
    name: graphName,
    family: graphName,
    definition: 'each node by the definition of its operator',
    isGraph: true,
    get versions() {
      return versions();
    },
    expect({ since }, call) {
      const { graph, values } = graphOfCall(call, since);
      return expectGraph(graph, values);
    },
  };
}

const versionOf = ({ opset, clauses, dtypes }: GraphVersion): OperatorVersion => ({
  since: opset,
  last: opset,
  attributes: [],
  inputs: [{ name: 'input', optional: false, variadic: 'heterogeneous', least: 0 }],
  outputs: [{ name: 'output', variadic: 'heterogeneous' }],
  dtypes,
  clauses,
});
