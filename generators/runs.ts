import type { Case } from './cases.ts';

/** One run of a case, as if it stood alone. */
export interface Run {
  readonly question: Case;
  /** which of the models of the case is run, from 0 in the order of their first runs */
  readonly model: number;
  /** what sets the run apart from those before it, e.g. `other shapes`; '' for the first, unless something was tried before it */
  readonly what: string;
}

/** The runs of a case in their order: one, unless it is a session. */
export function runsOf(question: Case): readonly Run[] {
  const { sequel = [], before, ...first } = question.proposal;
  return [
    { question: { ...question, proposal: first }, model: 0, what: before ? 'something to refuse right before it' : '' },
    ...sequel.map(({ what, model, node, proposal }) => {
      const { operator, version, dtype, opset = question.opset } = { ...question.cell, ...node };
      return {
        question: { ...question, cell: { ...question.cell, operator, version, dtype }, opset, proposal },
        model,
        what,
      };
    }),
  ];
}
