import { expect, test } from 'vitest';
import { codeSpan, escapeMarkdown } from '../../reports/markdown/markup.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
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

    |          |                                                              |
    | -------- | ------------------------------------------------------------ |
    | backend  | toy-runtime 2.3.1                                            |
    | provider | cpu                                                          |
    | options  | seed 42, tier native, all operators, every opset, all dtypes |
    | run      | complete                                                     |
    | cases    | 3 planned: 2 pass, 1 crash                                   |
    | suite    | onnx-conformance 0.1.0                                       |

    [Findings](#findings) · [Compliance by opset](#compliance-by-opset) · [Failed clauses](#failed-clauses) · [Data](#data)

    1. [crash: exit 1, in 1 case](#finding-1)

    ## Findings

    ### <a id="finding-1"></a>1. crash: exit 1, in 1 case

    \`exit 1\`

    Seen in opset 13:

    - Sum-13 (float32)

    It breaks 1 clause: \`keepdims-0\`.

    Id: \`crash-409160fb\`. The smallest case is \`Sum/13/float32/keepdims-0/0\`:

    - input: \`data float32[2,1] axes=[1] keepdims=0, mixed\`

    \`\`\`sh
    npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'Sum/13/float32/keepdims-0/0'
    \`\`\`

    ## Compliance by opset

    passed/judged · ✗ broken

    <details>
    <summary>Operators × opsets</summary>

    | | 13–28 |
    | - | - |
    | Sum | 2/3 1✗ |

    </details>

    <details>
    <summary>Operators × dtypes</summary>

    | | float32 |
    | - | - |
    | Sum-13 | 2/3 1✗ |

    </details>

    ## Failed clauses

    <details>
    <summary>1 clause in 1 row, one for each operator version that breaks it</summary>

    | clause | level | broken by | dtypes | broken/judged | why | smallest case |
    | - | - | - | - | - | - | - |
    | \`keepdims-0\` | specified | Sum-13 | float32 | 1/1 | see finding 1 | \`Sum/13/float32/keepdims-0/0\` |

    </details>

    <details>
    <summary>Replay the smallest case of each</summary>

    \`\`\`sh
    npx onnx-conformance run --backend toy-runtime --seed 42 --ids 'Sum/13/float32/keepdims-0/0'
    \`\`\`

    </details>

    ## Data

    Cases by the kind of data in their inputs:

    - float: mixed 3
    "
  `);
});

test('a hole in the suite is listed', () => {
  const holes = few.map((cell) => ({ ...cell, cases: 0 }));
  expect(renderMarkdown(aggregate(holes, [], entries))).toContain('- `Sum/13/float32/keepdims-0`');
});
