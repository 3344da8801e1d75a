import { formatScalar } from '../../oracles/judge/acceptance.ts';
import { elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { type AttributeValue, inputAt } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { firstOpset } from '../../oracles/spec/version-at.ts';
import type { Case } from './case.ts';
import { noFacts } from './facts.ts';
import type { Proposal } from './proposal.ts';

/**
 * The control of a case that a backend must or may reject, as a separate case. No case of the suite has its id. Returns `undefined` for a
 * case that must run.
 */
export function controlOf({ id, cell, opset: own, proposal: { rejection } }: Case): Case | undefined {
  if (!rejection) return undefined;
  const { version = cell.version } = rejection;
  const proposal = rejection.control();
  const opset = version === cell.version ? own : firstOpset(version);
  return {
    id: `${id}/control`,
    cell: { ...cell, version, dtype: typeVariable(version, proposal) ?? cell.dtype, expects: 'outputs' },
    opset,
    summary: `opset ${opset}, the control: ${describeCall(version, proposal)}`,
    facts: noFacts,
    proposal,
  };
}

/**
 * The dtype that T is bound to: that of an input without declared dtypes. Returns `undefined` if such inputs are missing, or for a graph.
 */
export function typeVariable({ inputs }: OperatorVersion, { inputs: given, graph }: Proposal) {
  if (graph) return undefined;
  return given.find(({ value }, i) => value && inputAt({ inputs }, i) && !inputAt({ inputs }, i)!.dtypes)?.value?.dtype;
}

/** A call in the words of the plans, for any operator: "data float32[3,4] axes=[1] constant keepdims=0, grid". */
function describeCall(version: OperatorVersion, { attributes, inputs, graph, dataClass }: Proposal): string {
  const inputTexts = inputs.flatMap(({ form, value }, i) => {
    if (!value) return [];
    if (graph) return [`${graph.inputs[i]} ${value.dtype}[${value.dims}]`];
    const { name, dtypes } = inputAt(version, i)!;
    if (!dtypes) return [`${name} ${value.dtype}[${value.dims}]`];
    return [`${name}=${valuesOf(value)} ${form === 'input' ? 'at run time' : 'constant'}`];
  });
  const set = Object.entries(attributes).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  return `${[...inputTexts, ...set].join(' ')}, ${dataClass}`;
}

function attributeText(value: AttributeValue['value']): string {
  if (typeof value === 'object' && 'data' in value) return valuesOf(value);
  return Array.isArray(value) ? `[${value}]` : String(value);
}

function valuesOf(tensor: Tensor): string {
  return `[${elementsOf(tensor).map(formatScalar)}]`;
}
