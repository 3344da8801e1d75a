import type { Case } from '../cases/case.ts';
import type { Proposal } from '../cases/proposal.ts';

/** One run of a case, as if it stood alone. */
export interface Run {
  readonly testCase: Case;
  /** the index of the model that is run, in the order of their first runs */
  readonly model: number;
  /** how the run differs from those before it, e.g. `other shapes`; '' for the first, unless something was tried before it */
  readonly what: string;
}

/** Returns the case with another proposal. */
export function withProposal({ id, cell, opset, summary, facts }: Case, proposal: Proposal): Case {
  return { id, cell, opset, summary, facts, proposal };
}

/** The runs of a case in their order: one, unless it is a session. */
export function runsOf(testCase: Case): readonly Run[] {
  const { furtherRuns = [], rejectedFirst, ...first } = testCase.proposal;
  return [
    {
      testCase: withProposal(testCase, first),
      model: 0,
      what: rejectedFirst ? 'something to refuse right before it' : '',
    },
    ...furtherRuns.map(({ what, model, node, proposal }) => {
      const { operator, version, dtype, opset = testCase.opset } = { ...testCase.cell, ...node };
      const cell = { ...testCase.cell, operator, version, dtype };
      return { testCase: { ...withProposal(testCase, proposal), cell, opset }, model, what };
    }),
  ];
}

/** The proposals of the runs of a proposal with one model. */
export const proposalsIn = ({ furtherRuns = [], ...first }: Proposal): readonly [Proposal, ...Proposal[]] => [
  first,
  ...furtherRuns.map(({ proposal }) => proposal),
];
