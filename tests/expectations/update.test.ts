import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorSchema } from '../../reports/schema/editor-schema.ts';
import { judge, result } from './judged.ts';

const special = (version: number, outcome: Parameters<typeof result>[1]) =>
  result(`Neg/${version}/float32/special-values/0`, outcome);

const file = `# ours
known:
  # the old kernel
  - id: Neg/{1,6,13}/float32/special-values
    outcome: fail
    reason: a zero loses its sign # since 2024
    issue: https://example.org/1
  - { id: Abs/13/float32/size-zero, outcome: error, reason: crashes once }
  - { id: Relu/14/float32/size-zero, outcome: error, reason: another part }
`;
const results = [
  special(1, 'pass'),
  special(6, 'fail'),
  special(13, 'fail'),
  result('Abs/13/float32/size-zero/0', 'pass'),
  result('Floor/13/float32/size-zero/0', 'error', { message: 'empty' }),
  result('Ceil/13/float32/size-zero/0', 'error', { message: 'empty' }),
];

test('what is new is added, what passes goes, what is too broad names less; comments and order stay', () => {
  const { text, ...counts } = judge(file, results).update();
  expect(counts).toEqual({ added: 1, removed: 1, narrowed: 1 });
  expect(text).toBe(`# ours
known:
  # the old kernel
  - id: Neg/{6,13}/float32/special-values
    outcome: fail
    reason: a zero loses its sign # since 2024
    issue: https://example.org/1
  - { id: Relu/14/float32/size-zero, outcome: error, reason: another part }
  - id: "{Ceil,Floor}/13/float32/size-zero"
    outcome: error
    reason: "TODO: error: empty"
runs:
  - suite: quick
    seed: 1
    operators:
      Abs: { judged: 1 }
      Ceil: { judged: 1, broken: 1 }
      Floor: { judged: 1, broken: 1 }
      Neg: { judged: 3, broken: 2 }
`);
  const again = judge(text, results);
  expect(again.expectations.unexpected.cases).toBe(0);
  expect(again.expectations.entries.map(({ state }) => state)).toEqual(['met', 'not-run', 'met']);
  expect(again.update().text).toBe(text);
});

test('line ends and JSON stay as they are', () => {
  const windows = judge(file.replaceAll('\n', '\r\n'), results).update().text;
  expect(windows.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const json = judge('{ "known": [] }', results, {}, 'known.json').update().text;
  expect(JSON.parse(json)).toMatchObject({ known: [{ outcome: 'fail' }, { outcome: 'error' }], runs: [{}] });
});

test('the schema for editors is that of the reader (npm run schema)', () => {
  const page = new URL('../../docs/expectations.schema.json', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(editorSchema());
});
