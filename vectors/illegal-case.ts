import { callOf, type IllegalCase } from '../generators/cases.ts';
import { twinOf, typeVariable } from '../generators/twins.ts';
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
