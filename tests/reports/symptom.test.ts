import { expect, test } from 'vitest';
import { choosing } from '../../oracles/judge/explanations/explanation.ts';
import type { CaseResult, ElementFailure, Finding } from '../../reports/schema.ts';
import { symptomOf } from '../../reports/view/symptom.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const [result] = resultsOf(planAll(entries, ['int64'], 1), () => ({ outcome: 'fail' })) as [CaseResult];
const [base] = aggregate([{ ...result, cases: 1 }], [result], entries).findings as [Finding];

/** A finding on empty sets, of which the smallest case said `message`. */
const finding = (
  more: Partial<Finding>,
  message = '',
  failure: Pick<ElementFailure, 'got' | 'exact'> = { got: '1', exact: '2' },
): Finding => {
  const smallest = { ...result, message, failure: { output: 0, index: [], allowed: '', ...failure } };
  return { ...base, clauses: ['empty-set'], common: [], always: [], ...more, smallest };
};
const explanation = (text: string) => ({ explanation: { id: 'id', text } });
const shape = 'output 0 has shape [2,0,3] instead of [2,1,3]';
const throws = "Non-zero status code. Name:'' Status Message: /a/b/c.h:210 Max is not defined for bool at f (x.js:1)";

const cases: readonly (readonly [string, Finding])[] = [
  ['int64 values go through float64', finding(explanation('values go through float64'))],
  ['the answer is NaN instead of 1', finding(explanation('the answer is NaN'), '', { got: 'NaN', exact: '1' })],
  [
    'empty set with a negative axis: wrong shape [2,0,3]',
    finding({ ...explanation('kept'), problem: 'shape', always: ['a negative axis'] }, shape),
  ],
  [
    'int64 values are doubled',
    finding({ ...explanation('values are doubled'), problem: 'shape' }, 'of 18 elements wrong'),
  ],
  ['with rank ≥ 3: wrong shape [2,0,3]', finding({ problem: 'shape', clauses: [], always: ['rank ≥ 3'] }, shape)],
  ['wrong values: empty set', finding({ problem: 'value' })],
  ['wrong values in int64: keepdims 0', finding({ problem: 'value', clauses: ['a', 'b'] })],
  ['wrong dtype int32', finding({ problem: 'dtype' }, 'output 0 has dtype int32 instead of int64')],
  ['error: Max is not defined for bool', finding({ outcome: 'error' }, throws)],
  ['no answer in time', finding({ outcome: 'timeout' })],
  [
    'nan-index varies: propagates / ignored',
    finding(
      { problem: 'inconsistency', explanation: choosing('nan-index') },
      'nan-index depends on the position: propagates at [1,1], ignored at [0]',
    ),
  ],
  [
    'nan-index varies: a / b',
    finding({ other: result, message: 'nan-index depends on the case: a in Sum/13/1, b in Sum/13/2' }),
  ],
];

test.each(cases)('%s', (title, one) => {
  expect(symptomOf(one)).toBe(title);
});
