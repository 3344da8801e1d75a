import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../evidence/drawn/fault.ts';
import { faultyRuntime, ofDrawn } from '../../evidence/planted/plant.ts';
import { elementCount, scalarsOf, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { mapTensors } from '../../oracles/numerics/value.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { readStoredResults } from '../../src/run/folder/run-folder.ts';
import { askFurther, settleFurther } from '../../src/run/further.ts';
import { folder } from '../folder.ts';
import { inProcess, selection, storedRun } from './in-process.ts';

/** Outputs with zeros at some places. */
const zerosWhere = (what: string, isLost: (i: number, count: number) => boolean): Fault['effect'] => ({
  what,
  apply: ({ run }, right) =>
    right(run).map((output) =>
      mapTensors(output, (tensor) => {
        const value = scalarsOf(tensor);
        const count = elementCount(tensor.dims);
        return tensorOfScalars(tensor.dtype, tensor.dims, (i) => (isLost(i, count) ? 0 : value(i)));
      }),
    ),
});

/** Zeros where all numbers are negative and alpha is left out, of which the quick suite has two cases. */
const fault: Fault = {
  operator: 'Celu',
  family: 'elementwise',
  conditions: [
    { aspect: 'values', dimension: 'negative numbers in X', value: 'all' },
    { aspect: 'attributes', dimension: 'alpha', value: 'absent' },
  ],
  effect: zerosWhere('all is zero', () => true),
};

/** The first data once more, where others come to a model that has run. */
const stale: Fault = {
  ...fault,
  conditions: [{ aspect: 'sessions', dimension: 'X since the run before', value: 'other values' }],
  effect: { what: 'input 0 is that of the first run', apply: ({ earlier }, right) => right(earlier[0]!) },
};

const dir = folder();
const titlesOf = async (out: string, ids: readonly string[], planted = fault) => {
  const launching = inProcess(faultyRuntime([ofDrawn(planted)]));
  const { report } = await storedRun(join(dir, out), { launching, selection: { ...selection, ids } });
  return { report, titles: report.findings.map(titleOf) };
};

const celu = ['Celu/12'];
const whole = await titlesOf('all', celu);

test('further cases tell what sets few failing cases apart, and count in no figure', async () => {
  const { report, titles } = whole;
  expect(titles).toEqual([expect.stringMatching(/^Celu where (?=.*alpha is absent)(?=.*only negative numbers in X)/)]);
  expect([...readStoredResults(join(dir, 'all'))].filter(({ isInvalid }) => !isInvalid)).toHaveLength(report.planned);
  expect(report.findings[0]!.cases).toBeLessThan(4);
  // asking again says the same
  expect((await titlesOf('again', celu)).titles).toEqual(titles);
});

/** Returns the rounds in which each operator was asked. @param settle returns the results of a round */
async function roundsOf(names: readonly string[], settle: (smallest: CaseResult, round: number) => CaseResult[]) {
  const undecided = names.map((operator) => {
    const smallest = { id: `${operator}/13/float32/definition/0`, operator } as CaseResult;
    return { smallest, possible: [], tried: new Set<string>() };
  });
  const asked: string[] = [];
  await askFurther(
    {} as Backend,
    {
      undecided: (isAsked = () => true) => undecided.filter(({ smallest }) => isAsked(smallest)),
      addFurther: () => {},
    },
    {
      seed: 1,
      asked: 100,
      settle: async ({ finding: { smallest }, round }) => {
        asked.push(`${smallest.operator} ${round}`);
        return settle(smallest, round);
      },
      signal: new AbortController().signal,
    },
  );
  return asked;
}

test('an operator without further cases in a round is asked no more, whatever others are', async () => {
  const asked = await roundsOf(['Neg', 'Abs'], (one, round) => (one.operator === 'Abs' && round < 2 ? [one] : []));
  expect(asked).toEqual(['Neg 0', 'Abs 0', 'Abs 1', 'Abs 2']);
});

test('an operator whose further cases cost many processes is asked no more', async () => {
  const asked = await roundsOf(['Neg'], (one) => [
    { ...one, outcome: 'crash' },
    { ...one, outcome: 'timeout' },
  ]);
  expect(asked).toEqual(['Neg 0', 'Neg 1']);
});

test('a round ends with the first case that costs the backend its process', async () => {
  const { smallest } = whole.report.findings[0]!;
  const finding = { smallest, possible: [{ conditions: [], bits: 0 }], tried: new Set(['12', 'float32', 'opset 12']) };
  const settledBy = (kind: 'crash' | 'error') =>
    settleFurther(
      { finding, seed: 1, round: 1, asked: [] },
      { requirements: { requireTier: 'native' }, capabilities: {} },
      async () => ({ kind, message: 'gone' }),
    );
  expect((await settledBy('error')).length).toBeGreaterThan(1);
  expect(await settledBy('crash')).toEqual([expect.objectContaining({ outcome: 'crash' })]);
});

test('of a case by itself nothing further is asked', async () => {
  const { id } = whole.report.findings[0]!.smallest;
  const { titles } = await titlesOf('one', [id]);
  expect(titles).toEqual([expect.stringMatching(/^Celu, as with X float32/)]);
});

test('runs that are right say as much as the last one of their session', async () => {
  const { titles } = await titlesOf('stale', celu, stale);
  expect(titles).toEqual([
    expect.stringMatching(
      /^Celu (?:in \d+ % of cases )?where X is of other values since the run before: a run depends/,
    ),
  ]);
});

test('a size or a rank that only goes along with what shows a fault is not named', async () => {
  const constant: Fault = {
    ...fault,
    operator: 'Sin',
    conditions: [{ aspect: 'inputs', dimension: 'form of input', value: 'constant' }],
    effect: zerosWhere('what is behind the last 4 of all is zero', (i, count) => i >= count - (count % 4)),
  };
  const { titles } = await titlesOf('tail', ['Sin/22'], constant);
  expect(titles).toEqual([
    expect.stringMatching(/^Sin in \d+ % of cases where input is constant: (?:wrong values: 0|0 behind)/),
  ]);
});

test('where few cases fail, others have the same values in another shape', async () => {
  const ofRank: Fault = {
    ...fault,
    operator: 'Identity',
    conditions: [
      { aspect: 'shapes', dimension: 'rank of input', value: '3' },
      { aspect: 'values', dimension: 'halves in input', value: 'at several places' },
    ],
    effect: zerosWhere('every other element is zero', (i) => i % 2 === 1),
  };
  const { titles } = await titlesOf('rank', ['Identity/25'], ofRank);
  expect(titles).toEqual([
    expect.stringMatching(/^Identity where (?=.*rank of input is 3)(?=.*halves in input)(?!.*size)/),
  ]);
});
