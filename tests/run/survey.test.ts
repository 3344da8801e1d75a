import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Case, select } from '../../generators/suite/cases.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { mergeShards } from '../../src/run/folder/merge.ts';
import { runTrials } from '../../src/run/run.ts';
import { trialsByKind } from '../../src/run/survey.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { folder } from '../folder.ts';
import { isExhaustive, sampled } from '../sample.ts';
import { faulty, inProcess, storedIn, storedRun } from './in-process.ts';

type Supports = (testCase: Case) => boolean;

const selected = select({
  seed: 1,
  ids: [
    `{QuantizeLinear,Where,ReduceSum,Softmax}/{13,16}/{float32,float32-int8,${isExhaustive ? 'int32,uint8' : 'int32'}}`,
  ],
  opsets: [],
  dtypes: [],
});
const questions = selected.cells.filter(({ clause }) => !isOfSessions(clause)).flatMap(selected.cases);
const byId = new Map(questions.map((question) => [question.id, question]));
const trials = questions.map((question) => caseTrial(question, { requireTier: 'native' }));

/** A backend that supports some cases, and answers them with an error. */
function supporting(isSupported: Supports, refusal: (question: Case) => string): Backend {
  return {
    info: { name: 'partial', version: '1' },
    capabilities: {},
    incidents: { count: 0, first: [] },
    async run(request) {
      const bytes = 'model' in request ? request.model : request.models[0]!;
      const testCase = byId.get(decodeModel(bytes, 'the model').name.split('@')[0]!);
      return testCase && isSupported(testCase)
        ? { kind: 'error', message: 'wrong' }
        : { kind: 'unsupported', message: testCase ? refusal(testCase) : '' };
    },
    close: async () => {},
  };
}

async function resultsOf(isSupported: Supports, refusal: (question: Case) => string, isSurveyed: boolean) {
  const results: CaseResult[] = [];
  await runTrials(supporting(isSupported, refusal), trials, {
    onResult: (result) => results.push(result),
    ...(isSurveyed && { kinds: trialsByKind(trials) }),
  });
  return results;
}

/** The outcomes where every case is asked: of a backend that supports all, and of one that supports nothing. */
async function askedOutcomes(isSupported: boolean) {
  const results = await resultsOf(
    () => isSupported,
    () => 'no kernel',
    false,
  );
  return new Map(results.map(({ id, outcome }) => [id, outcome]));
}
const [supported, refused] = [await askedOutcomes(true), await askedOutcomes(false)];

/** The results of a surveyed run, whose outcomes have to be those of a run that asks every case. */
async function surveyed(isSupported: Supports, refusal = (_: Case) => 'no kernel') {
  const results = await resultsOf(isSupported, refusal, true);
  const expected = questions.map((question) => {
    const { id } = question;
    return [id, (isSupported(question) ? supported : refused).get(id)];
  });
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(expected);
  return results;
}

const isConstant = ({ proposal }: Case, from: number) =>
  proposal.inputs.length > from && proposal.inputs.slice(from).every(({ form }) => form !== 'input');

/** What a backend may support, in words. */
const partly: readonly (readonly [string, (testCase: Case) => boolean])[] = [
  ['inputs but the first are constants', (testCase) => isConstant(testCase, 1)],
  ['nothing is a constant', ({ proposal: { inputs } }) => inputs.every(({ form }) => form !== 'initializer')],
  ['the first input is a constant', ({ proposal: { inputs } }) => inputs[0]!.form === 'initializer'],
  ['the opset is not the first of the version', ({ opset, cell }) => opset > cell.version.since],
  ['all inputs but one are left out', ({ proposal: { inputs } }) => inputs.length === 1],
  ['the rank is 3', ({ facts: { measures } }) => measures.rank === 3],
  ['the rank is 1', ({ facts: { measures } }) => measures.rank === 1],
];

test.each(sampled(partly, 2))('what is supported where %s is not left out', async (_, isSupported) => {
  await surveyed(isSupported);
});

test('where refusals are about the cases nothing is left out', async () => {
  const isSupported = ({ id }: Case) => id.endsWith('/any-length/3');
  const about = ({ cell }: Case) => `no kernel for ${cell.clause.id}`;
  await surveyed(isSupported, about);
});

test('of what is not supported a few cases of each kind are asked, and all are reported', async () => {
  const kindOf = ({ cell }: Case) => cell.name.slice(0, -cell.clause.id.length - 1);
  const kinds = new Set(questions.map(kindOf));
  await fc.assert(
    fc.asyncProperty(fc.subarray([...kinds]), async (own) => {
      const isOwn = (question: Case) => own.includes(kindOf(question));
      const results = await surveyed(isOwn);
      const unasked = results.filter(({ message }) => message === 'not asked: no kernel').length;
      const others = questions.filter((question) => !isOwn(question)).length;
      expect(others - unasked).toBeLessThanOrEqual(30 * (kinds.size - own.length));
    }),
    { numRuns: isExhaustive ? 10 : 1 },
  );
});

test('an interrupted run and shards ask the same', async () => {
  const dir = folder();
  const ids = ['ReduceSum/13/{float32,int32}/{definition,axes-*}'];
  // the oracle with faults, and without integers
  const modest = {
    ...faulty,
    prepare(bytes: Uint8Array) {
      if (decodeModel(bytes, 'the model').inputs[0]!.dtype.includes('int')) {
        throw Object.assign(new Error('no integers'), { name: 'Unsupported' });
      }
      return faulty.prepare(bytes);
    },
  };
  const settings = { selection: { seed: 1, ids, opsets: [], dtypes: [] }, launching: inProcess(modest) };
  await storedRun(join(dir, 'whole'), settings);
  for (const until of [5, 80]) await storedRun(join(dir, 'cut'), { ...settings, until, resume: true });
  await storedRun(join(dir, 'cut'), { ...settings, resume: true });
  expect(storedIn(join(dir, 'cut'))).toEqual(storedIn(join(dir, 'whole')));
  for (const number of [1, 2]) await storedRun(join(dir, `${number}`), { ...settings, shard: { number, of: 2 } });
  const merged = mergeShards(['1', '2'].map((name) => join(dir, name)));
  const lines = storedIn(join(dir, 'whole'))['results.jsonl']!.trimEnd().split('\n');
  expect(merged.results).toEqual(lines.map((line) => JSON.parse(line)));
  expect(merged.results.some(({ message }) => message === 'not asked: no integers')).toBe(true);
});
