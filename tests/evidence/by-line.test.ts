import { expect, test } from 'vitest';
import { fieldsByLine } from '../../evidence/by-line.ts';

test('a field has a line, and so has each entry of one that is long', () => {
  const long = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`kernel ${i}`, [i, 'exact']]));
  const text = fieldsByLine({ cases: 3, few: { a: 1, b: 2 }, long, list: Object.keys(long) });
  const lines = text.split('\n');
  expect(lines.slice(0, 4)).toEqual(['"cases": 3,', '"few": {"a":1,"b":2},', '"long": {', '"kernel 0": [0,"exact"],']);
  expect(lines).toContain('"kernel 39"');
  expect(JSON.parse(`{${text}}`)).toEqual({ cases: 3, few: { a: 1, b: 2 }, long, list: Object.keys(long) });
});
