import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { givenBy } from '../../oracles/graph/resolve.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { satisfies } from '../../oracles/judge/tier.ts';
import { verdictsOnly } from '../../oracles/judge/verdicts-only.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import { inputAt } from '../../oracles/spec/declaration.ts';
import { once } from '../../oracles/spec/node.ts';
import type { Clause } from '../../oracles/spec/operator.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import type { ValidResult } from '../../reports/schema.ts';
import { encodeRuns, modelOf } from '../../vectors/onnx/encode.ts';
import type { ExpectedModelRun } from '../../vectors/onnx/in-tensors.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { programRuns } from '../../vectors/onnx/program.ts';
import { type Answer, BackendUnavailable } from '../backends/backend.ts';
import type { ModelNeeds } from '../backends/capabilities.ts';
import { caseResult, judge, type Requirements } from '../run/trial/case-result.ts';
import { type CaseDescription, sizeOf } from '../run/trial/description.ts';
import { describeGraph, expectRun, prepareGraph } from '../run/trial/prepare-graph.ts';
import type { Prepared } from '../run/trial/prepared.ts';
import { requestOfRun, settleValid } from '../run/trial/settle.ts';
import type { Ask, Trial } from '../run/trial/trial.ts';

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
  readonly skipped: (message: string) => ValidResult;
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
  // of any accepted answer the tier is enough: which one it is takes as long to tell
  const isEnough = satisfies('native', requirements.requireTier);
  return {
    id: about.id,
    models: () => [needsAsFarAsKnown(program)],
    settle: async (ask) => {
      const { request } = prepared();
      const answer = await ask(request);
      const quick = isEnough ? judge(verdicts(), answer, untold) : undefined;
      if (quick?.outcome === 'pass') return quick;
      const again: Ask = async (other) => (other === request ? answer : ask(other));
      const result = await settleValid(prepared(), untold, again);
      // where no answer was judged, the oracle has not been asked for an element yet, and may have none
      if (isBroken(result.outcome)) bestAnswers(program);
      return result;
    },
    withChoices: (answer) => judge(prepared(), answer, requirements),
    skipped: (message) => caseResult(about, { outcome: 'unsupported', message }),
    probe: () => requestOfRun(prepared(), 0),
  };
}

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
    if (error instanceof NotJudged) return trial.skipped(message);
    onFault(message);
    return trial.skipped(`the oracle fails: ${message}`);
  }
}

/**
 * The best answers to the runs of a program.
 * @throws NotJudged where the oracle has none
 */
export const bestAnswers = ({ graph, runs }: Pick<Program, 'graph' | 'runs'>): readonly (readonly Value[])[] =>
  runs.map((run) => expectGraphValues(graph, run).map((value) => mapTensors(value, referenceTensor)));

function describeProgram(program: Program, name: string): CaseDescription {
  const { graph, runs } = program;
  const about = describeGraph({ id: name, model: program, graph, inputs: runs[0]! }, drawnClause);
  const { dtype, summary } = about;
  const [node, ...others] = graph.nodes;
  // as in the suite, a node that runs graphs is of its own operator
  const { operator, version } =
    node && others.length === 0 ? { operator: node.operator.name, version: node.version.since } : about;
  return {
    ...about,
    operator,
    version,
    id: `${operator}/${version}/${dtype}/${drawnClause.id}/${name}`,
    dataClass: drawnClause.id,
    summary: runs.length > 1 ? `${summary}, ${runs.length} runs` : summary,
    size: runs.reduce((sum, run) => sum + sizeOf([...run.values()]), 0),
  };
}

/** A program of one run as a model, of several as a session. */
function prepareProgram(program: Program, about: CaseDescription): Prepared {
  const { graph, runs } = program;
  const all = runs.map((run) => expectRun(graph, run));
  const own = programRuns(
    program,
    all.map(({ expected }) => expected),
    about.id,
  );
  if (runs.length === 1) {
    const model = modelOf(own);
    const [{ graph: asked, values, outputs }] = own as [ExpectedModelRun];
    const given = { id: about.id, bytes: encodeModel(model), model, graph: asked, inputs: values };
    return prepareGraph(given, about, { expected: outputs, explained: all[0]!.explained });
  }
  const { operator, version, dtype } = about;
  return {
    about,
    request: encodeRuns(own),
    runs: all.map(({ explained }, i) => ({
      what: i === 0 ? '' : 'other inputs',
      cell: { operator, version, dtype },
      values: runs[i]!,
      expected: own[i]!.outputs,
      judge: (outputs, loosest) => explained(compare(own[i]!.outputs, outputs, loosest), outputs),
    })),
  };
}

/** The same, which tells of an answer no more than whether it stands. */
function verdictsOf({ runs, ...own }: Prepared): Prepared {
  const only = runs.map((run) => {
    const expected = run.expected!.map((value) => mapTensors(value, verdictsOnly));
    const judge: typeof run.judge = (outputs, loosest) => compare(expected, outputs, loosest);
    return { ...run, expected, judge };
  });
  return { ...own, runs: only };
}

/** What is known of it where the oracle has no answer, which is reported when the program is settled. */
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
  const names = graph.nodes.flatMap(givenBy);
  const computed = expectGraphValues({ ...graph, outputs: names }, runs[0]!);
  const values = new Map<string, Pick<Value, 'dtype'>>([...graph.initializers, ...runs[0]!]);
  for (const [i, name] of names.entries()) values.set(name, computed[i]!);
  const dtypes = graph.nodes.flatMap(({ version, inputs, outputs }) => [
    ...inputs.filter((name, i) => name !== '' && !inputAt(version, i)?.dtypes),
    ...outputs.filter((name, i) => name !== '' && !version.outputs[i]?.dtype && values.has(name)),
  ]);
  return { opset, dtypes: [...new Set(dtypes.map((name) => values.get(name)!.dtype))] };
}
