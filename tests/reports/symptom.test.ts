import { expect, test } from 'vitest';
import { severalChoices } from '../../oracles/judge/explanations/explanation.ts';
import type { CaseResult, ElementFailure, Finding } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const [result] = resultsOf(planAll(entries, ['int64'], 1), () => ({ outcome: 'fail' })) as [CaseResult];
const [base] = aggregate([{ ...result, cases: 1 }], [result], entries).findings as [Finding];

/** A finding whose smallest case has this message. */
const finding = (
  more: Partial<Finding>,
  message = '',
  failure: Pick<ElementFailure, 'got' | 'exact'> = { got: '1', exact: '2' },
): Finding => {
  const smallest = {
    ...result,
    summary: '',
    classes: {},
    message,
    failure: { output: 0, index: [], allowed: '', ...failure },
  };
  return { ...base, clauses: ['definition'], ...more, smallest };
};
const explanation = (text: string) => ({ explanation: { id: 'id', text } });
const shape = 'output 0 has shape [2,0,3] instead of [2,1,3]';
const throws = "Non-zero status code. Name:'' Status Message: /a/b/c.h:210 Max is not defined for bool at f (x.js:1)";

const cases: readonly (readonly [string, Finding])[] = [
  ['Sum: int64 values go through float64', finding(explanation('values go through float64'))],
  ['Sum: NaN in the last element', finding({ problem: 'value', symptom: 'NaN in the last element' })],
  ['Sum: shape [2,0,3] instead of [2,1,3]', finding({ problem: 'shape' }, shape)],
  [
    'Sum: wrong values, or a wrong shape',
    finding({ problem: 'shape' }, '1 of 2 elements wrong; at [0] got 1, exact 2, allowed exactly 2'),
  ],
  ['Sum: int64 values are doubled', finding({ ...explanation('values are doubled'), problem: 'shape' }, shape)],
  ['Sum: wrong values, such as 1 for 2', finding({ problem: 'value' })],
  ['Sum: dtype int32 instead of int64', finding({ problem: 'dtype' }, 'output 0 has dtype int32 instead of int64')],
  ['Sum: refused: Max is not defined for bool', finding({ outcome: 'error' }, throws)],
  [
    'Sum where axis is 1: refused',
    finding({ outcome: 'error', cases: 3, conditions: [{ dimension: 'axis', values: ['1'] }] }, throws),
  ],
  [
    'Sum where axis is 1: refused: Max is not defined for bool',
    finding({ outcome: 'error', cases: 2, conditions: [{ dimension: 'axis', values: ['1'] }] }, throws),
  ],
  [
    'Sum in 40 % of cases where axis is 1: refused: Max is not defined for bool',
    finding(
      { outcome: 'error', conditions: [{ dimension: 'axis', values: ['1'] }], share: { failing: 2, of: 5 } },
      throws,
    ),
  ],
  [
    'Sum perhaps where axis is 1: refused: Max is not defined for bool',
    finding(
      {
        outcome: 'error',
        conditions: [{ dimension: 'axis', values: ['1'] }],
        alternatives: [[{ dimension: 'rank of X', values: ['3'] }]],
      },
      throws,
    ),
  ],
  [
    'Sum perhaps where axis is 1: wrong values, such as 1 for 2',
    finding({
      problem: 'value',
      conditions: [{ dimension: 'axis', values: ['1'] }],
      alternatives: [[{ dimension: 'rank of X', values: ['3'] }]],
    }),
  ],
  [
    'Sum where axis is 1: wrong values, such as 1 for 2',
    finding({
      problem: 'value',
      cases: 3,
      conditions: [{ dimension: 'axis', values: ['1'] }],
      alternatives: [[{ dimension: 'rank of X', values: ['3'] }]],
    }),
  ],
  [
    'Sum where X is int8: wrong values, such as 1 for 2',
    finding({
      problem: 'value',
      conditions: [
        { dimension: 'type of X', values: ['int8'] },
        { dimension: 'axis', values: ['1'] },
      ],
      alternatives: [
        [
          { dimension: 'type of X', values: ['int8'] },
          { dimension: 'rank of X', values: ['3'] },
        ],
      ],
    }),
  ],
  [
    'Sum: wrong values, such as 0.123457 for 0.123458',
    finding({ problem: 'value' }, '', { got: '0.12345781', exact: '0.12345810' }),
  ],
  [
    'Sum where sequence_lens is given: wrong values, such as 1 for 2',
    finding({
      problem: 'value',
      conditions: [{ dimension: 'form of sequence_lens', values: [] }],
      alternatives: [[{ dimension: 'type of sequence_lens', values: [] }]],
    }),
  ],
  [
    'Sum: crash: not yet implemented: mode: cubic',
    finding(
      { outcome: 'crash' },
      "panicked; stderr: panicked at 'not yet implemented: mode: cubic', /a/b.rs:1:2 Stack",
    ),
  ],
  [
    'Sum: crash: index out of bounds',
    finding({ outcome: 'crash' }, 'exit code 101; stderr: thread main panicked at src/a.rs:1:2: index out of bounds'),
  ],
  ['Sum: refused', finding({ outcome: 'error' }, '…0.5, -212.102, 0.0049, 1.5574, 0.3443, -0.2865, 3....", }')],
  ['Sum: crash: exit code 3', finding({ outcome: 'crash' }, 'exit code 3; stderr: no panic')],
  ['Sum: refused: total of scales is not 4', finding({ outcome: 'error' }, "scales.total() == 4 in function 'parse'")],
  [
    'Sum: refused: invalid shape of input B',
    finding({ outcome: 'error' }, "invalid shape of input B (expected: 'B.size() >= 2'), where > 'B.size()' is 1"),
  ],
  ['Sum: refused: size is even', finding({ outcome: 'error' }, 'size_ % 2 == 1 was false.')],
  [
    'Sum: refused: Impossible to unify float32[2,3] … with float32[2,3] …',
    finding(
      { outcome: 'error' },
      '…ext: "Failed \\"A\\"", source: "Impossible to unify 2,3,F32 1.5, 2, 0.7, NaN with 2,3,F32 1.5, 2, 0.7, NaN....", }',
    ),
  ],
  ['Sum: refused: x is not 4 or 5', finding({ outcome: 'error' }, "x == 4 || x == 5 in function 'run'")],
  ['Sum: refused: a check fails: a > 1 || b > 1', finding({ outcome: 'error' }, "a > 1 || b > 1 in function 'run'")],
  [
    'Sum: refused: Can not unify 3 with int8',
    finding({ outcome: 'error' }, 'Inferring facts: wiring y.a (Mul): Can not unify Val(3) with I8.'),
  ],
  [
    "Sum: refused: Node (Pad), attribute 'mode': unexpected value",
    finding({ outcome: 'error' }, "Node (Pad), attribute 'mode': unexpected value"),
  ],
  [
    'Sum: crash: int32 is not float-like',
    finding(
      { outcome: 'crash' },
      "panicked at 'called `Result::unwrap()` on an `Err` value: I32 is not float-like', src/a.rs:2:6",
    ),
  ],
  [
    'Sum: crash: unwrap of None',
    finding({ outcome: 'crash' }, "panicked at 'called `Option::unwrap()` on a `None` value', src/a.rs:2:6"),
  ],
  ['Sum: wrong values, such as 1 for 2, or refused', finding({ problem: 'value', otherOutcomes: ['error'] })],
  ['Sum: no answer in time', finding({ outcome: 'timeout' }, 'no answer within 2000 ms')],
  ['Sum: gives another answer to the same inputs', finding({ problem: 'repeat' })],
  [
    'Sum: nan-index varies: propagates / ignored',
    finding(
      { problem: 'inconsistency', explanation: severalChoices('nan-index') },
      'nan-index depends on the position: propagates at [1,1] of output 0, ignored at [0]',
    ),
  ],
  [
    'Sum: nan-index varies: propagates / ignored',
    finding(
      { problem: 'inconsistency', explanation: severalChoices('nan-index') },
      'step 2 of 3, first run of model 2, with other shapes: nan-index depends on the position: propagates at [1], ignored at [0]',
    ),
  ],
  [
    'Sum: nan-index varies: a / b',
    finding({ other: result, message: 'nan-index depends on the case: a in Sum/13/1, b in Sum/13/2' }),
  ],
  ['Sum: misses the required tier', finding({ problem: 'tier' })],
];

test.each(cases)('%s', (title, one) => {
  expect(titleOf(one)).toBe(title);
});

test('of several operators three are named, and of a graph the clause', () => {
  const where = ['A', 'B', 'C', 'D'].map((operator) => ({ ...base.where[0]!, operator }));
  const one = finding({ problem: 'value', where });
  expect(titleOf({ ...one, where: where.slice(1) })).toBe('B, C, D: wrong values, such as 1 for 2');
  expect(titleOf(one)).toBe('A and 3 more operators: wrong values, such as 1 for 2');
  const { classes: _, ...smallest } = one.smallest;
  expect(titleOf({ ...one, where: base.where, smallest, clauses: ['empty-set'] })).toBe('Sum, empty set: wrong values');
});

test('without a condition, a single clause about what is computed is named', () => {
  const at = (...clauses: string[]) => titleOf(finding({ problem: 'value', clauses }));
  expect(at('empty-set')).toBe('Sum, empty set: wrong values, such as 1 for 2');
  expect(at('combinations')).toBe('Sum: wrong values, such as 1 for 2');
  expect(at('empty-set', 'nan')).toBe('Sum: wrong values, such as 1 for 2');
  const conditions = [{ dimension: 'axis', values: ['1'] }];
  expect(titleOf(finding({ problem: 'value', clauses: ['empty-set'], conditions }))).toBe(
    'Sum where axis is 1: wrong values, such as 1 for 2',
  );
});

const isHalf = { conditions: [{ dimension: 'axis', values: ['1'] }], share: { failing: 2, of: 9 } };
const wrong = 'wrong values, such as 1 for 2';

test.each<[title: string, summary: string, more: Partial<Finding>]>([
  [`Sum, as with X int8[2]; axis=1: ${wrong}`, 'opset 13, X int8[2] mixed; axis=1', {}],
  ['Sum, as with X int8[2]: crash (SIGFPE)', 'opset 13, X int8[2] wide', { outcome: 'crash' }],
  ['Sum, as with X int8[2] special: refused: no SIGFPE', 'opset 13, X int8[2] special', { outcome: 'error' }],
  [`Sum, as with X int8[2]: ${wrong}`, 'opset 13, X int8[2]; then other data', isHalf],
  // an input without elements says more than others, and an attribute more than data
  [
    'Sum, as with B float32[0,3]; axis=1 k=12: 0',
    'opset 13, X float32[2,3] wide, B float32[0,3] small constant, C int64[1] (1); axis=1 k=12',
    { symptom: '0' },
  ],
  ['Sum, as with X float32[3], C int64[1] (1): 0', 'opset 13, X float32[3], C int64[1] (1) constant', { symptom: '0' }],
  // what is too long is left out
  ['Sum, as with axis=1: 0', `opset 13, data_0_0 float32[${'1,'.repeat(80)}1]; axis=1`, { symptom: '0' }],
  [
    'Sum, as with a loop: h 3; x 2: 0',
    'opset 13, a loop: h 3; x 2; v, s = Scan(h, x, body={a: b = Neg(a) -> b})',
    { symptom: '0' },
  ],
])('%s', (title, summary, more) => {
  const one = finding({ problem: 'value', ...more }, 'no SIGFPE');
  expect(titleOf({ ...one, smallest: { ...one.smallest, summary } })).toBe(title);
});

test('attributes with their default values are no example', () => {
  const { smallest, ...one } = finding({ problem: 'value' });
  const summary = 'opset 13, input float32[3,4] mixed; alpha=2 bias=1 size=4';
  const ofLrn = { ...smallest, operator: 'LRN', version: 13, summary };
  expect(titleOf({ ...one, smallest: ofLrn })).toContain(', as with input float32[3,4]; alpha=2 size=4: ');
});

test('an attribute that is the code of a dtype has its name', () => {
  const { smallest, ...one } = finding({ problem: 'value' });
  const cast = { ...smallest, operator: 'Cast', version: 13, summary: 'opset 13, input int8[2] mixed; to=10' };
  expect(titleOf({ ...one, smallest: cast })).toContain(', as with input int8[2]; to=float16: ');
});

test('a graph always has its operators', () => {
  const { classes: _, ...graph } = finding({}).smallest;
  const summary = 'opset 13, behind Relu: x 6 = -9 1; a = Relu(x); y = Clip(a, min=5)';
  const one = finding({ ...explanation('right node by node'), clauses: ['a', 'b'] });
  expect(titleOf({ ...one, smallest: { ...graph, summary } })).toBe('Sum, as with Relu, Clip: right node by node');
});

test.each([
  ['rank of X is 3', 'rank of X', ['3']],
  ['rank of X is 3 or more', 'rank of X', ['3', '4', '5 or more']],
  ['rank of X is 3, or 5 or more', 'rank of X', ['5 or more', '3']],
  ['past_key is given', 'form of past_key', ['at run time', 'constant']],
  ['version is 11 or 13', 'version', ['11', '13']],
  ['X has 3 to 15 elements', 'elements of X', ['8 to 15', '3 to 7']],
  ['B is constant', 'form of B', ['constant']],
  ['B is given', 'form of B', []],
  ['X is float32 or float64', 'type of X', ['float32', 'float64']],
  ['axis is not its default', 'default of axis', ['not taken']],
  ['axis is its default', 'default of axis', ['given']],
  ['pads has several entries', 'length of pads', []],
  ['axis is given', 'default of axis', []],
  ['B is another input too', 'value of B', []],
  ['in a later run', 'run', ['a later one']],
  ['in the third or a later run', 'run', ['the third', 'a later one']],
  ['axis is negative and the last', 'axis', ['the last, negative']],
  ['B against A is broadcast along outer dimensions', 'B along A', ['outer dimensions repeated']],
  ['entries of axes have both signs', 'signs of axes', ['mixed']],
  ['axes has negative entries', 'signs of axes', ['negative', 'mixed']],
  ['axis is negative', 'signs of axis', ['negative']],
  ['axis is absent or the first', 'axis', ['absent', 'the first', 'the first, negative']],
  [
    'an entry of pads is at least that of strides',
    'entries of pads relative to strides',
    ['somewhere above', 'somewhere equal to'],
  ],
  [
    'no entry of pads is above that of strides',
    'entries of pads relative to strides',
    ['somewhere equal to', 'everywhere below'],
  ],
  ['floats of inputs are of several types', 'float types', ['several types']],
  ['pads has zeros', 'zeros of pads', ['some']],
  ['NaN in X', 'NaN in X', []],
  ['NaN in X at the end', 'NaN in X', ['last']],
  ['NaN in X at the start or in the middle', 'NaN in X', ['first', 'within']],
  ['NaN in X at the start or everywhere', 'NaN in X', ['first', 'everywhere']],
  ['B is that of A', 'value of B', ['that of A']],
  ['in the second run', 'run', ['the second']],
  ['in a later run', 'run', []],
  ['X is another than in the run before', 'X since the run before', []],
  ['NaN in any input', 'NaN in any input', []],
  ['of the sizes of X the last two are equal', 'equal sizes of X', ['the last two']],
  ['only numbers of the upper half in X', 'upper half in X', ['everywhere']],
  ['X is that of the first run again', 'X since the first run', []],
  ['X is that of the first run again', 'X since the first run', ['the same again']],
  ['size of X at -1 is above 2', 'divisors of X at -1', []],
  ['shape of B also fits other dimensions', 'sizes of B', []],
] as const)('where %s', (text, dimension, values) => {
  const one = finding({ problem: 'value', conditions: [{ dimension, values: [...values] }] });
  expect(titleOf(one)).toBe(`Sum where ${text}: wrong values, such as 1 for 2`);
});
