import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { displayWidth } from '../../reports/terminal/layout.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { aggregate, catalogue, operator, planAll, realistic, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const full = aggregate(plan, results);
const entries = operator('Sum', [[13, 13, 28]]);
const few = planAll(entries, ['float32', 'int32'], 2);
const of = (judged: readonly CaseResult[], cells = few) => aggregate(cells, judged, entries);

/** Lines that are too wide, apart from replay commands: those must stay in one piece to be copied. */
function tooWide(report: Report, columns: number): string[] {
  const lines = renderTerminal(report, { columns, byDType: true }).split('\n');
  return lines.filter((line) => displayWidth(line) > columns && !/^ +replay /.test(line));
}

test('a realistic run', () => {
  expect(renderTerminal(full)).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      complete, 41.2 s (oracle 12.1 s)
      cases    4512 planned: 3820 pass, 122 fail, 6 crash, 564 unsupported

    Compliance by opset  passed/judged · ✗ broken · – unsupported, not judged ·
                         none: no case of these opsets
                       1–10         11–12        13–17            18–28
      ReduceSum        168/168 24–  168/168 24–  252/252 36–      none
      ReduceMean       168/168 24–  168/168 24–  252/252 36–      250/252 2✗ 36–
      ReduceL1         168/168 24–  168/168 24–  231/252 21✗ 36–  231/252 21✗ 36–
      ReduceL2         168/168 24–  168/168 24–  231/252 21✗ 36–  231/252 21✗ 36–
      ReduceSumSquare  168/168 24–  168/168 24–  231/252 21✗ 36–  231/252 21✗ 36–

    Findings  4, the most serious first
      1 ✗ crash: exit code 139 (SIGSEGV), in 6 of 72 cases
          exit code 139 (SIGSEGV)
          seen in ReduceSumSquare-13, -18 (uint64), opsets 13, 18
          breaks  1 clause: noop-with-empty-axes
          common to all: row length ≥ 4
          id: crash-30efc7c5
          smallest: ReduceSumSquare/13/uint64/noop-with-empty-axes/3
            input    data uint64[2,4] axes=[1] keepdims=0, mixed
            replay   npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'ReduceSumSquare/13/uint64/noop-with-empty-axes/3'

      2 ✗ noop with empty axes: wrong values, in 121 of 492 cases
          noop-with-empty-axes: With axes empty and noop_with_empty_axes = 1 no axis
          is reduced; the operations before and after the reduction still take
          place, element by element.
          Operators.md, attribute noop_with_empty_axes; onnx/onnx issue 6103
          broken by ReduceMean-18 (float16)
                    ReduceL1-13, -18, ReduceL2-13, -18 (every judged dtype)
                    ReduceSumSquare-13, -18 (float16, float32, float64, int32,
                    uint32, int64)
          common to all: row length ≥ 4
          id: clause-noop-with-empty-axes
          smallest: ReduceL1/13/float16/noop-with-empty-axes/3
            input    data float16[2,4] axes=[1] keepdims=0, mixed
            outcome  wrong answer: the answer is the input: x² is missing
            where    output 0, element [1, 0]
            got      3
            exact    9
            allowed  exactly 9
            replay   npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'ReduceL1/13/float16/noop-with-empty-axes/3'

      3 ✗ keepdims 0: wrong values, in 1 of 12 cases
          keepdims-0: With keepdims = 0 the reduced dimensions are absent from the
          output.
          Operators.md, attribute keepdims
          broken by ReduceMean-18 (float16)
          id: clause-keepdims-0
          smallest: ReduceMean/18/float16/keepdims-0/11
            input    data float16[2,12] axes=[1] keepdims=0, mixed
            outcome  wrong answer: outside the native bound
            where    output 0, the only element
            got      2048
            exact    3000
            allowed  [2697.0625, 3302.9375]
            replay   npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'ReduceMean/18/float16/keepdims-0/11'

      4 ✗ integer-overflow: wrap here, saturate there, in 12 of 48 cases · is
          inconsistent where ONNX leaves a choice
          integer-overflow depends on the case: wrap in
          ReduceL1/1/int32/integer-overflow/9, saturate in
          ReduceL1/1/int32/integer-overflow/0
          seen in ReduceL1-1, -11, -13, -18 (int32), opsets 1–18
          under   1 clause: integer-overflow
          common to all: row length ≥ 10
          id: varies-integer-overflow
          smallest: ReduceL1/1/int32/integer-overflow/9
            input    data int32[2,10] axes=[1] keepdims=0, mixed
            against  ReduceL1/1/int32/integer-overflow/0
            input    data int32[2,1] axes=[1] keepdims=0, mixed
            replay   npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'ReduceL1/1/int32/integer-overflow/9 ReduceL1/1/int32/integer-overflow/0'

    Not supported  564 cases, not judged
      – no kernel for bfloat16
        all 564 cases of bfloat16, opsets 1–18, all 5 operators

    Observed choices  where the specification leaves one
      integer-overflow
        wrap (all 5 operators: uint32 uint64)
        saturate (ReduceSum, ReduceMean, ReduceL2, ReduceSumSquare: int32 int64;
        ReduceL1: int64)
        varies within a version (ReduceL1: int32)

    Accuracy  worst tier reached, worst error / proven bound, ✗ wrong cases
                       float16          float32             float64
      ReduceSum        native 0.9       faithful 0.12       faithful 0.12
      ReduceMean       native 1 (2✗)    faithful 0.13       faithful 0.13
      ReduceL1         native 0.8 (6✗)  faithful 0.11 (6✗)  faithful 0.11 (6✗)
      ReduceL2         native 0.8 (6✗)  wide 0.11 (6✗)      wide 0.11 (6✗)
      ReduceSumSquare  native 1.5 (6✗)  faithful 0.2 (6✗)   faithful 0.2 (6✗)
      exact apart from failed cases: int32, uint32, int64, uint64
      3,820 cases by worst tier: 3080 exact, 336 faithful, 88 wide, 316 native
      16-bit accumulator no wider than the type (tier native): all 5 operators:
      float16
      40 elements prove nothing: the bound is as large as the data (all 5 operators:
      float16)

    NOT CONFORMANT: 128 of 3,948 judged cases are wrong (3.2 %); 4 findings: 3 break
    ONNX's text and 1 is inconsistent where ONNX leaves a choice. Start with finding
    1; its replay command runs just that case.
    "
  `);
});

test('processes that were lost', () => {
  const report = { ...of(resultsOf(few)), incidents: { count: 3, first: ['killed by SIGSEGV\n', 'exit code 1'] } };
  expect(renderTerminal(report)).toContain('  process  lost 3 times and replaced, first: killed by SIGSEGV\n');
  expect(renderTerminal(of(resultsOf(few)))).not.toContain('  process ');
});

test('by dtype', () => {
  const two = planAll(entries, ['float32', 'bfloat16'], 2);
  const judged = resultsOf(two, ({ dtype }) => (dtype === 'bfloat16' ? { outcome: 'unsupported' } : {}));
  expect(renderTerminal(of(judged, two), { byDType: true })).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      complete, 41.2 s (oracle 12.1 s)
      cases    12 planned: 6 pass, 6 unsupported

    Compliance by opset  passed/judged · – unsupported, not judged
           13–28
      Sum  6/6 6–

    Compliance by dtype  passed/judged · – unsupported, not judged
              bfloat16  float32
      Sum-13  6–        6/6

    CONFORMANT IN PART: all 6 judged cases pass; 6 more are unsupported and not
    judged.
    "
  `);
});

test('zero cases', () => {
  expect(renderTerminal(of([], []))).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      complete, 41.2 s (oracle 12.1 s)
      cases    0 planned

    NOTHING JUDGED: the selection holds no case. Widen the ids, opsets or dtypes.
    "
  `);
});

test('an interrupted run', () => {
  expect(renderTerminal(of(resultsOf(few).slice(0, 5)))).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      INTERRUPTED after 5 of 12 cases
      cases    12 planned: 5 pass

    Compliance by opset  passed/judged · … not all cases ran
           13–28
      Sum  5/5 …

    INCOMPLETE: no failure in 5 judged cases, but only 5 of 12 cases ran. Run again
    to the end for a verdict.
    "
  `);
});

test('all unsupported', () => {
  expect(renderTerminal(of(resultsOf(few, () => ({ outcome: 'unsupported' }))))).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      complete, 41.2 s (oracle 12.1 s)
      cases    12 planned: 12 unsupported

    Compliance by opset  passed/judged · – unsupported, not judged
           13–28
      Sum  12–

    NOTHING JUDGED: the backend reports all 12 cases as unsupported. Check that the
    backend can load models at all, or select what it supports.
    "
  `);
});

test('only failures: findings beyond the limit are counted', () => {
  const failing = resultsOf(few, ({ dtype }) => ({
    outcome: dtype === 'int32' ? 'timeout' : 'error',
    message: 'boom',
  }));
  expect(renderTerminal(of(failing), { maxFindings: 1 })).toMatchInlineSnapshot(`
    "onnx-conformance 0.1.0
      backend  toy-runtime 2.3.1 (provider cpu)
      options  seed 42, tier native, all operators, every opset, all dtypes
      run      complete, 41.2 s (oracle 12.1 s)
      cases    12 planned: 6 error, 6 timeout

    Compliance by opset  passed/judged · ✗ broken
           13–28
      Sum  0/12 12✗

    Findings  2, the most serious first
      1 ✗ no answer in time: boom, in 6 of 6 cases
          boom
          seen in Sum-13 (int32), opset 13
          breaks  3 clauses: keepdims-0, noop-with-empty-axes, integer-overflow
          id: timeout-72f8e7ed
          smallest: Sum/13/int32/integer-overflow/0
            input    data int32[2,1] axes=[1] keepdims=0, mixed
            replay   npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'Sum/13/int32/integer-overflow/0'

      … and 1 more finding, see report.md: error in 6 cases

    NOT CONFORMANT: 12 of 12 judged cases are wrong (100 %); 2 findings, which break
    ONNX's text. Start with finding 1; its replay command runs just that case.
    "
  `);
});

test('no line is wider than the page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 200 }), (columns) => {
      expect(tooWide(full, columns)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('long clause texts and sources wrap, even without a space', () => {
  const [entry] = entries;
  const clauses = entry!.clauses.map((clause) => ({
    ...clause,
    text: 'lorem ipsum dolor sit amet '.repeat(20),
    source: `https://example.org/${'a'.repeat(300)}`,
  }));
  const report = aggregate(
    few,
    resultsOf(few, () => ({ outcome: 'fail' })),
    [{ ...entry!, clauses }],
  );
  expect(report.failedClauses).toHaveLength(3);
  expect(tooWide(report, 80)).toEqual([]);
});

test('what a backend prints cannot forge lines or move the cursor', () => {
  const message = 'boom\n\u001b[2J\u001b[31mCONFORMANT: all is well';
  const text = renderTerminal(of(resultsOf(few, () => ({ outcome: 'error', message }))));
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/^CONFORMANT/m);
});

test('colour changes nothing but the colour', () => {
  const coloured = renderTerminal(full, { color: true });
  const codes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  expect(coloured).toMatch(codes);
  expect(coloured.replace(codes, '')).toBe(renderTerminal(full, { color: false }));
});

test('one clause that many operators break is told once', () => {
  const all = planAll(catalogue, ['float32'], 1);
  const text = renderTerminal(
    aggregate(
      all,
      resultsOf(all, () => ({ outcome: 'fail' })),
    ),
  );
  expect(text.match(/^ {2}\d ✗ /gm)).toHaveLength(3);
});

test('values of the inputs are shown where they are few', () => {
  const fails = (inputs: string) => renderTerminal(of(resultsOf(few, () => ({ outcome: 'fail', inputs }))));
  expect(fails('data=[1, 2.5, -0] axes=[1]')).toMatch(/\n +input .*\n +values {3}data=\[1, 2\.5, -0\] axes=\[1\]\n/);
  expect(fails(`data=[${'1.2345678, '.repeat(30)}]`)).not.toContain(' values ');
});

test('what lines of their own tell is not told in the outcome, even if the answer is found earlier in it', () => {
  const failure = { output: 0, index: [0, 1], got: '1', exact: '3', allowed: 'exactly 3' };
  const message = '1 of 4 elements wrong; at [0,1] got 1, exact 3, allowed exactly 3';
  const text = renderTerminal(of(resultsOf(few, () => ({ outcome: 'fail', problem: 'value', message, failure }))));
  expect(text).toContain(' outcome  wrong answer: 1 of 4 elements wrong\n');
  expect(text).not.toContain('; at [');
});
