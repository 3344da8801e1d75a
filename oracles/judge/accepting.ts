import type { ExpectedOutput } from '../spec/operator.ts';

/** Returns an output with a changed acceptance, both for each element alone and in the context of all outputs. */
export const withAcceptance = (
  { accept, given, ...own }: ExpectedOutput,
  change: (accept: ExpectedOutput['accept']) => ExpectedOutput['accept'],
): ExpectedOutput => ({
  ...own,
  accept: change(accept),
  ...(given && { given: (outputs) => change(given(outputs)) }),
});
