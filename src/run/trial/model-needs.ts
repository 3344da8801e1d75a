import { controlOf } from '../../../generators/cases/control.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { type Case, callOfValues } from '../../../generators/suite/cases.ts';
import { type InputDeclaration, inputAt } from '../../../oracles/spec/declaration.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import type { ModelNeeds } from '../../backends/capabilities.ts';

/**
 * Yields the needs of the models of a case: its own first, then its control or the other models of its session.
 * Only the first needs of a valid case are known without drawing it, and only if its operator has a type variable.
 */
export function* modelNeeds(testCase: Case): Iterable<ModelNeeds> {
  const { cell, opset } = testCase;
  if (cell.expects === 'rejection') {
    const control = controlOf(testCase)!;
    yield { opset, dtypes: [cell.dtype, ...undeclaredDTypes(testCase)] };
    yield { opset: control.opset, dtypes: [control.cell.dtype] };
    return;
  }
  const types = Object.values(cell.types);
  yield types.length > 0 && !cell.operator.isGraph
    ? { opset, dtypes: types, chosen: chosenDTypes(testCase) }
    : { opset, dtypes: [...inputDTypes(testCase), ...outputDTypes(testCase)] };
  if (!isOfSessions(cell.clause)) return;
  for (const { testCase: run } of runsOf(testCase)) {
    yield { opset: run.opset, dtypes: [run.cell.dtype, ...attributeDTypes(run)], chosen: chosenDTypes(run) };
  }
}

const inputDTypes = ({ proposal: { inputs } }: Case) => inputs.flatMap(({ value, held = value }) => held?.dtype ?? []);

/** The inputs for which the schema lists several dtypes, such as indices. */
function chosenDTypes(testCase: Pick<Case, 'cell' | 'proposal'>): NonNullable<ModelNeeds['chosen']> {
  const { version, types } = testCase.cell;
  const isOpen = ({ dtypes = [], variable = '' }: InputDeclaration) =>
    dtypes.length > 1 && !Object.hasOwn(types, variable);
  return {
    among: version.inputs.filter(isOpen).flatMap(({ dtypes = [] }) => dtypes),
    dtypes: () =>
      testCase.proposal.inputs.flatMap(({ value, held = value }, i) => {
        const declared = inputAt(version, i);
        return held && declared && isOpen(declared) ? [held.dtype] : [];
      }),
  };
}

/** Returns the output dtypes of a node, for operators without type variables. */
const outputDTypes = ({ cell: { operator, version }, proposal }: Case) =>
  expectValues(operator, version, callOfValues(proposal)).map(({ dtype }) => dtype);

/** Returns the dtypes of the tensors among a node's attributes. */
const attributeDTypes = ({ proposal: { attributes } }: Pick<Case, 'proposal'>) =>
  Object.values(attributes).flatMap(({ type, value }) => (type === 'TENSOR' ? [value.dtype] : []));

/** Returns the dtypes of inputs other than those that the schema fixes. */
const undeclaredDTypes = ({ cell: { version }, proposal: { inputs } }: Case) =>
  inputs.flatMap(({ value }, i) => (value && !inputAt(version, i)?.dtypes?.includes(value.dtype) ? [value.dtype] : []));
