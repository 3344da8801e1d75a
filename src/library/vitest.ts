/** The suite as tests of vitest. A separate module, since vitest is an optional dependency. */
import { afterAll, describe, test } from 'vitest';
import type { SuiteOptions } from './options.ts';
import { suite } from './suite.ts';

/**
 * Declares a test for each selected clause, operator version and dtype, for a `kernel` or a `backend`; and one more for
 * what only all cases together show.
 * @param timeout milliseconds for one test; default: a minute
 */
export function conformance(options: SuiteOptions, timeout = 60_000): void {
  const { name, cells, together, close } = suite(options);
  describe(name, () => {
    afterAll(close);
    for (const cell of cells) {
      test(cell.name, { timeout }, async ({ skip }) => {
        const reason = await cell.run();
        if (reason !== undefined) skip(reason);
      });
    }
    test('choices agree', { timeout }, together);
  });
}
