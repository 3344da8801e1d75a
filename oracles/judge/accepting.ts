import type { ExpectedOutput } from '../spec/operator.ts';

/** An output whose elements are accepted in another way: each by itself, and where others are given. */
export const accepting = (
  { accept, given, ...own }: ExpectedOutput,
  change: (accept: ExpectedOutput['accept']) => ExpectedOutput['accept'],
): ExpectedOutput => ({
  ...own,
  accept: change(accept),
  ...(given && { given: (outputs) => change(given(outputs)) }),
});
