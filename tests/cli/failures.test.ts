import { afterEach, expect, it, vi } from 'vitest';
import { DeclarationError } from '../../generators/notation/declaration-error.ts';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { reportFailure } from '../../src/cli/failures.ts';
import { blameCase } from '../../src/run/suite-error.ts';

afterEach(() => vi.restoreAllMocks());

/** What is printed of an error in the work on a case, and the exit code. */
async function reported(error: Error) {
  const printed: unknown[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(text) > 0);
  const code = await blameCase('Relu/14/float32/definition/0', () => Promise.reject(error)).catch(reportFailure);
  return { code, printed: printed.join('') };
}

it('an error in plans is for their author, any other one of a case for us', async () => {
  const { inconclusive } = exitCodes;
  const [declared, other] = [await reported(new DeclarationError('one line')), await reported(new Error('a fault'))];
  expect(declared).toEqual({ code: inconclusive, printed: 'onnx-conformance: one line\n' });
  expect(other.code).toBe(inconclusive);
  expect(other.printed).toContain('please report it: Relu/14/float32/definition/0: a fault');
});
