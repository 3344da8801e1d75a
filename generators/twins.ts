import { show } from '../oracles/acceptance/acceptance.ts';
import { scalarsOf } from '../oracles/acceptance/comparator.ts';
import type { Tensor } from '../oracles/numerics/tensor.ts';
import type { AttributeValue, OperatorVersion } from '../oracles/operator.ts';
import type { Case, IllegalCase } from './cases.ts';
import { noFacts } from './facts.ts';
import type { Proposal } from './proposal.ts';

/** The legal twin of an illegal case, as a case of its own. */
export function twinOf(question: IllegalCase): Case {
  const { twin, twinVersion } = question.proposal;
  return twinCase(question, twinVersion, twin);
}

/** The same of a case that may be refused; `undefined` for one that must run. */
export function twinOfRejectable(question: Case): Case | undefined {
  const { rejectable } = question.proposal;
  return rejectable && twinCase(question, question.cell.version, rejectable.twin());
}

/** A case whose id is that of no case of the suite; dtype and summary are its own. */
function twinCase({ id, cell, opset: own }: Case<unknown>, version: OperatorVersion, proposal: Proposal): Case {
  const opset = version === cell.version ? own : version.since;
  return {
    id: `${id}/legal-twin`,
    cell: { ...cell, version, dtype: typeVariable(version, proposal) ?? cell.dtype },
    opset,
    summary: `opset ${opset}, the legal twin: ${inWords(version, proposal)}`,
    facts: noFacts,
    proposal,
  };
}

/** What T is bound to: the dtype of an input that has none declared; `undefined` if these inputs are missing. */
export function typeVariable({ inputs }: OperatorVersion, { inputs: given }: Proposal) {
  return given.find(({ value }, i) => value && inputs[i] && !inputs[i].dtypes)?.value?.dtype;
}

/** "data float32[3,4] axes=[1] constant keepdims=0, grid": as the plans put it, for any operator. */
function inWords(version: OperatorVersion, { attributes, inputs, dataClass }: Proposal): string {
  const told = inputs.flatMap(({ form, value }, i) => {
    if (!value) return [];
    const { name, dtypes } = version.inputs[i]!;
    if (!dtypes) return [`${name} ${value.dtype}[${value.dims}]`];
    return [`${name}=${valuesOf(value)} ${form === 'input' ? 'at run time' : 'constant'}`];
  });
  const set = Object.entries(attributes).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  return `${[...told, ...set].join(' ')}, ${dataClass}`;
}

function attributeText(value: AttributeValue['value']): string {
  if (typeof value === 'object' && 'dims' in value) return valuesOf(value);
  return Array.isArray(value) ? `[${value}]` : String(value);
}

function valuesOf(tensor: Tensor): string {
  const value = scalarsOf(tensor);
  return `[${Array.from({ length: tensor.data.length }, (_, i) => show(value(i)))}]`;
}
