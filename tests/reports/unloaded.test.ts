import { expect, test } from 'vitest';
import { renderTerminal } from '../../reports/print/report.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const entries = names.flatMap((name) => operator(name, [[1, 12, 28]]));
const plan = planAll(entries, ['float32', 'int8'], 4);
/** A runtime that throws in other words for each of some operators, and for int8 of the others. */
const report = (missing: readonly string[]) =>
  aggregate(
    plan,
    resultsOf(plan, ({ operator, dtype }, n) => ({
      classes: { inputs: { 'type of X': dtype } },
      ...(missing.includes(operator) && { outcome: 'error', message: `what is ${operator}? ${'xyz'[n % 3]}` }),
      ...(!missing.includes(operator) && dtype === 'int8' && { outcome: 'error', message: 'no int8' }),
    })),
    entries,
  );

test('operators of which nothing runs are one finding, with its remedy; errors next to answers are reported by their words', () => {
  const reported = report(['A', 'B', 'C', 'D', 'E']);
  expect(reported.findings.map(({ id, where }) => [id.replace(/-\w{8}$/, ''), where.length])).toEqual([
    ['operators-fail-to-load', 5],
    ['f-error', 1],
  ]);
  const [unloaded] = reported.findings;
  expect(unloaded!.cases).toBe(unloaded!.of);
  expect(renderFull(reported)).toContain('5 operators fail to load');
  expect(renderFull(reported).replace(/\s+/g, ' ')).toContain('throw Unsupported');
  expect(renderTerminal(reported, { folder: 'out' }).replace(/\s+/g, ' ')).toContain('throw Unsupported');
});

test('of few operators, errors in the same words are one finding', () => {
  const ids = report(['A', 'B', 'C']).findings.map(({ id }) => id);
  expect(ids).not.toContain('operators-fail-to-load');
  expect(ids).toHaveLength(4);
});

test('the order of results decides nothing', () => {
  const results = resultsOf(plan, ({ operator }, n) =>
    operator === 'F' ? {} : { outcome: 'error', message: `${operator} ${n}` },
  );
  expect(aggregate(plan, results.toReversed(), entries)).toEqual(aggregate(plan, results, entries));
});
