import type { Case } from '../cases/case.ts';
import type { Proposal } from '../cases/proposal.ts';

/** One run of a case, as if it stood alone. */
export interface Run {
  readonly question: Case;
  /** which of the models of the case is run, from 0 in the order of their first runs */
  readonly model: number;
  /** what sets the run apart from those before it, e.g. `other shapes`; '' for the first, unless something was tried before it */
  readonly what: string;
}

/** A case with something else to propose. */
export function proposing({ id, cell, opset, summary, facts }: Case, proposal: Proposal): Case {
  return { id, cell, opset, summary, facts, proposal };
}

/** The runs of a case in their order: one, unless it is a session. */
export function runsOf(question: Case): readonly Run[] {
  const { furtherRuns = [], rejectedFirst, ...first } = question.proposal;
  return [
    {
      question: proposing(question, first),
      model: 0,
      what: rejectedFirst ? 'something to refuse right before it' : '',
    },
    ...furtherRuns.map(({ what, model, node, proposal }) => {
      const { operator, version, dtype, opset = question.opset } = { ...question.cell, ...node };
      const cell = { ...question.cell, operator, version, dtype };
      return { question: { ...proposing(question, proposal), cell, opset }, model, what };
    }),
  ];
}

/** What the runs of a proposal are given, which is of one model. */
export const proposalsIn = ({ furtherRuns = [], ...first }: Proposal): readonly [Proposal, ...Proposal[]] => [
  first,
  ...furtherRuns.map(({ proposal }) => proposal),
];
