import { twinOf } from '../generators/breach.ts';
import { callOf, type IllegalCase } from '../generators/cases.ts';
import type { Proposal } from '../generators/proposal.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../oracles/operator.ts';
import { type EncodedCase, encodeCase } from './case.ts';

/**
 * The model of an illegal case. It declares the outputs of its legal twin, with its own T for their T: nothing is wrong
 * with it but the one rule that it breaks.
 */
export function encodeIllegalCase(question: IllegalCase): EncodedCase {
  const { cell, proposal } = question;
  const twin = twinOf(question);
  const { operator, version } = twin.cell;
  const ownT = typeVariable(cell.version, proposal.broken);
  const outputs = operator.expect(version, callOf(proposal.twin)).map(({ dtype, dims }, i) => ({
    dtype: cell.version.outputs[i]!.dtype ?? ownT ?? dtype,
    dims,
  }));
  return encodeCase({ ...question, proposal: proposal.broken }, outputs);
}

/** What T is bound to: the dtype of an input that has none declared; `undefined` if these inputs are missing. */
function typeVariable({ inputs }: OperatorVersion, { inputs: given }: Proposal): DType | undefined {
  return given.find(({ value }, i) => value && inputs[i] && !inputs[i].dtypes)?.value?.dtype;
}
