import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../reports/print/layout.ts';
import { renderTerminal, type TerminalOptions } from '../../reports/print/report.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { aggregate, operator, planAll, realistic, renderFull, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const whole = aggregate(plan, results);
const entries = operator('Sum', [[13, 13, 28]]);
const few = planAll(entries, ['float32', 'int32'], 2);
const of = (judged: readonly CaseResult[], cells = few) => aggregate(cells, judged, entries);

/** Lines that are too wide, apart from a single word of a command. */
function tooWide(report: Report, options: TerminalOptions & { readonly columns: number }): string[] {
  const lines = renderTerminal(report, options).split('\n');
  return lines.filter(
    (line) => displayWidth(line) > options.columns && !/^ *(?:--[\w-]+ )?(?:'[^']*'|\S+)(?: \\)?$/.test(line),
  );
}

test('a realistic run', () => {
  expect(renderTerminal(whole, { folder: 'out' })).toMatchInlineSnapshot(`
    "toy-runtime 2.3.1, cpu · suite standard · seed 42 · 41 s
    NOT CONFORMANT  128 of 3,948 judged cases are wrong (3.2 %); 6 findings: 5 break
                    ONNX's text and 1 is inconsistent where ONNX leaves a choice.
      564 cases are not supported: bfloat16

    #  cases  breaks ONNX's text                                          opsets
    1      6  ReduceSumSquare, as with data uint64[2,4] axes=[1]: crash   13, 18
              (SIGSEGV)
    2     42  ReduceL1, noop with empty axes: wrong values, such as 3     13, 18
              for 9
    3     42  ReduceL2, noop with empty axes: wrong values, such as 3     13, 18
              for 9
    4     36  ReduceSumSquare, noop with empty axes: wrong values, such   13, 18
              as 3 for 9
    5      2  ReduceMean, as with data float16[2,12] axes=[1]: wrong      18
              values, such as 2048 for 3000
              inconsistent where ONNX leaves a choice
    6     12  ReduceL1: integer-overflow varies: wrap / saturate          1–18

    Start with 1  ReduceSumSquare, as with data uint64[2,4] axes=[1]: crash
                  (SIGSEGV)
      input    data uint64[2,4] axes=[1] keepdims=0, mixed
      got      crash: exit code 139 (SIGSEGV)
      expected an answer: the model is valid
      clause   noop-with-empty-axes: With axes empty and noop_with_empty_axes = 1 no
               axis is reduced; the operations before and after the reduction still
               take place, element by element.
      replay   npx onnx-conformance run --backend toy-runtime --seed 42 \\
                 --ids 'ReduceSumSquare/13/uint64/noop-with-empty-axes/3'
      files    npx onnx-conformance export \\
                 ReduceSumSquare/13/uint64/noop-with-empty-axes/3 --seed 42 \\
                 --out case

    More
      all      npx onnx-conformance report out --full
      page     out/report.html
      one      npx onnx-conformance report out --finding 1
      bug      npx onnx-conformance report out --finding 1 --format markdown
    "
  `);
});

test('a run in which nothing is wrong is reported in a few lines', () => {
  expect(renderTerminal(of(resultsOf(few)), { folder: 'out' })).toMatchInlineSnapshot(`
    "toy-runtime 2.3.1, cpu · suite standard · seed 42 · 41 s
    CONFORMANT  all 12 judged cases pass.

    More
      all      npx onnx-conformance report out --full
      page     out/report.html
    "
  `);
  const unsupported = resultsOf(few, ({ dtype }) =>
    dtype === 'int32' ? { outcome: 'unsupported', message: 'no kernel' } : {},
  );
  expect(renderTerminal(of(unsupported))).toMatchInlineSnapshot(`
    "toy-runtime 2.3.1, cpu · suite standard · seed 42 · 41 s
    CONFORMANT FOR WHAT IT SUPPORTS  all 6 judged cases pass; 6 more unsupported and
                                     not judged.
      6 cases are not supported: int32
    "
  `);
  expect(renderTerminal(whole, { extent: 'verdict' }).trimEnd().split('\n')).toHaveLength(2);
});

test('an operator at which a run ended is not called unsupported', () => {
  const both = [...entries, ...operator('Max', [[13, 13, 28]])];
  const cells = planAll(both, ['float32', 'int32'], 2);
  const declined = resultsOf(cells, ({ operator: own, dtype }) =>
    own === 'Max' && dtype === 'int32' ? { outcome: 'unsupported', message: 'no kernel' } : {},
  ).filter(({ operator: own, dtype }) => own === 'Sum' || dtype === 'int32');
  const ended = renderTerminal(aggregate(cells, declined, both));
  expect(ended).toContain('INCOMPLETE');
  expect(ended).toMatch(/^ {2}\d cases are not supported: mostly 'no kernel'$/m);
  const all = resultsOf(cells, ({ operator: own }) => (own === 'Max' ? { outcome: 'unsupported' } : {}));
  expect(renderTerminal(aggregate(cells, all, both))).toContain('not supported: 1 operator (Max)');
});

test('what keeps a run from a verdict is reported, with what to do', () => {
  const all = (more: Partial<CaseResult>) => resultsOf(few, () => more);
  const many = planAll(entries, ['float32'], 20);
  const errors = resultsOf(many, () => ({ outcome: 'error', message: 'no device' }));
  const reports: readonly Report[] = [
    of([], []),
    of(resultsOf(few).slice(0, 5)),
    of(all({ outcome: 'unsupported', message: 'no kernel' })),
    of(errors, many),
    { ...of(resultsOf(few)), problems: ['a/model.onnx is not a model', 'b is none'] },
    { ...of(resultsOf(few)), incidents: { count: 3, first: ['killed by SIGSEGV\n', 'exit code 1'] } },
  ];
  const bodies = reports.map((report) => renderTerminal(report, { columns: 100 }).split('\n').slice(1).join('\n'));
  expect(bodies.join('\n')).toMatchInlineSnapshot(`
    "NOTHING JUDGED  the selection holds no case. Widen the ids, opsets or dtypes.

    INCOMPLETE  no failure in 5 judged cases, but only 5 of 12 cases ran. Go on with --resume, or run
                again to the end, for a verdict.

    NOTHING JUDGED  the backend reports all 12 cases as unsupported. Check that the backend can load
                    models at all, or select what it supports.
      12 cases are not supported: mostly 'no kernel'

    NOTHING ANSWERED  every case ended in the same error: no device. \`onnx-conformance backend check\`
                      with the same backend says whether it works; if so, it should call Sum
                      unsupported.

    #  cases  what                                  opsets
    1     60  Sum in all cases: refused: no device  13

    UNUSABLE FILES  2 files could not be used; no failure in 12 judged cases. Fix or remove them.
      not judged: a/model.onnx is not a model; and 1 more file

    CONFORMANT  all 12 judged cases pass; its process was lost 3 times.
      its process was lost 3 times and replaced, first: killed by SIGSEGV
    "
  `);
});

test('known findings come last, and are called so', () => {
  const failing = of(resultsOf(few, () => ({ outcome: 'fail' })));
  const known = { ...failing, findings: failing.findings.map((finding) => ({ ...finding, known: finding.cases })) };
  expect(renderTerminal(known)).toContain(' cases  known, as the expectations say ');
});

test('beyond twelve findings the others are counted', () => {
  const [finding] = of(resultsOf(few, () => ({ outcome: 'fail' }))).findings;
  const many = { ...whole, findings: Array.from({ length: 30 }, () => ({ ...finding!, cases: 7 })) };
  expect(renderTerminal(many)).toMatch(/\n +126 {2}in 18 more findings: --full\n/);
  expect(renderTerminal(many).split('\n').length).toBeLessThan(45);
});

test('no line is wider than the page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 160 }), fc.constantFrom('short', 'full'), (columns, extent) => {
      expect(tooWide(whole, { columns, extent, byDType: extent === 'full', folder: 'out' })).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test('long clause texts and sources wrap, even without a space', () => {
  const [entry] = entries;
  const clauses = entry!.clauses.map((clause) => ({
    ...clause,
    text: 'lorem ipsum dolor sit amet '.repeat(20),
    source: `https://example.org/${'a'.repeat(300)}`,
  }));
  const failing = resultsOf(few, () => ({ outcome: 'fail' }));
  const report = aggregate(few, failing, [{ ...entry!, clauses }]);
  for (const extent of ['short', 'full'] as const) expect(tooWide(report, { columns: 80, extent })).toEqual([]);
});

test('what a backend prints cannot forge lines or move the cursor', () => {
  const message = 'boom\n\u001b[2J\u001b[31mCONFORMANT: all is well';
  const failing = of(resultsOf(few, () => ({ outcome: 'error', message })));
  for (const text of [renderTerminal(failing), renderFull(failing)]) {
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^CONFORMANT/m);
  }
});

test('colour changes nothing but the colour', () => {
  const codes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  for (const extent of ['short', 'full'] as const) {
    const coloured = renderTerminal(whole, { color: true, extent });
    expect(coloured).toMatch(codes);
    expect(coloured.replace(codes, '')).toBe(renderTerminal(whole, { extent }));
  }
});

test('the long report has the matrix of what is broken, and all of a finding', () => {
  const text = renderFull(whole);
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('Operators'));
  expect(lines.slice(at, at + 8).join('\n')).toMatchInlineSnapshot(`
    "Operators  passed/judged · ✗ broken · – unsupported, not judged
      ReduceMean       18–28: 250/252 2✗ 36–
      ReduceL1         13–17: 231/252 21✗ 36– · 18–28: 231/252 21✗ 36–
      ReduceL2         13–17: 231/252 21✗ 36– · 18–28: 231/252 21✗ 36–
      ReduceSumSquare  13–17: 231/252 21✗ 36– · 18–28: 231/252 21✗ 36–
      ReduceSum        588/588 84–
      … operators × opsets; operators × dtypes: see report.md
    "
  `);
  const found = lines.findIndex((line) => line.startsWith('  3 ✗'));
  expect(lines.slice(found, found + 14).join('\n')).toMatchInlineSnapshot(`
    "  3 ✗ ReduceL2, noop with empty axes: wrong values, such as 3 for 9, in 42 cases
          · opsets 13, 18
          noop-with-empty-axes: With axes empty and noop_with_empty_axes = 1 no axis
          is reduced; the operations before and after the reduction still take
          place, element by element.
          Operators.md, attribute noop_with_empty_axes; onnx/onnx issue 6103
          smallest case  ReduceL2/13/float16/noop-with-empty-axes/3
          input          data float16[2,4] axes=[1] keepdims=0, mixed
          outcome        wrong answer: the answer is the input: x² is missing
          output 0, element [1, 0]
          got    3
          exact  9
          npx onnx-conformance run --backend toy-runtime --seed 42 \\
            --ids 'ReduceL2/13/float16/noop-with-empty-axes/3'"
  `);
});

test('values of the inputs are shown where they are few', () => {
  const fails = (inputs: string) => renderFull(of(resultsOf(few, () => ({ outcome: 'fail', inputs }))));
  expect(fails('data=[1, 2.5, -0] axes=[1]')).toMatch(/\n +input .*\n +values {9}data=\[1, 2\.5, -0\] axes=\[1\]\n/);
  expect(fails(`data=[${'1.2345678, '.repeat(30)}]`)).not.toContain(' values ');
});

test('what lines of their own tell is not reported in the outcome, even if the answer is found earlier in it', () => {
  const failure = { output: 0, index: [0, 1], got: '1', exact: '3', allowed: 'exactly 3' };
  const message = '1 of 4 elements wrong; at [0,1] got 1, exact 3, allowed exactly 3';
  const text = renderFull(of(resultsOf(few, () => ({ outcome: 'fail', problem: 'value', message, failure }))));
  expect(text).toContain(' outcome        wrong answer: 1 of 4 elements wrong\n');
  expect(text).not.toContain('; at [');
});
