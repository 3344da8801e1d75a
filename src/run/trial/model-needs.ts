import { controlOf } from '../../../generators/cases/control.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { type Case, callOfValues } from '../../../generators/suite/cases.ts';
import { inputAt } from '../../../oracles/spec/declaration.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import type { ModelNeeds } from '../../backends/capabilities.ts';

/**
 * What the models of a case need: its own, and the control of an invalid one or those that its session runs besides. Only
 * the first needs of a valid case are known without drawing it, if its operator has a type variable.
 */
export function* modelNeeds(question: Case): Iterable<ModelNeeds> {
  const { cell, opset } = question;
  if (cell.expects === 'rejection') {
    const control = controlOf(question)!;
    yield { opset, dtypes: [cell.dtype, ...undeclaredDTypes(question)] };
    yield { opset: control.opset, dtypes: [control.cell.dtype] };
    return;
  }
  const types = Object.values(cell.types);
  yield {
    opset,
    dtypes: types.length > 0 && !cell.operator.isGraph ? types : [...inputDTypes(question), ...outputDTypes(question)],
  };
  if (!isOfSessions(cell.clause)) return;
  for (const { question: run } of runsOf(question)) {
    yield { opset: run.opset, dtypes: [run.cell.dtype, ...attributeDTypes(run)] };
  }
}

const inputDTypes = ({ proposal: { inputs } }: Case) => inputs.flatMap(({ value, held = value }) => held?.dtype ?? []);

/** What a node without type variables is there for. */
const outputDTypes = ({ cell: { operator, version }, proposal }: Case) =>
  expectValues(operator, version, callOfValues(proposal)).map(({ dtype }) => dtype);

/** The dtypes of tensors that a node has among its attributes. */
const attributeDTypes = ({ proposal: { attributes } }: Pick<Case, 'proposal'>) =>
  Object.values(attributes).flatMap(({ type, value }) => (type === 'TENSOR' ? [value.dtype] : []));

/** An input that has the dtype that its schema names needs nothing more. */
const undeclaredDTypes = ({ cell: { version }, proposal: { inputs } }: Case) =>
  inputs.flatMap(({ value }, i) => (value && !inputAt(version, i)?.dtypes?.includes(value.dtype) ? [value.dtype] : []));
