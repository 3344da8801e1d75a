import { controlOf } from '../../../generators/cases/control.ts';
import { type ClassRecord, classRecordOf } from '../../../generators/classes/classes.ts';
import { type Run, runsOf } from '../../../generators/sessions/runs.ts';
import { type Case, callOfValues } from '../../../generators/suite/cases.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { refutedBy, withExplanations } from '../../../oracles/judge/explanations/hypotheses.ts';
import { excuseOfCall } from '../../../oracles/spec/excuse.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import {
  answersExpected,
  encodeAttempt,
  encodeCaseRuns,
  encodeInvalidCase,
  inputNameIn,
  modelRun,
} from '../../../vectors/onnx/case.ts';
import { encodeModelIn, modelOf, runAlone } from '../../../vectors/onnx/encode.ts';
import type { RunRequest } from '../../backends/backend.ts';
import { type CaseDescription, describeCase, formatInputs, sizeOf } from './description.ts';
import { expectRun, prepareGraph } from './prepare-graph.ts';
import type { Prepared, PreparedRun, Rejectable } from './prepared.ts';

/** Prepares a case of the suite, of any kind. */
export function prepareCase(testCase: Case): Prepared {
  const { expects, clause } = testCase.cell;
  if (expects === 'rejection') return prepareInvalid(testCase);
  return isOfSessions(clause) ? prepareSession(testCase) : prepareModel(testCase);
}

/** Prepares a valid case of one run: a node or a graph. */
export function prepareModel(testCase: Case): Prepared<RunRequest> {
  const { cell, proposal } = testCase;
  if (cell.operator.isGraph) return prepareGraphCase(testCase);
  const named = proposal.inputs.flatMap(({ value, held = value }, i) =>
    held ? [{ name: inputNameIn(testCase, i), value: held }] : [],
  );
  const { encoded, ...prepared } = prepareRuns(testCase);
  return { ...prepared, request: runAlone(encoded, 0), inputs: () => formatInputs(named) };
}

/** Prepares a case of several runs. */
function prepareSession(testCase: Case): Prepared {
  const { encoded, ...prepared } = prepareRuns(testCase);
  const before = encodeAttempt(testCase);
  return { ...prepared, request: { ...encoded, ...(before && { before }) } };
}

/**
 * Prepares the runs of a case. The oracle evaluates each once, for the declared shapes and for judging, and runs of a model
 * on the same values together.
 */
function prepareRuns(testCase: Case) {
  const own = runsOf(testCase);
  const runs: (ReturnType<typeof prepareRun> & Pick<PreparedRun, 'classes'>)[] = [];
  for (const [i, run] of own.entries()) {
    const { model, what, testCase: ofRun } = run;
    const same = runs.find(({ values }, k) => own[k]!.model === model && values === ofRun.proposal.inputs);
    runs.push({ ...(same ?? prepareRun(run)), what, classes: () => classesAt(own, i) });
  }
  const encoded = encodeCaseRuns(
    own,
    runs.map(({ ofNode }) => ofNode),
  );
  return { about: descriptionOf(testCase, own), runs, encoded };
}

/** Returns the classes of a run of a case. */
export function classesAt(runs: readonly Run[], i: number): ClassRecord {
  const { testCase, model } = runs[i]!;
  const earlier = runs.slice(0, i).filter((before) => before.model === model);
  return classRecordOf(
    testCase.cell.version,
    testCase.proposal,
    earlier.map((before) => before.testCase.proposal),
  );
}

function prepareRun({ testCase, what }: Run) {
  const { cell, proposal } = testCase;
  const { operator, version, dtype } = cell;
  const asked = { ...cell, call: callOfValues(proposal) };
  const ofNode = expectValues(operator, version, asked.call);
  const expected = answersExpected(testCase, ofNode);
  return {
    what,
    cell: { operator: operator.name, version: version.since, dtype },
    values: proposal.inputs,
    ofNode,
    expected,
    judge: (outputs, loosest) => withExplanations(compare(expected, outputs, loosest), asked, expected, outputs),
    refutes: (outputs) => refutedBy(asked, expected, outputs),
    rejectable: rejectableOf(testCase),
    excuse: excuseOfCall(version, asked.call),
  } satisfies PreparedRun & { readonly ofNode: typeof ofNode };
}

/** Returns the policy under which a run may be refused, and its control; `undefined` if it must run. */
function rejectableOf(testCase: Case): Rejectable | undefined {
  const policy = testCase.proposal.rejection?.policy;
  return policy && { policy, control: () => prepareModel(controlOf(testCase)!).request };
}

function prepareGraphCase(testCase: Case): Prepared<RunRequest> {
  const own = modelRun(testCase, []);
  const { graph, values: inputs } = own;
  const run = expectRun(graph, inputs);
  const model = modelOf([{ ...own, outputs: run.expected }]);
  const given = { id: testCase.id, bytes: encodeModelIn(own.form, model), model, form: own.form, graph, inputs };
  return prepareGraph(given, descriptionOf(testCase), run);
}

/** Prepares a case that expects a rejection. */
function prepareInvalid(testCase: Case): Prepared {
  return {
    about: descriptionOf(testCase),
    request: encodeInvalidCase(testCase),
    runs: [],
    control: () => prepareModel(controlOf(testCase)!),
  };
}

function descriptionOf(testCase: Case, runs: readonly Pick<Run, 'testCase'>[] = [{ testCase }]): CaseDescription {
  const sizes = runs.map((run) => sizeOf(run.testCase.proposal.inputs.map(({ value, held = value }) => held)));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  return { ...describeCase(testCase), dataClass: testCase.proposal.dataClass, size };
}
