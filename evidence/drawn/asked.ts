import type { SurroundedNode } from '../../generators/cases/node-in.ts';
import { classRecordOf } from '../../generators/classes/classes.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { type CallClasses, classesOfCall } from '../../reports/aggregate/causes/conditions.ts';

/** A run of a node, and the runs of the same loaded model before it. */
export interface Asked {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly run: SurroundedNode;
  readonly earlier: readonly SurroundedNode[];
}

/** Runs are asked about by many faults. */
const known = new WeakMap<Asked, CallClasses>();

/** The value of each dimension that is described of a run. */
export function classesIn(asked: Asked): CallClasses {
  const { version, run, earlier } = asked;
  const own = known.get(asked) ?? classesOfCall(classRecordOf(version, run, earlier));
  known.set(asked, own);
  return own;
}
