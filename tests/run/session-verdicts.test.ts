import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { runsOf } from '../../generators/sessions/runs.ts';
import { type Case, callOf, select } from '../../generators/suite/cases.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import type { Answer, RunAnswer, SessionRequest } from '../../src/backends/backend.ts';
import { compareSession } from '../../src/run/trial/compare-session.ts';
import { judge } from '../../src/run/trial/judge.ts';
import { prepareCase } from '../../src/run/trial/prepare-case.ts';
import type { Prepared } from '../../src/run/trial/prepared.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';

function casesOf(id: string): Case[] {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  return cells.flatMap(cases);
}

/** The answers of a backend that is right, but for the outputs of one run. */
function answers(testCase: Case, { request }: Prepared, wrongRun = -1, wrong?: readonly Tensor[]): RunAnswer[] {
  return runsOf(testCase).map(({ testCase: { cell, proposal } }, i) => {
    const { inputs, outputs: names } = (request as SessionRequest).runs[i]!;
    const tensors = i === wrongRun ? wrong! : cell.operator.expect(cell.version, callOf(proposal)).map(referenceTensor);
    const outputs = tensors.map((tensor, k) => ({ name: names[k]!, bytes: encodeTensor(tensor, names[k]!) }));
    return { outputs, inputs, later: outputs };
  });
}

const compared = ({ request, runs }: Prepared, all: readonly RunAnswer[]) =>
  compareSession(request as SessionRequest, runs, all);

/** The first case below an id with another acceptable answer to its last run, and that answer. */
function alternative(
  id: string,
  ...steps: ((best: NumericScalar) => NumericScalar)[]
): { testCase: Case; output: Tensor } {
  for (const testCase of casesOf(id)) {
    if (testCase.proposal.furtherRuns?.length !== 3) continue; // the fourth run is the first again
    const { cell, proposal } = runsOf(testCase).at(-1)!.testCase;
    const [expected] = cell.operator.expect(cell.version, callOf(proposal));
    const output = referenceTensor(expected!);
    const elements = output.data as unknown as NumericScalar[];
    for (let i = 0; i < output.data.length; i++) {
      const best = elements[i]!;
      const other = steps.map((step) => step(best)).find((x) => expected!.accept(i).judge(x).accepted);
      if (other === undefined) continue;
      elements[i] = other;
      return { testCase, output };
    }
  }
  throw new Error(`no case of ${id} has another answer`);
}

const someCase = () => casesOf('ReduceSum/13/float32/session-reuse/0')[0]!;

test('right answers are accepted, and their tier is reported', () => {
  const testCase = someCase();
  const session = prepareCase(testCase);
  expect(compared(session, answers(testCase, session))).toMatchObject({
    accepted: true,
    tier: 'exact',
    observations: [],
  });
});

test('another choice for the same inputs is a failure', () => {
  const [down, up] = [(x: NumericScalar) => (x as bigint) - 1n, (x: NumericScalar) => (x as bigint) + 1n];
  const { testCase, output } = alternative('Reduce*/*/int64/session-{reuse,shapes}', down, up);
  const session = prepareCase(testCase);
  const { accepted, problem, message } = compared(session, answers(testCase, session, 3, [output]));
  expect({ accepted, problem }).toEqual({ accepted: false, problem: 'repeat' });
  expect(message).toMatch(
    /^step 4 of 4, fourth run of model 1, with the first .*data again: not the answer of step 1 to the same inputs: output 0: at \[.*\] it was \S+ and is \S+$/,
  );
});

test('another rounding for the same inputs is observed', () => {
  const up = (x: NumericScalar) => Math.fround(Number(x) * (1 + 2 ** -23));
  const { testCase, output } = alternative('Reduce{Mean,L2}/*/float32/session-{reuse,shapes}', up);
  const session = prepareCase(testCase);
  const { accepted, observations } = compared(session, answers(testCase, session, 3, [output]));
  expect(accepted).toBe(true);
  expect(observations).toContainEqual({ policy: 'repeated-run', choice: 'other-bits' });
});

test('elements that are drawn may be others for the same inputs, which is not a different rounding', () => {
  const [once] = casesOf('Dropout/22/float32/training');
  const { cell, proposal } = once!;
  const again = { what: 'the same data', model: 0, proposal };
  const ofSessions = { ...cell, clause: someCase().cell.clause };
  const { facts } = once!;
  const testCase = { ...once!, facts, cell: ofSessions, proposal: { ...proposal, furtherRuns: [again] } };
  const [output] = cell.operator.expect(cell.version, callOf(proposal)).map(referenceTensor);
  const elements = output!.data as unknown as number[];
  elements[elements.findIndex((x) => x !== 0)] = 0;
  const session = prepareCase(testCase);
  const { accepted, observations } = compared(session, answers(testCase, session, 1, [output!]));
  expect(accepted).toBe(true);
  expect(observations.filter(({ policy }) => policy === 'repeated-run')).toEqual([]);
});

const spoilt: readonly (readonly [what: string, (all: RunAnswer[]) => RunAnswer[], message: RegExp])[] = [
  ['a run is missing', (all) => all.slice(1), /^3 runs were answered where 4 were asked$/],
  [
    'no output',
    ([a, ...rest]) => [{ ...a!, outputs: [] }, ...rest],
    /^step 1 of 4, .*: 0 outputs where the model has 1$/,
  ],
  [
    'no input',
    ([a, ...rest]) => [{ ...a!, inputs: [] }, ...rest],
    /^step 1 .*: after the run, 0 inputs where the model has 1$/,
  ],
  ['no later', ([a, ...rest]) => [{ ...a!, later: [] }, ...rest], /^step 1 .*: after the last run, 0 outputs where/],
];

test.each(spoilt)('%s', (_, spoil, message) => {
  const testCase = someCase();
  const session = prepareCase(testCase);
  const comparison = compared(session, spoil(answers(testCase, session)));
  expect(comparison).toMatchObject({ accepted: false, problem: 'outputs', message: expect.stringMatching(message) });
});

test.each(['session-reuse', 'outputs-disjoint'])(
  'an output of %s that changes later breaks no sentence of ONNX',
  (clause) => {
    const testCase = casesOf(`ReduceSum/13/float32/${clause}`)[0]!;
    const prepared = prepareCase(testCase);
    const runs = answers(testCase, prepared);
    const [changed] = runs.filter(({ outputs }) => !isDeepStrictEqual(outputs, runs[0]!.outputs));
    const answer: Answer = { kind: 'session', runs: [{ ...runs[0]!, later: changed!.outputs }, ...runs.slice(1)] };
    expect(judge(prepared, answer, { requireTier: 'native' })).toMatchObject({
      outcome: 'fail',
      problem: 'later',
      breaks: 'implied',
    });
  },
);
