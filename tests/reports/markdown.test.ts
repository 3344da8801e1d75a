import { expect, test } from 'vitest';
import { codeSpan, escapeMarkdown } from '../../reports/print/escape-markdown.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, frame, operator, planAll, realistic, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const full = aggregate(plan, results);
const entries = operator('Sum', [[13, 13, 28]]);
const few = planAll(entries, ['float32'], 1);

test.each([
  ['a|b', 'a\\|b'],
  ['noop_with_empty_axes', 'noop\\_with\\_empty\\_axes'],
  ['<script>*', '\\<script\\>\\*'],
  ['two\nlines', 'two lines'],
])('escapes %j', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});

test.each([
  ['Σ|x|', '`Σ\\|x\\|`'],
  ['a `quoted` word', '`` a `quoted` word ``'],
])('code span of %j', (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

test('every table is rectangular, whatever the texts hold', () => {
  const failing = resultsOf(few, () => ({
    outcome: 'fail',
    summary: 'a|b',
    observations: [{ policy: 'x|y', choice: '|' }],
  }));
  for (const report of [full, aggregate(few, failing, entries)]) {
    const blocks = renderMarkdown(report)
      .split(/\n\n/)
      .filter((block) => block.startsWith('|'));
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) {
      const widths = block.split('\n').map((row) => row.match(/(?<!\\)\|/g)!.length);
      expect(new Set(widths).size).toBe(1);
    }
  }
});

test('names every failed clause of every version with its smallest case and its command', () => {
  const text = renderMarkdown(full);
  expect(full.failedClauses.length).toBeGreaterThan(5);
  for (const failed of full.failedClauses) {
    expect(text).toContain(`\`${failed.smallest.id}\``);
    expect(text).toContain(failed.replay);
  }
});

test('does not depend on the times', () => {
  const later = { ...full, times: { ...frame.times, seconds: 99 } };
  expect(renderMarkdown(later)).toBe(renderMarkdown(full));
});

test('a failing run', () => {
  const failing = resultsOf(few, ({ clause }) =>
    clause === 'keepdims-0' ? { outcome: 'crash', message: 'exit 1' } : {},
  );
  expect(renderMarkdown(aggregate(few, failing, entries))).toMatchInlineSnapshot(`
    "# Conformance of toy-runtime 2.3.1

    **NOT CONFORMANT**: 1 of 3 judged cases is wrong (33 %); 1 finding, which breaks ONNX's text. Start with finding 1; its replay command runs just that case.

    [Findings](#findings) · [Operators](#operators) · [Broken clauses](#broken-clauses) · [Data](#data) · [This run](#this-run)

    1. [Sum, as with data float32\\[2,1\\] axes=\\[1\\]: crash: exit 1](#finding-sum-crash-409160fb), in 1 case

    ## Findings

    ### 1 breaks ONNX's text

    #### <a id="finding-sum-crash-409160fb"></a>1. Sum, as with data float32\\[2,1\\] axes=\\[1\\]: crash: exit 1, in 1 case

    opset 13

    \`exit 1\`

    - smallest case: \`Sum/13/float32/keepdims-0/0\`
    - input: \`data float32[2,1] axes=[1] keepdims=0, mixed\`

    \`\`\`sh
    npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'Sum/13/float32/keepdims-0/0'
    npx onnx-conformance export Sum/13/float32/keepdims-0/0 --seed 42 --out case
    \`\`\`

    - seen in: Sum-13 (float32)
    - cases: 1 of the 3 cases of these opsets and dtypes
    - breaks: [\`keepdims-0\`](#clause-keepdims-0)
    - id: \`sum-crash-409160fb\`

    ## Operators

    Passed/judged · ✗ broken.

    - Sum: 13–28: 2/3 1✗

    <details>
    <summary>operators × opsets</summary>

    passed/judged · ✗ broken

    | | 13–28 |
    | - | - |
    | Sum | 2/3 1✗ |

    </details>

    <details>
    <summary>operators × dtypes</summary>

    | | float32 |
    | - | - |
    | Sum-13 | 2/3 1✗ |

    </details>

    ## Broken clauses

    <details>
    <summary><a id="clause-keepdims-0"></a><code>keepdims-0</code>, specified: 1 of 1 cases wrong, 1 operator version</summary>

    > With keepdims = 0 the reduced dimensions are absent from the output.  
    > Operators.md, attribute keepdims

    | operator version | dtypes | wrong of judged | finding | smallest case |
    | - | - | - | - | - |
    | Sum-13 | float32 | 1 of 1 | [1](#finding-sum-crash-409160fb) | \`Sum/13/float32/keepdims-0/0\` |

    <details>
    <summary>replay the smallest case of each</summary>

    \`\`\`sh
    npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'Sum/13/float32/keepdims-0/0'
    \`\`\`

    </details>

    </details>

    ## Data

    Cases by the kind of data in their inputs.

    - float: mixed 3

    ## This run

    - backend: toy-runtime 2.3.1
    - provider: cpu
    - options: seed 42, tier native, all operators, every opset, all dtypes
    - run: complete
    - cases: 3 planned: 2 pass, 1 crash
    - suite: onnx-conformance 0.1.0
    "
  `);
});

test('a hole in the suite is listed', () => {
  const holes = few.map((cell) => ({ ...cell, cases: 0 }));
  expect(renderMarkdown(aggregate(holes, [], entries))).toContain('- `Sum/13/float32/keepdims-0`');
});
