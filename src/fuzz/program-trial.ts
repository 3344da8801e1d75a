import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { outputNamesOf } from '../../oracles/graph/resolve.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { meetsTier } from '../../oracles/judge/tier.ts';
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
import { type CaseDescription, sizeOf } from '../run/trial/description.ts';
import { judge, type Requirements, resultOf } from '../run/trial/judge.ts';
import { describeGraph, expectRun, prepareGraph } from '../run/trial/prepare-graph.ts';
import type { Prepared } from '../run/trial/prepared.ts';
import { requestOfRun, settleValid } from '../run/trial/settle.ts';
import type { Ask, Trial } from '../run/trial/trial.ts';

/** The clause of drawn programs: the clause that one breaks is known only after shrinking. */
export const drawnClause: Clause = {
  id: 'drawn',
  text: 'The answer to a program that was drawn agrees with the oracle.',
  source: { document: '', place: 'the definitions of its operators' },
  level: 'specified',
};

/** A program as a trial: of a model, or of a session if it has several runs. */
export interface ProgramTrial extends Trial {
  /** judges without the choices that a right answer shows */
  readonly settle: (ask: Ask) => Promise<ValidResult>;
  readonly skipped: (message: string) => ValidResult;
  /** judges an answer, with the choices that it shows */
  readonly withChoices: (answer: Answer) => ValidResult;
}

/**
 * Returns the trial of a program for several backends, which evaluates the oracle only once.
 * @param name a unique name: `1-0-17` for program 17 of batch 0 of seed 1
 */
export function programTrial(program: Program, name: string, requirements: Requirements): ProgramTrial {
  const about = describeProgram(program, name);
  const withoutChoices = { ...requirements, omitChoices: true as const };
  const prepared = once(() => prepareProgram(program, about));
  const verdicts = once(() => verdictsOf(prepared()));
  // if any accepted tier is sufficient, finding the exact tier would only take time
  const isEnough = meetsTier('native', requirements.requireTier);
  return {
    id: about.id,
    models: () => [needsAsFarAsKnown(program)],
    settle: async (ask) => {
      const { request } = prepared();
      const answer = await ask(request);
      const quick = isEnough ? judge(verdicts(), answer, withoutChoices) : undefined;
      if (quick?.outcome === 'pass') return quick;
      const again: Ask = async (other) => (other === request ? answer : ask(other));
      const result = await settleValid(prepared(), withoutChoices, again);
      // if no answer was judged, the oracle has not computed any element yet, and may be unable to
      if (isBroken(result.outcome)) bestAnswers(program);
      return result;
    },
    withChoices: (answer) => judge(prepared(), answer, requirements),
    skipped: (message) => resultOf(about, { outcome: 'unsupported', message }),
    probe: () => requestOfRun(prepared(), 0),
  };
}

/**
 * Settles a program. If the oracle fails, which is a fault of the suite, the program counts as unsupported and the run continues.
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
 * Returns the best answers to the runs of a program.
 * @throws NotJudged if the oracle has none
 */
export const bestAnswers = ({ graph, runs }: Pick<Program, 'graph' | 'runs'>): readonly (readonly Value[])[] =>
  runs.map((run) => expectGraphValues(graph, run).map((value) => mapTensors(value, referenceTensor)));

function describeProgram(program: Program, name: string): CaseDescription {
  const { graph, runs } = program;
  const about = describeGraph({ id: name, model: program, graph, inputs: runs[0]! }, drawnClause);
  const { dtype, summary } = about;
  const [node, ...others] = graph.nodes;
  // as in the suite, a node that runs graphs counts for its own operator
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

/** Prepares a program: with one run as a model, with several as a session. */
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

/** Returns the prepared program with judges that only decide whether an answer is accepted. */
function verdictsOf({ runs, ...own }: Prepared): Prepared {
  const only = runs.map((run) => {
    const expected = run.expected!.map((value) => mapTensors(value, verdictsOnly));
    const judge: typeof run.judge = (outputs, loosest) => compare(expected, outputs, loosest);
    return { ...run, expected, judge };
  });
  return { ...own, runs: only };
}

/** Returns the needs of a program without the oracle's answer; its error is reported when the program is settled. */
function needsAsFarAsKnown(program: Program): ModelNeeds {
  try {
    return needsOf(program);
  } catch (error) {
    if (error instanceof BadInput) return { opset: program.opset, dtypes: [] };
    throw error;
  }
}

/** Returns the needs of a program: its opset, and the dtypes of type variables. Dtypes fixed by a schema are not included. */
function needsOf({ opset, graph, runs }: Program): ModelNeeds {
  const names = graph.nodes.flatMap(outputNamesOf);
  const computed = expectGraphValues({ ...graph, outputs: names }, runs[0]!);
  const values = new Map<string, Pick<Value, 'dtype'>>([...graph.initializers, ...runs[0]!]);
  for (const [i, name] of names.entries()) values.set(name, computed[i]!);
  const dtypes = graph.nodes.flatMap(({ version, inputs, outputs }) => [
    ...inputs.filter((name, i) => name !== '' && !inputAt(version, i)?.dtypes),
    ...outputs.filter((name, i) => name !== '' && !version.outputs[i]?.dtype && values.has(name)),
  ]);
  return { opset, dtypes: [...new Set(dtypes.map((name) => values.get(name)!.dtype))] };
}
