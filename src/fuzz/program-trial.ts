import type { Program } from '../../generators/fuzz/program.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { compare } from '../../oracles/acceptance/comparator.ts';
import { satisfies } from '../../oracles/acceptance/tier.ts';
import { verdictsOnly } from '../../oracles/acceptance/verdicts-only.ts';
import { BadInput, NotJudged } from '../../oracles/bad-input.ts';
import { inputAt } from '../../oracles/declaration.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import { once } from '../../oracles/node.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Clause, ExpectedOutput } from '../../oracles/operator.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import type { ValidResult } from '../../reports/schema.ts';
import { encodeModel } from '../../vectors/model.ts';
import { modelOfProgram } from '../../vectors/program.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import { type Answer, BackendUnavailable, type Request } from '../backends/backend.ts';
import type { ModelNeeds } from '../backends/capabilities.ts';
import { type CaseDescription, sizeOf } from '../harness/description.ts';
import { caseResult, judgeModel, judgeSession, type Requirements } from '../harness/judge.ts';
import { settleModel } from '../harness/model-trial.ts';
import { describeGraph, expectRun, type PreparedGraph, prepareGraph } from '../harness/prepared-graph.ts';
import { type PreparedSession, type SessionRun, sessionOf } from '../harness/session.ts';
import { settleSession } from '../harness/session-trial.ts';
import type { Ask, Trial } from '../harness/trial.ts';

/** What stands in the place of a clause where a program was drawn: which one it breaks is only known when it is shrunk. */
export const drawnClause: Clause = {
  id: 'drawn',
  text: 'The answer to a program that was drawn agrees with the oracle.',
  source: { document: '', place: 'the definitions of its operators' },
  level: 'specified',
};

/** A program as a trial of a model, or of a session where it has several runs. */
export interface ProgramTrial extends Trial {
  /** says nothing of the choices that a right answer tells of */
  readonly settle: (ask: Ask) => Promise<ValidResult>;
  readonly unasked: (message: string) => ValidResult;
  /** what an answer is judged, with the choices that it tells of */
  readonly withChoices: (answer: Answer) => ValidResult;
}

/**
 * A program ready to be put to backends; the oracle is asked once for all of them.
 * @param name what sets it apart from others: `1-0-17` for program 17 of batch 0 of seed 1
 */
export function programTrial(program: Program, name: string, requirements: Requirements): ProgramTrial {
  const about = describeProgram(program, name);
  const untold = { ...requirements, choicesUntold: true as const };
  const prepared = once(() => prepareProgram(program, about));
  const verdicts = once(() => verdictsOf(prepared()));
  // of any answer that stands the tier is enough: which one it is takes as long to tell
  const isEnough = satisfies('native', requirements.requireTier);
  return {
    id: about.id,
    models: () => [needsAsFarAsKnown(program)],
    settle: async (ask) => {
      const own = prepared();
      const request = requestOf(own);
      const answer = await ask(request);
      const quick = isEnough ? judged(verdicts(), answer, untold) : undefined;
      if (quick?.outcome === 'pass') return quick;
      const again: Ask = async (other) => (other === request ? answer : ask(other));
      const result = await ('runs' in own ? settleSession(own, untold, again) : settleModel(own, untold, again));
      // where no answer was judged, the oracle has not been asked for an element yet, and may have none
      if (isBroken(result.outcome)) bestAnswers(program);
      return result;
    },
    withChoices: (answer) => judged(prepared(), answer, requirements),
    unasked: (message) => caseResult(about, { outcome: 'unsupported', message }),
    probe: () => {
      const own = prepared();
      return 'runs' in own ? own.session.alone(0).request : own.request;
    },
  };
}

const judged = (own: PreparedProgram, answer: Answer, requirements: Requirements): ValidResult =>
  'runs' in own ? judgeSession(own, answer, requirements) : judgeModel(own, answer, requirements);

const requestOf = (own: PreparedProgram): Request => ('runs' in own ? own.session.request : own.request);

/**
 * What becomes of a program. Where the oracle cannot judge it, the suite is at fault: it is not supported then, and no reason to
 * end a run.
 * @throws BackendUnavailable if the backend cannot be started again
 */
export async function settleProgram(
  trial: ProgramTrial,
  ask: Ask,
  onFault: (message: string) => void = () => {},
): Promise<ValidResult> {
  try {
    return await trial.settle(ask);
  } catch (error) {
    if (error instanceof BackendUnavailable) throw error;
    const { message } = error as Error;
    if (error instanceof NotJudged) return trial.unasked(message);
    onFault(message);
    return trial.unasked(`the oracle fails: ${message}`);
  }
}

/**
 * The best answers to the runs of a program.
 * @throws NotJudged where the oracle has none
 */
export const bestAnswers = ({ graph, runs }: Pick<Program, 'graph' | 'runs'>): readonly (readonly Tensor[])[] =>
  runs.map((run) => expectGraph(graph, run).map(bestTensor));

function describeProgram(program: Program, name: string): CaseDescription {
  const { graph, runs } = program;
  const about = describeGraph({ id: name, model: program, graph, inputs: runs[0]! }, drawnClause);
  const { operator, version, dtype, summary } = about;
  return {
    ...about,
    id: `${operator}/${version}/${dtype}/${drawnClause.id}/${name}`,
    dataClass: drawnClause.id,
    summary: runs.length > 1 ? `${summary}, ${runs.length} runs` : summary,
    size: runs.reduce((sum, run) => sum + sizeOf([...run.values()]), 0),
  };
}

/** A model, or a session with what its runs are judged by. */
type PreparedProgram = PreparedGraph | (PreparedSession & { readonly runs: readonly SessionRun[] });

function prepareProgram(program: Program, about: CaseDescription): PreparedProgram {
  const { graph, runs } = program;
  const all = runs.map((run) => expectRun(graph, run));
  const model = modelOfProgram(
    program,
    all.map(({ expected }) => expected),
    about.id,
  );
  const bytes = encodeModel(model);
  if (runs.length === 1) return prepareGraph({ id: about.id, bytes, model, graph, inputs: runs[0]! }, about, all[0]);
  const { operator, version, dtype } = about;
  const request = {
    models: [bytes],
    runs: runs.map((run) => ({ model: 0, inputs: encoded(run), outputs: graph.outputs })),
  };
  const asked = runs.map((values, i) => ({
    ...all[i]!,
    what: i === 0 ? '' : 'other inputs',
    cell: { operator, version, dtype },
    values,
  }));
  return { about, session: sessionOf(request, asked), runs: asked };
}

/** The same, which tells of an answer no more than whether it stands. */
function verdictsOf(own: PreparedProgram): PreparedProgram {
  const only = (expected: readonly ExpectedOutput[]) => expected.map(verdictsOnly);
  if (!('runs' in own)) {
    const expected = only(own.expected);
    return { ...own, expected, judge: (outputs, loosest) => compare(expected, outputs, loosest) };
  }
  const runs = own.runs.map((run) => ({ ...run, expected: only(run.expected) }));
  return { ...own, runs, session: sessionOf(own.session.request, runs) };
}

const encoded = (run: ReadonlyMap<string, Tensor>) =>
  [...run].map(([name, tensor]) => ({ name, bytes: encodeTensor(tensor, name) }));

/** What is known of it where the oracle has no answer, which is told when the program is settled. */
function needsAsFarAsKnown(program: Program): ModelNeeds {
  try {
    return needsOf(program);
  } catch (error) {
    if (error instanceof BadInput) return { opset: program.opset, dtypes: [] };
    throw error;
  }
}

/** The dtypes that the program binds type variables to; what a schema fixes needs no support of its own. */
function needsOf({ opset, graph, runs }: Program): ModelNeeds {
  const names = graph.nodes.flatMap(({ outputs }) => outputs.filter((name) => name !== ''));
  const computed = expectGraph({ ...graph, outputs: names }, runs[0]!);
  const values = new Map<string, Pick<Tensor, 'dtype'>>([...graph.initializers, ...runs[0]!]);
  for (const [i, name] of names.entries()) values.set(name, computed[i]!);
  const dtypes = graph.nodes.flatMap(({ version, inputs, outputs }) => [
    ...inputs.filter((name, i) => name !== '' && !inputAt(version, i)?.dtypes),
    ...outputs.filter((name, i) => name !== '' && !version.outputs[i]?.dtype),
  ]);
  return { opset, dtypes: [...new Set(dtypes.map((name) => values.get(name)!.dtype))] };
}
