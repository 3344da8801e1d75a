import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Outlines, select } from '../../generators/suite/cases.ts';
import { StoredOutlines } from '../../src/run/store/stored-outlines.ts';
import { folder } from '../folder.ts';

const cache = process.env.XDG_CACHE_HOME;
beforeEach(() => {
  process.env.XDG_CACHE_HOME = folder();
});
afterEach(() => {
  process.env.XDG_CACHE_HOME = cache;
});

/** Every case of some operators: of clauses, sessions, drawn calls and graphs, in every suite. */
function casesOf(seed: number, outlines?: Outlines) {
  const ids = ['Softmax', 'Pad/25', 'graph/*/*/matmul-add'];
  const { cells, invalid, cases } = select({ seed, ids, opsets: [], dtypes: [], suite: 'full' }, outlines);
  return [...cells, ...invalid].flatMap(cases).map(({ id, opset, summary }) => `${id} ${opset} ${summary}`);
}

test('cases selected by stored outlines are the same', () => {
  const drafted = casesOf(7);
  expect(drafted.length).toBeGreaterThan(500);
  const first = new StoredOutlines(7);
  expect(casesOf(7, first.outlines)).toEqual(drafted);
  first.keep();
  const second = new StoredOutlines(7);
  expect(second.outlines).toEqual(first.outlines);
  expect(casesOf(7, second.outlines)).toEqual(drafted);
  expect(new StoredOutlines(8).outlines.size).toBe(0);
});
