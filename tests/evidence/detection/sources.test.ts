import { expect, it } from 'vitest';
import { linked } from '../../../evidence/detection/sources.ts';
import { hidden } from '../../../evidence/kernels/hidden.ts';
import { candidateOf } from '../../../evidence/kernels/mutant.ts';
import { mutants } from '../../../evidence/kernels/mutants.ts';

it('sources are links to published bugs, or words', () => {
  expect(linked('ORT-19147')).toBe('[ORT-19147](https://github.com/microsoft/onnxruntime/issues/19147)');
  expect(linked('ORT-28681b')).toBe('[ORT-28681b](https://github.com/microsoft/onnxruntime/issues/28681)');
  expect(linked('RTEN-a4d9768')).toBe('[RTEN-a4d9768](https://github.com/robertknight/rten/commit/a4d9768)');
  expect(linked('a fast path')).toBe('a fast path');
  expect(() => linked('NOBODY-12')).toThrow('which repository is NOBODY');
});

it('what is said not to show is a fault of these operators', () => {
  const own = new Map(mutants.map((fault) => [fault.name, candidateOf(fault).operators]));
  for (const [name, { on }] of Object.entries(hidden))
    expect(own.get(name), name).toEqual(expect.arrayContaining([...on]));
});

it('every fault has a source that can be found', () => {
  for (const { name, source } of mutants) expect(source.map(linked), name).not.toContain('');
});
