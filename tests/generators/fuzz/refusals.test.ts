import { expect, it } from 'vitest';
import { callOf, select } from '../../../generators/suite/cases.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';

it('the oracle says about the same calls that they may be refused as the plans do', () => {
  const few = ['ReduceSum', 'ReduceMean', 'ReduceLogSum', 'ReduceMax', 'ArgMax'];
  const { cells, cases } = select({ seed: 1, ids: few, opsets: [10, 12, 13, 20], dtypes: ['float32', 'int32'] });
  const small = cells
    .filter(({ clause }) => !isOfSessions(clause) && clause.id !== 'any-length')
    .flatMap((cell) => cases(cell).slice(0, 3));
  const wrong = small.filter(({ cell, proposal }) => {
    return cell.operator.mayRefuse!(cell.version, callOf(proposal)) !== proposal.rejection?.policy;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(small.filter(({ proposal }) => proposal.rejection).length).toBeGreaterThan(50);
});
